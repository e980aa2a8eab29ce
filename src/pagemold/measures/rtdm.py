"""RTDM: the restricted top-down mapping of two element trees, 1 - distance / larger tree (Reis et al. 2004).

It sees order and nesting. The distance may exceed the larger tree; the similarity is 0 then. Trees as wide as they are
large cost the product of their sizes.
"""

from pagemold.measures.measure import NativeMeasure

RTDM = NativeMeasure("rtdm", native="rtdm", column="elements", counts="elements:counts")
