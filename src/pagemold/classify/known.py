"""The pages that a classifier has learnt, each different one once for each of its templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[Any]


class Rows(Protocol):
    """Pages as a measure prepares them: rows of values, perhaps with counts."""

    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def values(self) -> NDArray[np.uint64]: ...
    @property
    def counts(self) -> NDArray[np.uint32]: ...
    @property
    def buffers(self) -> tuple[Numbers, Numbers, Numbers]: ...
    def __len__(self) -> int: ...
    def take(self, places: Sequence[int] | NDArray[np.int64]) -> Self: ...


def row_keys(rows: Rows) -> list[bytes]:
    """The bytes of each row."""
    ends = zip(rows.offsets[:-1], rows.offsets[1:], strict=True)
    counted = len(rows.counts) > 0
    return [
        rows.values[start:end].tobytes() + (rows.counts[start:end].tobytes() if counted else b"") for start, end in ends
    ]


@dataclass(frozen=True, slots=True)
class Known:
    """Different pages, the template of each, and how many training pages it stands for."""

    rows: Rows
    templates: NDArray[np.uint32]
    weights: NDArray[np.uint32]

    @classmethod
    def of(cls, rows: Rows, templates: NDArray[np.int64]) -> Self:
        """Training pages without repetition, sorted by template and content: their order leaves no trace."""
        first: dict[tuple[int, bytes], int] = {}
        weights: dict[tuple[int, bytes], int] = {}
        for place, (template, key) in enumerate(zip(templates.tolist(), row_keys(rows), strict=True)):
            digest = (template, blake2b(key, digest_size=16).digest())
            first.setdefault(digest, place)
            weights[digest] = weights.get(digest, 0) + 1
        chosen = sorted(first)
        return cls(
            rows.take([first[digest] for digest in chosen]),
            np.array([template for template, _ in chosen], np.uint32),
            np.array([weights[digest] for digest in chosen], np.uint32),
        )
