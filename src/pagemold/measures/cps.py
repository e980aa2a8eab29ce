"""CPS: common path shingles, four consecutive tags along the leaf paths, shared / the larger set (Buttler 2004).

Like CP, but a change near the root costs a few shingles instead of every path.
"""

from pagemold.measures.measure import NativeMeasure

CPS = NativeMeasure("cps", native="overlap", column="path_shingles")
