"""TEXT-MAX (Kim & Shim 2011): TEXT-MDL on MinHash signatures, and only pairs of maximal Jaccard coefficient are tried.

A signature keeps, for each of its hash functions, the least value and how many documents have the path behind it; so
it tells about how many paths of a cluster have which support, and from that what the matrices cost. Fast, and close to
TEXT-MDL; what it saves is the walk through the paths of every pair.
"""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.clustering import Group
from pagemold.groups.essential_paths import FEATURES, Documents, Paths, documents
from pagemold.groups.labelled import answer
from pagemold.groups.text_mdl import TextClusters

__all__ = ["FEATURES", "group_by_text_max", "text_max"]

# More of them do not come nearer to TEXT-MDL (docs/reproductions/essential-paths.md): only nearest pairs are tried.
PLACES = 256
_LEAST_GAIN = 1e-6
Floats = NDArray[np.float64]


def text_max(found: Documents, *, places: int = PLACES, seed: int = 1) -> TextClusters:
    """Merges the pair of maximal Jaccard coefficient with the least estimated cost, while the cost falls."""
    state = _Clusters(found, places, seed)
    labels = np.arange(len(found.like))
    while state.alive.sum() > 1:
        best = state.best_pair()
        if best is None:
            break
        one, other = best
        state.merge(one, other)
        labels[labels == other] = one
    return TextClusters(found, labels, None)


def group_by_text_max(batches: Iterable[pa.RecordBatch]) -> tuple[pa.Table, tuple[Group, ...]]:
    """The pages' rows with their group, and the groups, largest first."""
    found = documents(batches)
    return answer(found.pages, found.like, text_max(found).labels, "x")


class _Clusters:
    """Signatures, sizes and totals of the clusters, and the pairs that are worth a try."""

    def __init__(self, found: Documents, places: int, seed: int) -> None:
        count = len(found.like)
        self.alive = np.ones(count, np.bool_)
        self.documents = found.like.counts.astype(np.float64)
        self.sizes = np.array([len(paths) for paths in found.paths], np.float64)
        self.least = np.array([_signature(paths, places, seed) for paths in found.paths]).reshape(count, places)
        self.support = np.repeat(self.documents[:, None], places, axis=1)
        self.parts = np.column_stack([self.sizes, np.zeros(count), np.zeros(count)])
        self.all_paths = float(len(np.unique(found.flat)))
        self.all_documents = float(self.documents.sum())
        # Each cluster with those of maximal Jaccard coefficient to it, and what a merge of the two would change.
        self.jaccard = np.zeros(count)
        self.ones, self.others, self.changes = np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 3))
        self._look_again(np.arange(count))

    def best_pair(self) -> tuple[int, int] | None:
        """The clusters whose merge costs least, if that is less than now; the earlier pair on a tie."""
        if not len(self.ones):
            return None
        clusters, sums = float(self.alive.sum()), self.parts[self.alive].sum(axis=0)
        costs = self._cost(clusters - 1, sums + self.changes)
        if costs.min() >= self._cost(clusters, sums[None, :])[0] - _LEAST_GAIN:
            return None
        tied = np.flatnonzero(np.round(costs, 6) == np.round(costs.min(), 6))
        pairs = np.sort(np.column_stack([self.ones[tied], self.others[tied]]), axis=1)
        first = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))[0]]
        return int(first[0]), int(first[1])

    def merge(self, one: int, other: int) -> None:
        """Makes two clusters one; those that were near to one of them, or are nearer to the new one, look again."""
        least, support, size, part = self._joined(one, np.array([other]))
        self.least[one], self.support[one], self.sizes[one], self.parts[one] = least[0], support[0], size[0], part[0]
        self.documents[one] += self.documents[other]
        self.alive[other] = False
        lost = self.ones[np.isin(self.others, [one, other])]
        rest = np.flatnonzero(self.alive)
        nearer = rest[self._jaccards(one, rest) >= self.jaccard[rest]]
        self._look_again(np.unique(np.concatenate([[one, other], lost, nearer])))

    def _look_again(self, clusters: NDArray[np.int64]) -> None:
        """Finds the pairs of these clusters anew."""
        kept = ~np.isin(self.ones, clusters)
        ones, others, changes = [self.ones[kept]], [self.others[kept]], [self.changes[kept]]
        for cluster in clusters[self.alive[clusters]].tolist():
            near = self._nearest(cluster)
            ones.append(np.full(len(near), cluster))
            others.append(near)
            changes.append(self._change(cluster, near))
        self.ones, self.others, self.changes = np.concatenate(ones), np.concatenate(others), np.concatenate(changes)

    def _nearest(self, cluster: int) -> NDArray[np.int64]:
        """The clusters of maximal Jaccard coefficient; those that have nothing in common are never tried."""
        others = np.flatnonzero(self.alive)
        others = others[others != cluster]
        jaccards = self._jaccards(cluster, others)
        self.jaccard[cluster] = jaccards.max(initial=0.0)
        return np.asarray(others[(jaccards == self.jaccard[cluster]) & (jaccards > 0)])

    def _jaccards(self, cluster: int, others: NDArray[np.int64]) -> Floats:
        return np.asarray(np.count_nonzero(self.least[others] == self.least[cluster], axis=1) / self.least.shape[1])

    def _change(self, one: int, others: NDArray[np.int64]) -> Floats:
        return np.asarray(self._joined(one, others)[3] - self.parts[one] - self.parts[others])

    def _joined(self, one: int, others: NDArray[np.int64]) -> tuple[NDArray[np.uint32], Floats, Floats, Floats]:
        """Signature, supports, size and part of the totals of one cluster with each of others."""
        ours, theirs = self.least[one][None, :], self.least[others]
        support = np.where(ours <= theirs, self.support[one][None, :], 0) + np.where(
            theirs <= ours, self.support[others], 0
        )
        jaccard = np.count_nonzero(ours == theirs, axis=1) / ours.shape[1]
        size = (self.sizes[one] + self.sizes[others]) / (1 + jaccard)
        documents = (self.documents[one] + self.documents[others])[:, None]
        in_template = 2 * support > documents
        part = size[:, None] * np.column_stack(
            [
                in_template.mean(axis=1),
                np.where(in_template, 0, support).mean(axis=1),
                np.where(in_template, documents - support, 0).mean(axis=1),
            ]
        )
        return np.minimum(ours, theirs), support, size, part

    def _cost(self, clusters: float, sums: Floats) -> Floats:
        """The estimated bits of MT, MD and MA together, for each row of totals."""
        template, more, less = np.maximum(sums, 0).T
        sizes = self.all_paths * clusters, clusters * self.all_documents, self.all_paths * self.all_documents
        return np.asarray(
            _bits(sizes[0], template) + _bits(sizes[1], np.full(1, self.all_documents)) + _bits(sizes[2], more, less)
        )


def _bits(size: float, *counts: Floats) -> Floats:
    """Size times entropy of a matrix, given how often each symbol but 0 is in it."""
    rest = size - sum(counts, np.zeros(1))
    return _x_log_x(np.full(1, size)) - sum((_x_log_x(count) for count in (*counts, rest)), np.zeros(1))


def _x_log_x(x: Floats) -> Floats:
    positive = np.maximum(x, 1e-300)
    return np.where(x > 0, x * np.log2(positive), 0.0)


def _signature(paths: Paths, places: int, seed: int) -> NDArray[np.uint32]:
    """The least of each of so many hash functions over the paths; multiply-shift with odd multipliers of the seed.

    The upper half of each product is kept: it is the better mixed one, and half as much to compare.
    """
    random = np.random.Generator(np.random.PCG64(seed))
    multipliers = random.integers(0, 2**64, places, np.uint64) | np.uint64(1)
    offsets = random.integers(0, 2**64, places, np.uint64)
    if not len(paths):
        return np.full(places, np.iinfo(np.uint32).max, np.uint32)
    folded = paths ^ (paths >> np.uint64(32))
    least = np.min(folded[:, None] * multipliers[None, :] + offsets[None, :], axis=0)
    return np.asarray(least >> np.uint64(32)).astype(np.uint32)
