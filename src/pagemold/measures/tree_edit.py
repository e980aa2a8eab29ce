"""Tree edit distance (Zhang & Shasha 1989) as Gowda & Mattmann (2016) use it: 1 - distance / (dearest edit · nodes).

Exact, and the measure that sees most; it grows with the product of the sizes of two pages, and a long list in one of
them weighs as much as a different template. `fold=True` leaves repeated siblings out first.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import tree_distances
from pagemold.errors import UsageError
from pagemold.measures.rows import Rows


@dataclass(frozen=True, slots=True)
class TreeEdit:
    """The measure with its settings: what it costs to insert, remove and replace an element, and whether to fold."""

    name: str = "tree_edit"
    costs: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fold: bool = False

    def __post_init__(self) -> None:
        if not (all(0 <= cost < float("inf") for cost in self.costs) and max(self.costs) > 0):
            raise UsageError("wrong_argument", f"costs: {self.costs} must be finite, not negative, and not all 0")

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return ("elements", "elements:counts")

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The trees of these pages."""
        return Rows.of(batches, "elements", "elements:counts")

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        found = tree_distances(left.buffers, right.buffers, costs=self.costs, fold=self.fold, similar=True, jobs=jobs)
        return np.frombuffer(found, np.float64).reshape(len(left), len(right))


TREE_EDIT = TreeEdit()
