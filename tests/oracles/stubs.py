"""Stubs, straight from the definition: each group against all others, in exact fractions, no columns.

A page has the number of its group, a sketch of its words (a zero, then their smallest hashes; nothing where it has many
words), the number of its paths and the place it is from. Meant for few pages: every other group is looked at, as it is
natively where no more than 32 kinds of groups have a word.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

ADDRESSES, LOOKED_AT = 5, 8
ALIKE, VERY_SAME, MOST, USUAL, HALF = Fraction(4, 5), Fraction(19, 20), Fraction(4, 5), Fraction(4, 5), Fraction(1, 2)
FEWER_WORDS, FEW_PATHS, ENOUGH_LEFT = 8, 40, 8

Text = list[int]


class Page(NamedTuple):
    group: int | None
    text: Text
    paths: int
    url: str | None
    place: tuple[str | None, str | None, int]


def stubs(pages: Sequence[Page]) -> tuple[set[int], set[int]]:
    """The groups that are stubs, and the rows of these that are none themselves."""
    found, others = set(), set()
    for number in {page.group for page in pages if page.group is not None}:
        rows = [row for row, page in enumerate(pages) if page.group == number]
        if says_nothing(pages, rows):
            found.add(number)
        elif is_wall(pages, rows):
            found.add(number)
            others |= {row for row in rows if not says_the_same(pages, rows, row)}
        elif is_alike(pages, rows):
            found.add(number)
    return found, others


def says_nothing(pages: Sequence[Page], rows: list[int]) -> bool:
    """Hardly any words or paths."""
    some = looked_at(pages, rows)
    few = all(len(words(pages[row].text)) < FEWER_WORDS and pages[row].paths <= FEW_PATHS for row in some)
    return few and all(pages[row].text for row in rows)


def is_wall(pages: Sequence[Page], rows: list[int]) -> bool:
    """Most say the very same, whatever the others say: so do most of those looked at, and that is no navigation."""
    if len(addresses(pages, rows)) < ADDRESSES:
        return False
    texts, usual = [pages[row].text for row in looked_at(pages, rows)], usual_text(pages, rows)
    same = [text for text in texts if shared(text, usual) >= VERY_SAME]
    if len(same) <= HALF * len(texts) or are_records(same, navigation(pages, rows)):
        return False
    return sum(shared(pages[row].text, usual) >= VERY_SAME for row in rows) >= MOST * len(rows)


def is_alike(pages: Sequence[Page], rows: list[int]) -> bool:
    """All short, and nearly the same words, with the navigation and without it."""
    texts = [pages[row].text for row in looked_at(pages, rows)]
    if not all(pages[row].text for row in rows) or len(addresses(pages, rows)) < ADDRESSES:
        return False
    return mean(texts) >= ALIKE and not are_records(texts, navigation(pages, rows))


def says_the_same(pages: Sequence[Page], rows: list[int], row: int) -> bool:
    """Whether a page of a wall is one itself: short, with nearly the same words, also without the navigation."""
    text, usual = pages[row].text, usual_text(pages, rows)
    return bool(text) and shared(text, usual) >= ALIKE and not are_records([text, usual], navigation(pages, rows))


def usual_text(pages: Sequence[Page], rows: list[int]) -> Text:
    """That of the pages looked at whose words are on most of the others, in the mean; the first of such."""
    texts = [pages[row].text for row in looked_at(pages, rows)]
    return max(texts, key=lambda text: Fraction(sum(other.count(word) for other in texts for word in text), len(text)))


def are_records(texts: Sequence[Text], known: set[int] | None) -> bool:
    """Whether texts differ in what is left without the navigation, if there is one and enough is left."""
    if known is None:
        return False
    left = [[word for word in words(text) if word not in known] for text in texts]
    return sum(map(len, left)) >= ENOUGH_LEFT * len(left) and mean(left) < ALIKE


def navigation(pages: Sequence[Page], rows: list[int]) -> set[int] | None:
    """What half of the other groups usually say that have half of this one's usual words; none if there are none."""
    own = usual_words(pages, rows)
    near = []
    for number in {page.group for page in pages} - {None, pages[rows[0]].group}:
        other = usual_words(pages, [row for row, page in enumerate(pages) if page.group == number])
        if own and len(own & other) >= HALF * len(own):
            near.append(other)
    return {word for other in near for word in other if said_by(near, word) >= HALF * len(near)} if near else None


def said_by(groups: Sequence[set[int]], word: int) -> int:
    return sum(word in group for group in groups)


def usual_words(pages: Sequence[Page], rows: list[int]) -> set[int]:
    """Those that four of five of some short pages of a group have."""
    texts = [pages[row].text for row in scattered([row for row in rows if pages[row].text])]
    return {word for text in texts for word in words(text) if sum(word in it for it in texts) >= USUAL * len(texts)}


def looked_at(pages: Sequence[Page], rows: list[int]) -> list[int]:
    """Some short pages, each from another address."""
    return scattered(addresses(pages, rows))


def addresses(pages: Sequence[Page], rows: list[int]) -> list[int]:
    """The first short page of each address: of the same URL or, without one, the same place."""
    short = [row for row in rows if pages[row].text]
    return [row for row in short if not any(is_same_page(pages[row], pages[it]) for it in short if it < row)]


def is_same_page(one: Page, other: Page) -> bool:
    if one.url or other.url:
        return one.url == other.url
    # A page in memory is from nowhere: only its path could tell.
    return one.place == other.place and one.place[:2] != (None, None)


def scattered(rows: list[int]) -> list[int]:
    """Eight rows by the smallest hashes of their numbers."""

    def hashed(row: int) -> int:
        half = row * 0x9E3779B97F4A7C15 % 2**64
        return (half ^ half // 2**32) * 0x9E3779B97F4A7C15 % 2**64

    return sorted(sorted(rows, key=hashed)[:LOOKED_AT])


def words(text: Text) -> Text:
    """Without the zero, that only says that there is a sketch."""
    return [word for word in text if word]


def mean(texts: Sequence[Text]) -> Fraction:
    """Of what every two of them share."""
    pairs = list(combinations(texts, 2))
    return sum((shared(one, other) for one, other in pairs), Fraction(0)) / len(pairs)


def shared(one: Text, other: Text) -> Fraction:
    """The share of the smallest hashes of both together that both have, as many as the longer sketch has."""
    smallest = sorted({*one, *other})[: max(len(one), len(other))]
    return Fraction(sum(word in one and word in other for word in smallest), len(smallest)) if smallest else Fraction(1)
