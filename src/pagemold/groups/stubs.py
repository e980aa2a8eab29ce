"""Which groups are stubs: soft 404s, sign-in walls, redirects and other pages that all say the same, and little.

A group is a stub when it has several pages, all of them with little text, and nearly the same words on each; when most
of its pages say the very same, whatever the others say, which are then none themselves; or when its pages hardly have
any text or structure at all.
The words of a navigation say nothing: they are left out before words are compared, if enough is left.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.groups.navigation import navigation, scattered, spread

# The sketch of a page's words; empty where it has many, only a zero where it has none.
FEATURE = "short_text"
# Addresses that a group of stubs has at least.
MANY = 5
# The share of their words that two of its pages have in common, in the mean, with the navigation and without it, if so
# many words of a sketch are left. A fraction: means of floats fall short of it by a rounding.
ALIKE = Fraction(4, 5)
ENOUGH_LEFT = 8
# Pages say the very same if one word of their sketches differs at most; so many of a group must.
SAME = Fraction(19, 20)
MOST = 0.8
# A page with fewer words and paths than this says nothing.
FEW_WORDS = 8
FEW_PATHS = 40
# Rows that become Python values at once, which take many times the room.
AT_ONCE = 10_000
# The columns that tell where a page is from that has no URL.
_PLACE = ("source", "path", "offset")


@dataclass(slots=True)
class _Short:
    """A group most of whose pages have little text: their rows, those of the others, some at different addresses."""

    rows: list[int] = field(default_factory=list)
    long: list[int] = field(default_factory=list)
    looked_at: list[int] = field(default_factory=list)
    addresses: int = 0
    texts: list[list[int]] = field(default_factory=list)
    paths: list[int] = field(default_factory=list)

    def says_nothing(self) -> bool:
        """Whether its pages have hardly any text or structure."""
        both = zip(self.texts, self.paths, strict=True)
        return self.is_all_short() and all(len(text) <= FEW_WORDS and few <= FEW_PATHS for text, few in both)

    def is_all_short(self) -> bool:
        """Whether no page has much text."""
        return not self.long

    def says_the_same(self) -> bool:
        """Whether all its pages have nearly the same words."""
        return self.is_all_short() and self.addresses >= MANY and _are_alike(self.texts)

    def usual(self) -> list[int]:
        """The text whose words are on most of the pages looked at, in the mean."""
        pages = Counter(chain.from_iterable(self.texts))
        return max(self.texts, key=lambda text: sum(map(pages.__getitem__, text)) / len(text))

    def repeated(self) -> list[list[int]]:
        """The texts that say the very same, if they are most of those looked at."""
        if self.addresses < MANY:
            return []
        usual = frozenset(self.usual())
        most = [text for text in self.texts if _have_in_common(frozenset(text), usual, SAME)]
        return most if 2 * len(most) > len(self.texts) else []


class ShortTexts:
    """The sketches of all pages, and how many distinct paths each has, in the order of the pages."""

    def __init__(self) -> None:
        self._sketches: list[pa.Array] = []
        self._paths: list[pa.Array] = []

    def add(self, sketches: pa.Array, paths: pa.Array) -> None:
        """Those of a batch."""
        self._sketches.append(sketches)
        self._paths.append(paths.cast(pa.int32()))

    def stubs(self, groups: pa.Array, pages: pa.Table) -> tuple[set[int], set[int]]:
        """The groups that are stubs, and the rows of these that are none themselves.

        `groups` has the number of each page's, or null; `pages` their rows.
        """
        if not self._sketches:
            return set(), set()
        sketches = pa.chunked_array(self._sketches)
        is_short = pc.fill_null(pc.greater(pc.list_value_length(sketches), 0), False).combine_chunks()
        numbers, (little, much) = spread(len(groups)), _rows(groups, is_short)
        short = self._look(sketches, _short_groups(little, much), pages, numbers)
        found = {number for number, group in short.items() if group.says_nothing()}
        unsure = {number: it for number, it in short.items() if number not in found}
        alike = {number: it.texts for number, it in unsure.items() if it.says_the_same()}
        same = {number: texts for number, it in unsure.items() if (texts := it.repeated())}
        asked = {number: it.texts for number, it in unsure.items() if number in alike or number in same}
        known = navigation(sketches, little, asked, numbers) if asked else {}
        alike, same = (
            {number: texts for number, texts in some.items() if not _is_of_records(texts, known[number])}
            for some in (alike, same)
        )
        others = _others(sketches, {number: (unsure[number], known[number]) for number in same})
        return found | alike.keys() | others.keys(), {row for rows in others.values() for row in rows}

    def _look(
        self, sketches: pa.ChunkedArray, short: dict[int, _Short], pages: pa.Table, numbers: Sequence[int]
    ) -> dict[int, _Short]:
        """The groups with what some of their pages say, chosen by the numbers of their rows.

        One look for all of them: to take a few rows out of many batches, Arrow goes through all of them.
        """
        rows = [row for group in short.values() for row in group.rows]
        addresses = iter(_where(pages, pa.array(rows, pa.int64())).to_pylist())
        for group in short.values():
            where = [next(addresses) for _ in group.rows]
            # Several captures of one page say the same, however much it is.
            first = {address or row: row for row, address in zip(group.rows[::-1], where[::-1], strict=True)}
            group.addresses, group.looked_at = len(first), scattered(first.values(), numbers)
        looked_at = [group.looked_at for group in short.values()]
        paths = pa.chunked_array(self._paths)
        for group, texts, few in zip(
            short.values(), _split(sketches, looked_at), _split(paths, looked_at), strict=True
        ):
            group.texts, group.paths = texts, few
        return short


def _rows(groups: pa.Array, is_short: pa.Array) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """The rows of each group's pages that have little text, and of those that have much."""
    little: dict[int, list[int]] = defaultdict(list)
    much: dict[int, list[int]] = defaultdict(list)
    for row, (number, is_one) in enumerate(zip(groups.to_pylist(), is_short.to_pylist(), strict=True)):
        if number is not None:
            (little if is_one else much)[number].append(row)
    return dict(little), dict(much)


def _short_groups(little: Mapping[int, list[int]], much: Mapping[int, list[int]]) -> dict[int, _Short]:
    """The groups most of whose pages have little text, by their numbers."""
    found = {number: _Short(rows, much.get(number, [])) for number, rows in little.items()}
    # Most groups have pages with much text: they need no closer look.
    return {number: it for number, it in found.items() if len(it.rows) / (len(it.rows) + len(it.long)) >= MOST}


def _where(pages: pa.Table, rows: pa.Array) -> pa.ChunkedArray:
    """Where some pages are from: their URL, or the place in their source, as paths begin anew in every folder given."""
    url = pages["url"].take(rows)
    if url.null_count == 0:
        return url
    source, path, offset = (pages[name].take(rows).cast(pa.large_utf8()) for name in _PLACE)
    place = pc.binary_join_element_wise(source, pc.fill_null(path, ""), offset, pa.scalar("\0", pa.large_utf8()))
    return pc.coalesce(url, place, path)


def _split(column: pa.ChunkedArray, rows: Sequence[Sequence[int]]) -> list[list[Any]]:
    """The values of a column in some rows of each group."""
    values = _taken(column, rows)
    return [[next(values) for _ in some] for some in rows]


def _taken(column: pa.ChunkedArray, rows: Sequence[Sequence[int]]) -> Iterator[Any]:
    """The same, one after the other."""
    taken = column.take(pa.array([row for some in rows for row in some], pa.int64()))
    for start in range(0, len(taken), AT_ONCE):
        yield from taken.slice(start, AT_ONCE).to_pylist()


def _others(sketches: pa.ChunkedArray, walls: Mapping[int, tuple[_Short, set[int]]]) -> dict[int, list[int]]:
    """For each group most of whose pages do say what is usual: the rows of those that say something else.

    Groups are given with the words of their navigation.
    """
    texts = _taken(sketches, [group.rows for group, _ in walls.values()])
    found = {}
    for number, (group, known) in walls.items():
        usual = frozenset(group.usual())
        rows_of: dict[frozenset[int], list[int]] = {}
        for row in group.rows:
            rows_of.setdefault(frozenset(next(texts)), []).append(row)
        same = sum(len(rows) for text, rows in rows_of.items() if _have_in_common(text, usual, SAME))
        if same >= MOST * (len(group.rows) + len(group.long)):
            unlike = [
                text
                for text in rows_of
                if not _have_in_common(text, usual, ALIKE) or _is_of_records([text, usual], known)
            ]
            found[number] = [*(row for text in unlike for row in rows_of[text]), *group.long]
    return found


def _is_of_records(texts: Sequence[Iterable[int]], known: set[int]) -> bool:
    """Whether pages have something to say beside the navigation, and each something else."""
    left = [[word for word in text if word and word not in known] for text in texts]
    is_enough = sum(map(len, left)) >= ENOUGH_LEFT * len(left)
    return bool(known) and is_enough and len(left) > 1 and not _are_alike(left)


def _are_alike(texts: Sequence[Sequence[int]]) -> bool:
    """Whether two of these pages have so many of their words in common, in the mean."""
    pairs = list(combinations(map(frozenset, texts), 2))
    # What both have is found sooner than which hashes are the smallest, and often too little already.
    if _mean((len(one & other), max(len(one), len(other))) for one, other in pairs) < ALIKE:
        return False
    return _mean(_shared(one, other) for one, other in pairs) >= ALIKE


def _have_in_common(one: frozenset[int], other: frozenset[int], least: Fraction) -> bool:
    """Whether two pages have so many of their words in common."""
    if len(one & other) * least.denominator < max(len(one), len(other)) * least.numerator:
        return False
    part, whole = _shared(one, other)
    return part * least.denominator >= whole * least.numerator


def _mean(shares: Iterable[tuple[int, int]]) -> Fraction:
    """The mean of shares, each so many of so many; nothing of nothing is all of it."""
    # Nearly all sketches are of one length: few fractions are left to be added.
    counts: Counter[int] = Counter()
    parts: Counter[int] = Counter()
    for part, whole in shares:
        counts[whole] += 1
        parts[whole] += part
    sums = (Fraction(part, whole) if whole else Fraction(counts[whole]) for whole, part in parts.items())
    return sum(sums, Fraction()) / counts.total()


def _shared(one: frozenset[int], other: frozenset[int]) -> tuple[int, int]:
    """The Jaccard similarity of two sets of words, estimated from the smallest hashes: so many of so many."""
    most = max(len(one), len(other))
    if one == other:
        return most, most
    return len((one & other).intersection(sorted(one | other)[:most])), most
