"""CP: common paths, what two sets of root-to-leaf paths share / the larger set (Joshi et al. 2003, Buttler 2004).

Repetition does not count, so lists of any length look the same; one renamed element near the root changes every path.
"""

from pagemold.measures.measure import NativeMeasure

CP = NativeMeasure("cp", native="overlap", column="leaf_paths")
