"""Pages with their groups, and the tree that these were found in. What names and cuts them is handed in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.arrow import flag_counts, flag_lists, frame
from pagemold.data import Summary
from pagemold.errors import UsageError

if TYPE_CHECKING:
    from pandas import DataFrame
else:
    DataFrame = Any


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that came out of the same mold. The id comes from content: the same pages give the same id."""

    id: str
    size: int
    share: float
    example: str | None
    # The commonest fingerprint, where the method has one.
    fingerprint: str | None = None
    # The place of the links that lead to most of its pages, where they were grouped by that.
    inbound: str | None = None
    # How well the mold describes its pages, 1 being exactly; only methods with a model know it.
    cohesion: float | None = None
    # For people: the pattern of its addresses, a class that no other group has. It may change when pages are added.
    name: str | None = None
    # `stub` where its pages all say the same, and little: soft 404s, sign-in walls. Its pages carry the flag too.
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """Pages of one template on one host that a finer cut has together, by the id of their group in that cut.

    `has` is a path that most of the variant's pages have and most others of the template lack, `lacks` one that most
    others have and most of these lack, on all hosts. None where nothing tells it so, and where 20 are larger.
    """

    id: str
    size: int
    example: str | None
    has: str | None = None
    lacks: str | None = None


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """The pages of a group that are on one host, and the variants they fall into, largest first: one where nothing is
    torn. The group itself may be on other hosts too.
    """

    group: Group
    size: int
    example: str | None
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Host:
    """The pages of one host by template, largest first; `name` is none of those without a URL, or with one that has no
    host. `ungrouped` pages are in no template.
    """

    name: str | None
    size: int
    templates: tuple[HostTemplate, ...]
    ungrouped: int = 0


# For each group by its id, the last segments of its paths: the share of its pages that have one, and the share of all
# that they hold which hangs there.
Segments: TypeAlias = dict[str, dict[str, tuple[float, float]]]
# The cut that tears templates into variants: a handful of most templates, more of those with thousands of pages. At 2
# most are left whole, at 5 many fall into dozens.
VARIANTS = 3.0


class Tree(Protocol):
    """Groups that were merged step by step."""

    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]:
        """Rows and groups at a level."""

    def ids(self, level: float) -> set[str]:
        """The ids of the groups at a level."""

    def segments(self) -> Segments:
        """What names are made of, of each group as it was found."""

    def walk(self, rows: pa.Table, groups: Sequence[Group], level: float) -> Iterator[Host]:
        """Hosts, the groups in which rows are on each, and their parts at a level."""


class Grouped(NamedTuple):
    """What a method makes of rows; `left_out` pages have structure but no group, and `notes` say why."""

    rows: pa.Table
    groups: tuple[Group, ...]
    left_out: int = 0
    notes: tuple[str, ...] = ()
    # What can cut the tree of groups again, where the method keeps one.
    tree: Tree | None = None


# Gives groups their names, from the rows of their pages and the tree that they were found in.
Naming: TypeAlias = Callable[[Sequence[Group], pa.Table, Tree | None], tuple[Group, ...]]


@dataclass(frozen=True)
class Clustering:
    """Pages with their groups. The rows stay in Arrow; Python objects and names are made only when somebody looks."""

    method: str
    # The groups before they are named.
    found: tuple[Group, ...]
    rows: pa.Table
    summary: Summary
    # Pages with structure that the method put into no group, and its remarks.
    left_out: int = 0
    notes: tuple[str, ...] = ()
    # What can cut the tree of groups again, where the method keeps one, and with it the method's model.
    tree: Tree | None = field(default=None, repr=False, compare=False)
    naming: Naming | None = field(default=None, repr=False, compare=False)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups, largest first."""
        return self.naming(self.found, self.rows, self.tree) if self.naming else self.found

    def cut(self, level: float) -> "Clustering":
        """The same pages in finer groups (level above 0) or coarser ones (below 0), in bits a page, computed anew from
        the tree of merges alone.
        """
        if isnan(level):
            raise UsageError("wrong_argument", f"{level}: no level to cut at")
        rows, found = self._kept().cut(level)
        return replace(self, found=found, rows=rows, summary=replace(self.summary, flags=flag_counts(rows["flags"])))

    def walk(self, level: float = VARIANTS) -> Iterator[Host]:
        """From host to template to variant: the hosts, largest first, each with these groups as far as they are there,
        each with the parts into which a cut at this level tears it.
        """
        return self._kept().walk(self.rows, self.groups, level)

    def _kept(self) -> Tree:
        if self.tree is None:
            raise UsageError("no_tree", "this clustering keeps no tree of groups; that of grammar does")
        return self.tree

    def __len__(self) -> int:
        return int(self.rows.num_rows)

    def __repr__(self) -> str:
        return f"Clustering(method={self.method!r}, pages={len(self)}, groups={len(self.found)})"

    @cached_property
    def labels(self) -> list[str | None]:
        """The group id of each page in the order of the input; `None` where a page has no structure to go by."""
        labels: list[str | None] = self.rows["group"].to_pylist()
        return labels

    def members(self, group: str) -> list[int]:
        """The rows of a group's pages."""
        rows: list[int] = pc.indices_nonzero(pc.equal(self.rows["group"].cast(pa.large_utf8()), group)).to_pylist()
        return rows

    def table(self) -> pa.Table:
        """One row a page as an Arrow table: what identifies the page first, then its group, then the rest."""
        first = ["url", "path", "group", "flags", "source"]
        rest = [name for name in self.rows.column_names if name not in first]
        flags = flag_lists(self.rows["flags"])
        return self.rows.set_column(self.rows.column_names.index("flags"), "flags", flags).select(first + rest)

    def frame(self) -> DataFrame:
        """The table as a pandas DataFrame."""
        return frame(self.table, "Clustering.frame()")
