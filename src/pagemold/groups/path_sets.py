"""Sets of leaf paths: what samples have in common, and which sets agree (the papers' CP)."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

PathSet: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

# Sets that are compared with all others at a time: a few megabytes of counts.
_ROWS_AT_ONCE = 512


def common_paths(samples: Sequence[PathSet], occurrence: float) -> PathSet:
    """The paths that more than this share of the samples have, ascending; each sample has a path at most once.

    >>> common_paths([np.array([1, 2]), np.array([2, 3]), np.array([2])], 0.34).tolist()
    [2]
    """
    if not samples:
        return np.empty(0, np.int64)
    paths, counts = np.unique(np.concatenate(samples), return_counts=True)
    return np.asarray(paths[counts > occurrence * len(samples)])


def agreements(sets: Sequence[PathSet], least: float) -> Iterator[tuple[int, int]]:
    """All pairs of sets with at least this share in common: intersection over the larger.

    Of equal sets each is paired with the first only. Empty sets agree with none.
    """
    distinct, first = _distinct(sets)
    yield from ((place, first[number]) for place, number in enumerate(distinct) if place != first[number])
    representatives = [place for place in dict.fromkeys(first) if len(sets[place])]
    yield from _pairs([sets[place] for place in representatives], representatives, least)


def _distinct(sets: Sequence[PathSet]) -> tuple[list[int], list[int]]:
    """For each set the number of its value, and for each value the first place of it; empty sets stay apart."""
    known: dict[bytes | int, int] = {}
    first: list[int] = []
    numbers = []
    for place, one in enumerate(sets):
        key = one.tobytes() if len(one) else place
        if key not in known:
            known[key] = len(first)
            first.append(place)
        numbers.append(known[key])
    return numbers, first


def _pairs(sets: list[PathSet], places: list[int], least: float) -> Iterator[tuple[int, int]]:
    if len(sets) < 2:
        return
    _, columns = np.unique(np.concatenate(sets), return_inverse=True)
    sizes = np.array([len(one) for one in sets])
    has = np.zeros((len(sets), int(columns.max()) + 1), np.float32)
    has[np.repeat(np.arange(len(sets)), sizes), columns] = 1.0
    for start in range(0, len(sets), _ROWS_AT_ONCE):
        block = slice(start, start + _ROWS_AT_ONCE)
        shared = has[block] @ has.T
        larger = np.maximum(sizes[block, None], sizes[None, :])
        # Counts are exact in single precision; the share is not, and 4 of 5 must be 0.8.
        for row, column in np.argwhere(shared >= least * larger - 1e-9).tolist():
            if start + row < column:
                yield places[start + row], places[column]
