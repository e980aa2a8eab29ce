"""Equal or not: the MD5 of a token sequence, as a measure that knows only 0 and 1."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import md5

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.measures.rows import Rows


@dataclass(frozen=True, slots=True)
class DigestMeasure:
    """1 where two pages have the same sequence of tokens, 0 elsewhere. A digest is a row of two numbers."""

    name: str
    column: str

    @property
    def features(self) -> tuple[str, ...]:
        """The feature columns that `prepare` wants."""
        return (self.column,)

    def prepare(self, batches: Iterable[pa.RecordBatch]) -> Rows:
        """The digests of these pages."""
        digests = [digest for batch in batches for digest in _digests(Rows.of([batch], self.column))]
        return Rows(2 * np.arange(len(digests) + 1, dtype=np.int64), np.frombuffer(b"".join(digests), np.uint64))

    def matrix(self, left: Rows, right: Rows, *, jobs: int = 0) -> NDArray[np.float64]:
        """1 where the digests are the same, 0 elsewhere."""
        ours, theirs = left.values.reshape(-1, 2), right.values.reshape(-1, 2)
        same = (ours[:, None, 0] == theirs[None, :, 0]) & (ours[:, None, 1] == theirs[None, :, 1])
        return np.asarray(same, np.float64)


def _digests(tokens: Rows) -> list[bytes]:
    """MD5 of the token hashes of each page; it is a name for the sequence, and guards nothing."""
    return [
        md5(tokens.values[start:end].tobytes(), usedforsecurity=False).digest()
        for start, end in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True)
    ]
