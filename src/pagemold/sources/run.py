"""What one reading asks for, and what every way of reading a few parts offers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from pagemold._native import Limits


@dataclass(frozen=True, slots=True)
class Asked:
    """What to compute for each page. `jobs=0` means all cores."""

    features: tuple[str, ...] = ()
    html: bool = False
    jobs: int = 0
    limits: Limits | None = None
    minhash: int = 128
    seed: int = 1


class Run(Protocol):
    """Some parts being read: batches in order, and how many bytes of the parts are behind us."""

    def __iter__(self) -> Iterator[pa.RecordBatch]: ...

    def bytes_done(self) -> int: ...
