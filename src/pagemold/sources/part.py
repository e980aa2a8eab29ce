"""What the arguments of a run come down to: parts, each one file on disk of a known kind."""

import os
from dataclasses import dataclass
from enum import Enum

from pagemold.errors import SourceError


class Kind(Enum):
    """How a part is read."""

    ARCHIVE = "WARC"
    DOCUMENT = "HTML page"
    WACZ = "WACZ"
    JSONL = "JSONL"
    PARQUET = "Parquet"


@dataclass(frozen=True, slots=True)
class Part:
    """One file to read, or a byte range of one, and how to name it in the answer.

    `location` is where the bytes lie; `source` is what the user knows it by, which differs for standard input and for
    members of a WACZ. `path` is null for archives and tables: their rows are not files.
    """

    kind: Kind
    location: str
    source: str
    path: str | None = None
    start: int = 0
    end: int | None = None
    size: int = 0


def readable_name(name: str) -> str:
    """A file name as text. Names that are not UTF-8 keep what can be read of them."""
    return os.fsencode(name).decode("utf-8", "replace")


def internal(name: str, error: Exception) -> SourceError:
    """The error for a source that Pagemold stumbled over: a fault of its own, kept from costing the other sources."""
    fault = SourceError("internal", f"{name}: internal error, please report it: {type(error).__name__}: {error}")
    fault.__cause__ = error
    return fault


def unreadable(name: str, error: OSError) -> SourceError:
    """The error for a file that the system would not give us."""
    if isinstance(error, FileNotFoundError):
        return SourceError("source_missing", f"{readable_name(name)}: no such file or folder")
    return SourceError("source_unreadable", f"{readable_name(name)}: {error.strerror or error}")
