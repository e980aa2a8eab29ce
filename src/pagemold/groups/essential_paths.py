"""Essential paths (Kim & Shim 2011, TEXT): what TEXT-MDL, TEXT-MAX and cosine clustering compare.

A path leads from the root to a node, text nodes included. Its support is the number of documents that have it. The
threshold of a document is the commonest support among its paths, the smallest on a tie; paths with at least that
support are essential. Content occurs once or twice, the template everywhere: so content falls away where a page has
more template than content, and stays where the most part of it is its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.groups.labelled import Collected, Distinct, collect, distinct, lists

FEATURES = ("node_paths",)
Paths = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents by their essential paths; those with equal paths are one, as all three methods begin."""

    pages: Collected
    like: Distinct
    # For each distinct document, its essential paths in ascending order.
    paths: list[Paths]

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the paths of each distinct document begin when all lie in a row."""
        return np.cumsum([0, *map(len, self.paths)]).astype(np.int64)

    @property
    def flat(self) -> Paths:
        """The paths of all distinct documents in a row."""
        return np.concatenate([np.empty(0, np.uint64), *self.paths])


def documents(batches: Iterable[pa.RecordBatch]) -> Documents:
    """The documents of these pages."""
    pages = collect(batches, FEATURES)
    essential = essential_paths(list(lists(pages.batches, FEATURES[0])))
    like = distinct([paths] for paths in essential)
    return Documents(pages, like, [essential[sample] for sample in like.samples])


def essential_paths(pages: Sequence[Paths]) -> list[Paths]:
    """The essential paths of each page.

    >>> first, second = np.array([1, 2, 3], np.uint64), np.array([1, 2, 4], np.uint64)
    >>> [paths.tolist() for paths in essential_paths([first, second])]
    [[1, 2], [1, 2]]
    """
    flat = np.concatenate([np.empty(0, np.uint64), *pages])
    _, numbers, counts = np.unique(flat, return_inverse=True, return_counts=True)
    supports = counts[numbers]
    ends = np.cumsum([0, *map(len, pages)])
    return [
        paths[supports[start:end] >= _mode(supports[start:end])]
        for paths, start, end in zip(pages, ends[:-1], ends[1:], strict=True)
    ]


def _mode(supports: NDArray[np.int64]) -> int:
    values, counts = np.unique(supports, return_counts=True)
    return int(values[np.argmax(counts)]) if len(values) else 0


def templates(found: Documents, labels: NDArray[np.int64]) -> dict[int, Paths]:
    """The template of each cluster: the paths that more than half of its documents have."""
    result = {}
    for label in np.unique(labels).tolist():
        members = np.flatnonzero(labels == label)
        counts = found.like.counts[members]
        paths = np.concatenate([found.paths[member] for member in members])
        weights = np.repeat(counts, [len(found.paths[member]) for member in members])
        distinct_paths, numbers = np.unique(paths, return_inverse=True)
        supports = np.bincount(numbers, weights, minlength=len(distinct_paths))
        result[label] = distinct_paths[2 * supports > counts.sum()]
    return result
