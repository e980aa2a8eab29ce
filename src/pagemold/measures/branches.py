"""Binary branches (Yang, Kalnis & Tung 2005; Wijn 2017): each element with its first child and its next sibling.

Two measures over the same bags: 1 - L1 distance / all branches, whose distance is at most five times the tree edit
distance, and the cosine, which Wijn's query ranks by.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.measures.measure import NativeMeasure
from pagemold.measures.rows import Rows

_COLUMNS = ("binary_branches", "binary_branches:counts")
BRANCHES_L1 = NativeMeasure("branches_l1", native="tag_vector", column=_COLUMNS[0], counts=_COLUMNS[1])
# Pages at once: a dense piece of them takes a few megabytes.
_PIECE = 256


@dataclass(frozen=True, slots=True)
class BranchesCosine:
    """Cosine of bags of binary branches."""

    name: str = "branches_cosine"

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return _COLUMNS

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The bags of these pages."""
        return Rows.of(batches, *_COLUMNS)

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The cosine of each left page (rows) with each right one (columns), 0 to 1; two empty pages are alike."""
        known = np.unique(np.concatenate([left.values, right.values]))
        products = np.zeros((len(left), len(right)))
        for start, ours in _dense(left, known):
            for at, theirs in _dense(right, known):
                products[start : start + len(ours), at : at + len(theirs)] = ours @ theirs.T
        lengths = np.sqrt(_squares(left)[:, None] * _squares(right)[None, :])
        cosines = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
        both_empty = (np.diff(left.offsets) == 0)[:, None] & (np.diff(right.offsets) == 0)[None, :]
        return np.minimum(np.where(both_empty, 1.0, cosines), 1.0)


def _dense(rows: Rows, known: NDArray[np.uint64]) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Some pages at a time, a column for each known branch."""
    for start in range(0, len(rows), _PIECE):
        piece = rows.take(range(start, min(start + _PIECE, len(rows))))
        dense = np.zeros((len(piece), len(known)))
        dense[np.repeat(np.arange(len(piece)), np.diff(piece.offsets)), np.searchsorted(known, piece.values)] = (
            piece.counts
        )
        yield start, dense


def _squares(rows: Rows) -> NDArray[np.float64]:
    squares = np.concatenate([np.zeros(1), np.cumsum(rows.counts.astype(np.float64) ** 2)])
    return np.asarray(squares[rows.offsets[1:]] - squares[rows.offsets[:-1]])


BRANCHES_COSINE = BranchesCosine()
