"""Style (Gowda & Mattmann 2016): what the sets of CSS classes of two pages share / all classes of both (Jaccard).

Blind to structure and to repetition, and cheap. Two pages without classes are alike; pages of one site often share
most classes whatever their template.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold import _native
from pagemold.measures.rows import Rows


@dataclass(frozen=True, slots=True)
class Style:
    """Jaccard similarity of class sets."""

    name: str = "style"

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return ("class_set",)

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The class sets of these pages."""
        return Rows.of(batches, "class_set")

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        shared = shared_items(left, right, jobs=jobs)
        either = np.diff(left.offsets)[:, None] + np.diff(right.offsets)[None, :] - shared
        return np.divide(shared, either, out=np.ones_like(shared), where=either > 0)


def shared_items(left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
    """How many items each left set has in common with each right one: the core gives shares of the larger set."""
    found = _native.similarities("overlap", left.buffers, right.buffers, jobs=jobs)
    shares = np.frombuffer(found, np.float64).reshape(len(left), len(right))
    larger = np.maximum(np.diff(left.offsets)[:, None], np.diff(right.offsets)[None, :])
    return np.rint(shares * larger)


STYLE = Style()
