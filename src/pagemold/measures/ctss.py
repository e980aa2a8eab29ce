"""CTSS: common tag sequence shingles, four consecutive tag tokens, shared / the larger set (Gottron 2008).

The best of the classical measures in the comparison of Hachenberg & Gottron (2013), with a fixed threshold of 0.8.
"""

from pagemold.measures.measure import NativeMeasure

CTSS = NativeMeasure("ctss", native="overlap", column="tag_shingles", threshold=0.8)
