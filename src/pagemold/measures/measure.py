"""What every measure offers: what it reads off a page, and how alike the pages of two batches are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold import _native
from pagemold.measures.rows import Rows


class Measure(Protocol):
    """A way to compare pages. Add one: a file with an instance, and its name in `MEASURES`."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        ...

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The pages of these batches, ready to be compared again and again."""
        ...

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        ...


class Nearest(NamedTuple):
    """For each query: its most similar known page and that of another group (-1: none), with their similarities.

    `reached[offsets[i]:offsets[i + 1]]` are the groups that query i is similar enough to, if they were asked for.
    """

    best: NDArray[np.int64]
    similarity: NDArray[np.float64]
    second: NDArray[np.int64]
    second_similarity: NDArray[np.float64]
    offsets: NDArray[np.int64]
    reached: NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class NativeMeasure:
    """A measure of the core, by its name there, over one feature column and perhaps its counts."""

    name: str
    native: str
    column: str
    counts: str | None = None
    # Pages of one template are at least so alike; None: as alike as the least alike pages that it was learnt from.
    threshold: float | None = None

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return (self.column,) if self.counts is None else (self.column, self.counts)

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The pages of these batches, ready to be compared again and again."""
        return Rows.of(batches, self.column, self.counts)

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        found = _native.similarities(self.native, left.buffers, right.buffers, jobs=jobs)
        return np.frombuffer(found, np.float64).reshape(len(left), len(right))

    def nearest(
        self,
        queries: Rows,
        known: Rows,
        groups: Sequence[int],
        thresholds: Sequence[float],
        *,
        runner_up: bool = False,
        every: bool = False,
        jobs: int = 0,
    ) -> Nearest:
        """The nearest known page of each query; those less similar than the threshold of their group do not count."""
        found = _native.nearest(
            self.native,
            queries.buffers,
            known.buffers,
            groups,
            thresholds,
            runner_up=runner_up,
            every=every,
            jobs=jobs,
        )
        kinds = (np.int64, np.float64, np.int64, np.float64, np.int64, np.uint32)
        return Nearest(*(np.frombuffer(buffer, kind) for buffer, kind in zip(found, kinds, strict=True)))

    def least(self, rows: Rows, groups: Sequence[int], count: int, *, jobs: int = 0) -> NDArray[np.float64]:
        """The least similarity of two pages inside each group; 1 where there are no two."""
        return np.frombuffer(_native.least_similarities(self.native, rows.buffers, groups, count, jobs=jobs))

    def linked(self, rows: Rows, threshold: float, *, jobs: int = 0) -> list[int]:
        """The number of each page's group: pages at least so similar are together, directly or through others."""
        return _native.linked(self.native, rows.buffers, threshold, jobs=jobs)
