"""Shared near neighbours (Jarvis & Patrick 1973, as Gowda & Mattmann 2016 use them).

Pages are near neighbours where structure and style are alike enough. Every page starts as a cluster; two clusters merge
when what they have in common as neighbours is enough of the smaller neighbourhood, all such pairs at once, until
nothing merges. Clusters may have any form, and outliers stay alone.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.clustering import Grouped
from pagemold.groups.labelled import answer, collect, distinct, lists

OVERLAP = 0.85
FEATURES = ("elements", "elements:counts", "class_set", "class_set:minhash")
# From batches of distinct pages: the pairs that are near neighbours, and the share of them that was found, if not all.
Near = Callable[
    [Sequence[pa.RecordBatch], NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64], float | None]
]
_HAIR = 1e-12


def group_by_shared_neighbours(batches: Iterable[pa.RecordBatch], near: Near, overlap: float = OVERLAP) -> Grouped:
    """The pages' rows with their group, and the groups, largest first."""
    pages = collect(batches, FEATURES)
    columns = [lists(pages.batches, name) for name in FEATURES[:3]]
    like = distinct(zip(*columns, strict=True))
    left, right, recall = near(pages.batches, like.samples)
    rows, groups = answer(pages, like, shared_neighbours(left, right, like.counts, overlap), "s")
    notes = () if recall is None else (f"{recall:.1%} of the true neighbours found (sample)",)
    return Grouped(rows, groups, notes=notes)


def shared_neighbours(
    left: NDArray[np.int64], right: NDArray[np.int64], counts: NDArray[np.int64], overlap: float = OVERLAP
) -> NDArray[np.int64]:
    """The cluster of each page, given the pairs of neighbours; a page may stand for several that are the same."""
    labels = np.arange(len(counts))
    # Clusters that merge share a neighbour, so what is not connected can be worked out apart.
    for members in _components(len(counts), left, right):
        inside = np.isin(left, members)
        places = np.full(len(counts), -1)
        places[members] = np.arange(len(members))
        near = np.eye(len(members), dtype=np.bool_)
        one, other = places[left[inside]], places[right[inside]]
        near[one, other] = near[other, one] = True
        labels[members] = members[_merged(near, counts[members].astype(np.float64), overlap)]
    return labels


def _merged(near: NDArray[np.bool_], weights: NDArray[np.float64], overlap: float) -> NDArray[np.int64]:
    """Merges to the fixed point; gives each page the place of the first page of its cluster."""
    labels = np.arange(len(near))
    while True:
        # The clusters' neighbourhoods: a row each, the first page of a cluster stands for it.
        heads, cluster = np.unique(labels, return_inverse=True)
        hoods = np.zeros((len(heads), len(near)), np.bool_)
        np.logical_or.at(hoods, cluster, near)
        weighed = hoods * weights
        common, sizes = weighed @ hoods.T.astype(np.float64), weighed.sum(axis=1)
        joined = common >= overlap * np.minimum(sizes[:, None], sizes[None, :]) - _HAIR
        one, other = np.nonzero(np.triu(joined, 1))
        if not len(one):
            return labels
        for members in _components(len(heads), one, other):
            labels[np.isin(cluster, members)] = heads[members].min()


def _components(count: int, left: NDArray[Any], right: NDArray[Any]) -> list[NDArray[np.int64]]:
    """The connected components with more than one member, by label propagation."""
    labels = np.arange(count)
    while True:
        before = labels.copy()
        least = np.minimum(labels[left], labels[right])
        np.minimum.at(labels, left, least)
        np.minimum.at(labels, right, least)
        labels = labels[labels]
        if np.array_equal(labels, before):
            break
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1) if count else []
    return [part for part in parts if len(part) > 1]
