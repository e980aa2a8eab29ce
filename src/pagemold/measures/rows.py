"""Pages prepared for comparison: rows of numbers in flat arrays, as the core wants them and as they can be stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """One row a page: a sequence, a set, a bag or a tree. `counts` is as long as `values`, or empty."""

    offsets: NDArray[np.int64]
    values: NDArray[np.uint64]
    counts: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))

    @classmethod
    def of(cls, batches: Iterable[pa.RecordBatch], column: str, counts: str | None = None) -> Self:
        """The rows of a feature column, with the counts of another one where a measure wants them."""
        ends, values, numbers = [np.zeros(1, np.int64)], [np.empty(0, np.uint64)], [np.empty(0, np.uint32)]
        behind = 0
        for batch in batches:
            offsets, flat = _lists(batch[column])
            ends.append(offsets[1:] + behind)
            values.append(flat)
            behind += len(flat)
            if counts is not None:
                numbers.append(_lists(batch[counts])[1])
        return cls(np.concatenate(ends), np.concatenate(values), np.concatenate(numbers))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def buffers(self) -> tuple[Numbers, Numbers, Numbers]:
        """What the core takes."""
        return self.offsets, self.values, self.counts

    def take(self, places: Sequence[int] | NDArray[np.int64]) -> Self:
        """The rows at these places."""
        at = np.asarray(places, np.int64)
        lengths = self.offsets[at + 1] - self.offsets[at]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        items = np.repeat(self.offsets[at] - ends[:-1], lengths) + np.arange(ends[-1])
        return type(self)(ends, self.values[items], self.counts[items] if len(self.counts) else self.counts)


def _lists(column: pa.Array) -> tuple[NDArray[np.int64], Numbers]:
    """Offsets from 0 and flat values of a column of lists or bytes; a batch may be a slice of a larger one."""
    if pa.types.is_large_binary(column.type):
        _, offsets_buffer, data = column.buffers()
        all_offsets = np.frombuffer(offsets_buffer, np.int64)
        offsets = all_offsets[column.offset : column.offset + len(column) + 1]
        flat = np.frombuffer(data or b"", np.uint8)[offsets[0] : offsets[-1]].astype(np.uint64)
    else:
        offsets = column.offsets.to_numpy()
        flat = column.values.to_numpy()[offsets[0] : offsets[-1]]
    return offsets - offsets[0], flat
