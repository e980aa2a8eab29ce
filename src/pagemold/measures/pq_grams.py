"""pq-grams (Augsten, Böhlen & Gamper 2005), p = 2, q = 3: 2 · what two bags share / all of both.

Close to the tree edit distance at a fraction of its price. Kept as in the UXClust paper (Grigalis & Čenys 2013).
"""

from pagemold.measures.measure import NativeMeasure

# Twice the shared part of two bags is all of both less their L1 distance: what the core calls a tag vector.
PQ_GRAMS = NativeMeasure("pq_grams", native="tag_vector", column="pq_grams", counts="pq_grams:counts")
