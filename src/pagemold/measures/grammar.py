"""Grammar: what knowing one page tells about the other, in bits.

A grammar learnt from one page describes the other; the similarity is the share it saves of what a grammar learnt from
that other page itself would save, the mean of both directions. Large parts count more.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold import _native
from pagemold.measures.rows import Rows


@dataclass(frozen=True, slots=True)
class Grammar:
    """The share of bits that one page saves of another."""

    name: str = "grammar"

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return ("class_trie", "class_trie:parents")

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The tries of these pages."""
        return Rows.of(batches, *self.features)

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """The similarity of each left page (rows) to each right one (columns), 0 to 1."""
        found = _native.grammar_similarities(left.buffers, right.buffers, jobs=jobs)
        return np.frombuffer(found, np.float64).reshape(len(left), len(right))


GRAMMAR = Grammar()
