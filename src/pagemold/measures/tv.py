"""TV: tag vectors, 1 - L1 distance of the tag counts / all counts (Cruz et al. 1998).

Cheap, and blind to order and nesting: pages of very different templates may count the same tags.
"""

from pagemold.measures.measure import NativeMeasure

TV = NativeMeasure("tv", native="tag_vector", column="tag_counts", counts="tag_counts:counts")
