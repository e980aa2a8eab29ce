"""Fingerprints → an index that is asked for near ones.

Takes fingerprints, as bytes or as `lzw1:` strings, in any number and at any time.
Gives, for a query, the numbers of all stored fingerprints within one edit; and the best place to split them.
Promises exactly what comparing the query with every stored fingerprint gives, for every length.
Never stores an equal fingerprint twice, and never forgets one.
"""

from pagemold.index.entropy import SplitEntropy, best_split, split_entropies
from pagemold.index.split import SplitIndex

__all__ = ["SplitEntropy", "SplitIndex", "best_split", "split_entropies"]
