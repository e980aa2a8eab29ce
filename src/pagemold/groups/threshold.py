"""Groups of pages that are alike by one measure: connected components of "at least so similar".

With pq-grams or common paths and 0.8 these are the two clusterings that UXClust is compared with (Grigalis & Čenys
2013).
Each page is compared with those that have no group yet, so pages of large templates cost little.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.clustering import Group
from pagemold.groups.labelled import answer, collect, distinct, lists

THRESHOLD = 0.8
# Pages whose neighbours are looked for at once.
_AT_ONCE = 64


class Comparing(Protocol):
    """What is asked of a measure."""

    @property
    def features(self) -> tuple[str, ...]: ...
    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Any: ...
    def matrix(self, left: Any, right: Any, *, jobs: int = 0) -> NDArray[np.float64]: ...


def group_by_threshold(
    batches: Iterable[pa.RecordBatch], measure: Comparing, letter: str, threshold: float = THRESHOLD
) -> tuple[pa.Table, tuple[Group, ...]]:
    """The pages' rows with their group, and the groups, largest first."""
    pages = collect(batches, measure.features)
    like = distinct(zip(*(lists(pages.batches, name) for name in measure.features), strict=True))
    rows = measure.prepare(pages.batches).take(like.samples)
    return answer(pages, like, components(measure, rows, len(like), threshold), letter)


def components(measure: Comparing, rows: Any, count: int, threshold: float) -> NDArray[np.int64]:
    """The number of each page's component: that of its first page."""
    labels = np.full(count, -1, np.int64)
    for page in range(count):
        if labels[page] < 0:
            labels[page] = page
            _spread(measure, rows, labels, [page], threshold)
    return labels


def _spread(measure: Comparing, rows: Any, labels: NDArray[np.int64], waiting: Sequence[int], threshold: float) -> None:
    """Gives the label of these pages to all that are near them, and near those."""
    label, border = labels[waiting[0]], list(waiting)
    while border and len(free := np.flatnonzero(labels < 0)):
        some, border = border[:_AT_ONCE], border[_AT_ONCE:]
        near = (measure.matrix(rows.take(some), rows.take(free)) >= threshold).any(axis=0)
        labels[free[near]] = label
        border += free[near].tolist()
