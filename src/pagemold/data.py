"""The nouns that travel through the house. Few, typed, and without behaviour beyond showing themselves; what names and
cuts the groups of a `Clustering` is handed to it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.arrow import flag_counts, flag_lists
from pagemold.errors import SourceError, UsageError, counted

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


def fingerprint_entries(given: bytes | str) -> bytes:
    """The reverse: one byte an entry. Bytes are taken for entries already."""
    if isinstance(given, bytes):
        return given
    try:
        if given.startswith("lzw1:"):
            return bytes.fromhex(given[5:])
    except ValueError:
        pass
    raise UsageError("wrong_fingerprint", f"{given!r}: not a fingerprint; one looks like lzw1:00000200")


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
class Part:
    """An element of a template: where it hangs, how often it is there, and what of it varies from page to page.

    `share` is the share of pages with the part among those with the part above it; `count` how often a page that has it
    has it, at the median and at most. `constant` is the text that all pages have there; `samples` are the texts that
    most pages have where it varies: the part is a slot then. `more_texts` says how many other texts there are, where a
    part is repeated or more pages were read than there are samples. `attributes` are those whose values vary. Of `html`
    and `body`, `classes` are those that vary, each with the share of pages that have it, the most frequent first;
    `more_classes` says how many others do.
    """

    segment: str
    parent: int | None
    depth: int
    pages: int
    share: float
    count: tuple[int, int]
    constant: str | None = None
    samples: tuple[str, ...] = ()
    more_texts: int = 0
    attributes: tuple[str, ...] = ()
    classes: tuple[tuple[str, float], ...] = ()
    more_classes: int = 0

    @property
    def is_mandatory(self) -> bool:
        """Whether every page that has the part above it has this one."""
        return self.share >= 1

    @property
    def is_repeated(self) -> bool:
        """Whether a page may have it more than once."""
        return self.count[1] > 1

    @property
    def is_slot(self) -> bool:
        """Whether it holds what the template was filled with."""
        return bool(self.samples)


@dataclass(frozen=True, slots=True)
class Template:
    """What the pages of a group have in common, as a tree of parts in document order."""

    pages: int
    parts: tuple[Part, ...]

    def path(self, place: int) -> str:
        """The way from the root to a part, as in class paths."""
        segments = []
        at: int | None = place
        while at is not None:
            segments.append(self.parts[at].segment)
            at = self.parts[at].parent
        return "/".join(reversed(segments))


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
        passed = f" ({counted(self.skipped, 'byte')} skipped)" if self.skipped else ""
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


@dataclass(frozen=True, slots=True)
class Reason:
    """One path that speaks for one template (bits above 0) or against it (below 0), and the share of each group's pages
    that have it. Of two pages, `pages` says which of them have it.
    """

    path: str
    bits: float
    share: float
    other_share: float
    pages: tuple[bool, bool] | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two pages are together or apart, path by path.

    Apart: the bits that one template for both groups would save; below 0 it would cost them. Together: the bits that
    the template of their group saves on the two pages, compared with no template. Groups that share no frame, as those
    of two sites, are not of one family; they are apart whatever the bits say. `addresses` are those of the two pages,
    which are one where `one_page` says so. Groups and bits are always those of the uncut tree; `cut_groups` are those
    of a clustering that was cut.

    Cuts are in bits a page of the smaller side, so `bits` do not tell them. `coarser` is the least `--coarser`, in
    hundredths, that makes two groups one, `finer` the least `--finer` that parts pages of one; none where no cut does.
    """

    groups: tuple[str, str]
    bits: float
    reasons: tuple[Reason, ...]
    one_family: bool
    addresses: tuple[str | None, str | None]
    one_page: bool
    cut_groups: tuple[str, str]
    coarser: float | None = None
    finer: float | None = None

    @property
    def together(self) -> bool:
        """Whether both pages are in one group."""
        return self.groups[0] == self.groups[1]

    @property
    def together_in_cut(self) -> bool:
        """Whether both pages are in one group of a clustering that was cut."""
        return self.cut_groups[0] == self.cut_groups[1]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The group nearest to another: the bits that one template for both would save, and what keeps them apart.

    Nearest is the one that saves most, or costs least, in `bits_a_page`: of the smaller group, whose pages weigh as 20
    at most. Where no group shares its frame, it is one of another family, that has most paths in common with it.
    `coarser` is the least `--coarser`, in hundredths, that makes them one group; none where no cut does.
    """

    group: str
    bits: float
    bits_a_page: float
    reasons: tuple[Reason, ...]
    one_family: bool = True
    coarser: float | None = None


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
        try:
            import pandas  # noqa: F401
        except ImportError as missing:
            message = "Clustering.frame() needs pandas: pip install pandas; .table() gives the same rows as Arrow"
            raise UsageError("missing_package", message) from missing
        return self.table().to_pandas()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a difference: an element that is the same, changed, removed or inserted, or `count` left out."""

    sign: str
    depth: int
    text: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two pages: how alike by each measure and how long that took, what the papers' rules say, and where they differ.

    A similarity is None, and so are the lines, where the pages are too large for it.
    """

    similarities: dict[str, float | None]
    seconds: dict[str, float]
    rules: dict[str, bool]
    lines: list[Line] | None

    @property
    def verdict(self) -> str:
        """In one line, whether both came out of one template by the rules of the papers."""
        yes = [name for name, says in self.rules.items() if says]
        no = [name for name, says in self.rules.items() if not says]
        if not no:
            return f"One template, by all {len(yes)} rules of the papers: {', '.join(yes)}."
        if not yes:
            return f"Different templates, by all {len(no)} rules of the papers: {', '.join(no)}."
        likely = "Probably one template" if len(yes) > len(no) else "Probably different templates"
        return f"{likely}, by the rules of the papers: the same by {', '.join(yes)}, but not by {', '.join(no)}."

    @property
    def caveat(self) -> str:
        """What the verdict does not know. What a site has on all its pages and what is one template's, only other pages
        tell; grammar, which goes by that, can say nothing of two alone.
        """
        return (
            "The rules know these two pages only. `cluster` may say otherwise: it weighs them among others of their "
            "site, and `explain SOURCE A B` tells why."
        )
