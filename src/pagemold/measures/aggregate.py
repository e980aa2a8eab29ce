"""Structure and style together (Gowda & Mattmann 2016): κ · tree edit similarity + (1 - κ) · class similarity.

Style makes up for lists of unequal length, structure for sites that style all their templates alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.errors import UsageError
from pagemold.measures.rows import Rows
from pagemold.measures.style import STYLE
from pagemold.measures.tree_edit import TREE_EDIT, TreeEdit


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The weighted mean of both; κ is the weight of structure, one half as the paper starts with."""

    name: str = "aggregate"
    kappa: float = 0.5
    structure: TreeEdit = field(default=TREE_EDIT)

    def __post_init__(self) -> None:
        if not 0 <= self.kappa <= 1:
            raise UsageError("wrong_argument", f"kappa: {self.kappa} is not between 0 and 1")

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return (*self.structure.features, *STYLE.features)

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """Trees and class sets in one: each page's row is its tree, then its classes, which have the count 0."""
        kept = list(batches)
        return _woven(self.structure.prepare(kept), STYLE.prepare(kept))

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        (trees, classes), (other_trees, other_classes) = unwoven(left), unwoven(right)
        structure = self.structure.matrix(trees, other_trees, jobs=jobs)
        return self.kappa * structure + (1 - self.kappa) * STYLE.matrix(classes, other_classes, jobs=jobs)


def _woven(trees: Rows, classes: Rows) -> Rows:
    """Two kinds of rows as one, so that every measure prepares the same noun. No subtree has the size 0."""
    lengths = np.diff(trees.offsets) + np.diff(classes.offsets)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    values, counts = np.zeros(offsets[-1], np.uint64), np.zeros(offsets[-1], np.uint32)
    is_tree = np.repeat(
        np.tile([True, False], len(trees)), np.column_stack([_lengths(trees), _lengths(classes)]).ravel()
    )
    values[is_tree], values[~is_tree] = trees.values, classes.values
    counts[is_tree] = trees.counts
    return Rows(offsets, values, counts)


def unwoven(rows: Rows) -> tuple[Rows, Rows]:
    """The trees and the class sets again."""
    is_tree = rows.counts > 0
    behind = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_tree)])[rows.offsets]
    return Rows(behind, rows.values[is_tree], rows.counts[is_tree]), Rows(rows.offsets - behind, rows.values[~is_tree])


def _lengths(rows: Rows) -> NDArray[np.int64]:
    return np.diff(rows.offsets)


AGGREGATE = Aggregate()
