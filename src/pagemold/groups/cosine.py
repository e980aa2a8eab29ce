"""Cosine clustering of essential paths (Kulkarni & Patil 2014): each document finds at most one partner.

All pairs are compared, pairs below the mean of all similarities are dropped, and from the best one on, two clusters
become one where neither has been used. One round, as in the paper's figure 3: so a cluster joins at most two sets of
essential paths. Fast and simple; it leaves a template in many pairs.
"""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import similarities
from pagemold.clustering import Group
from pagemold.groups.essential_paths import FEATURES, Documents, documents
from pagemold.groups.labelled import answer
from pagemold.groups.text_mdl import TextClusters

__all__ = ["FEATURES", "cosine", "group_by_cosine"]

# Means and products round; what is as good as the mean counts as such.
_HAIR = 1e-12


def cosine(found: Documents, *, jobs: int = 0) -> TextClusters:
    """Joins the best pairs, each document once."""
    degrees = _cosines(found, jobs)
    one, other = np.triu_indices(len(found.like), 1)
    values = degrees[one, other]
    enough = values >= values.mean() - _HAIR if len(values) else np.zeros(0, np.bool_)
    one, other, values = one[enough], other[enough], values[enough]
    labels = np.arange(len(found.like))
    free = np.ones(len(labels), np.bool_)
    # Best first; pairs that are as good come in the order of the documents' digests.
    for place in np.lexsort((other, one, -np.round(values, 12))).tolist():
        first, second = int(one[place]), int(other[place])
        if free[first] and free[second]:
            free[first] = free[second] = False
            labels[second] = first
    return TextClusters(found, labels, None)


def _cosines(found: Documents, jobs: int) -> NDArray[np.float64]:
    """Of all pairs of distinct documents, from what the core says of the larger set of each pair."""
    rows = (found.offsets, found.flat, np.empty(0, np.uint32))
    sizes = np.diff(found.offsets).astype(np.float64)
    shares = np.frombuffer(similarities("overlap", rows, rows, jobs=jobs)).reshape(len(sizes), len(sizes))
    shared = np.rint(shares * np.maximum(sizes[:, None], sizes[None, :]))
    lengths = np.sqrt(sizes[:, None] * sizes[None, :])
    return np.divide(shared, lengths, out=np.zeros_like(shared), where=lengths > 0)


def group_by_cosine(batches: Iterable[pa.RecordBatch]) -> tuple[pa.Table, tuple[Group, ...]]:
    """The pages' rows with their group, and the groups, largest first."""
    found = documents(batches)
    return answer(found.pages, found.like, cosine(found).labels, "c")
