"""The nouns that travel through the house. Few, typed, and without behaviour beyond showing themselves."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from pagemold.arrow import flag_lists
from pagemold.errors import SourceError, UsageError

if TYPE_CHECKING:
    from pandas import DataFrame
else:
    DataFrame = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: where it lies, what its server said, how it was decoded, and its text where that was asked for."""

    url: str | None = None
    path: str | None = None
    source: str | None = None
    offset: int = 0
    length: int = 0
    status: int | None = None
    content_type: str | None = None
    encoding: str | None = None
    encoding_source: str | None = None
    size: int = 0
    flags: tuple[str, ...] = ()
    html: str | None = None


def fingerprint_string(entries: bytes) -> str:
    """A fingerprint as people exchange it: the version of the method, then two hexadecimal digits an entry."""
    return "lzw1:" + entries.hex()


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that came out of the same mold. The id comes from content: the same pages give the same id."""

    id: str
    size: int
    share: float
    example: str | None
    fingerprint: str
    # How well the mold describes its pages, 1 being exactly; only methods with a model know it.
    cohesion: float | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Damage met while reading: where it is, how many bytes were passed over, and what was wrong.

    What is not read cannot be met: see `whole` of `read`.
    """

    source: str
    offset: int
    skipped: int
    code: str
    message: str

    def __str__(self) -> str:
        passed = f" ({self.skipped:,} bytes skipped)" if self.skipped else ""
        return f"{self.source}: at {self.offset:,}: {self.message}{passed}"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run over sources met. `problems` holds the first ones; `problem_count` says how many there were."""

    pages: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    problems: tuple[Problem, ...] = ()
    problem_count: int = 0
    errors: tuple[SourceError, ...] = ()


class Tree(Protocol):
    """Groups that were merged step by step."""

    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]:
        """Rows and groups at a level."""


@dataclass(frozen=True)
class Clustering:
    """Pages with their groups. The rows stay in Arrow; Python objects are made only when somebody looks."""

    method: str
    groups: tuple[Group, ...]
    rows: pa.Table
    summary: Summary
    # What can cut the tree of groups again, where the method keeps one, and with it the method's model.
    tree: Tree | None = field(default=None, repr=False, compare=False)

    def cut(self, level: float) -> "Clustering":
        """The same pages in finer groups (level above 0) or coarser ones (below 0), in bits a page, computed anew from
        the tree of merges alone.
        """
        if self.tree is None:
            raise UsageError("no_tree", f"{self.method}: keeps no tree of groups to cut; grammar does")
        rows, groups = self.tree.cut(level)
        return Clustering(self.method, groups, rows, self.summary, self.tree)

    def __len__(self) -> int:
        return int(self.rows.num_rows)

    def __repr__(self) -> str:
        return f"Clustering(method={self.method!r}, pages={len(self)}, groups={len(self.groups)})"

    @cached_property
    def labels(self) -> list[str | None]:
        """The group id of each page in the order of the input; `None` where a page has no structure to go by."""
        labels: list[str | None] = self.rows["group"].to_pylist()
        return labels

    def table(self) -> pa.Table:
        """One row a page as an Arrow table: what identifies the page first, then its group, then the rest."""
        first = ["url", "path", "group", "flags", "source"]
        rest = [name for name in self.rows.column_names if name not in first]
        flags = flag_lists(self.rows["flags"])
        return self.rows.set_column(self.rows.column_names.index("flags"), "flags", flags).select(first + rest)

    def frame(self) -> DataFrame:
        """The table as a pandas DataFrame."""
        try:
            import pandas  # noqa: F401
        except ImportError as missing:
            message = "Clustering.frame() needs pandas: pip install pandas; .table() gives the same rows as Arrow"
            raise UsageError("missing_package", message) from missing
        return self.table().to_pandas()
