"""The nouns that travel through the house, but for a `Clustering` and what it is made of. Few, typed, and without
behaviour beyond showing themselves.
"""

from collections import Counter
from dataclasses import dataclass, field

from pagemold.errors import SourceError, UsageError, counted


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
class Account:
    """What one template for two groups saves, in bits: what it is given in advance, which is more for larger and more
    varied groups; what they have in common; and what they do not, 0 or below. That is no plain sum of what paths say:
    where both groups have what the other lacks, it counts several times, and by its logarithm where only one has.
    """

    advance: float
    alike: float
    differing: float

    @property
    def bits(self) -> float:
        """All of it."""
        return self.advance + self.alike + self.differing


@dataclass(frozen=True, slots=True)
class Join:
    """The join that made one group of two parts: the pages of each, the bits that one template for both saves, and what
    each path says for or against it, with the shares of their pages that have it.
    """

    pages: tuple[int, int]
    account: Account
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two pages are together or apart, path by path.

    Apart: the bits that one template for both groups would save, with their `account`; below 0 it would cost them.
    Together: the bits that the template of their group saves on the two pages, compared with no template; `join` tells
    of the parts that the pages were in before these became one group, where they were in two. Groups that share no
    frame, as those of two sites, are not of one family; they are apart whatever the bits say. `addresses` are those of
    the two pages, which are one where `one_page` says so. Groups and bits are always those of the uncut tree;
    `cut_groups` are those of a clustering that was cut.

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
    account: Account | None = None
    join: Join | None = None

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
