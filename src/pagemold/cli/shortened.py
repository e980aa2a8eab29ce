"""Names that are too long for a table: cut in the middle, or at what they have in common, so that they differ still."""

from collections.abc import Iterator, Sequence
from itertools import count, takewhile
from string import ascii_letters, digits
from unicodedata import combining, east_asian_width

from pagemold.cli.printable import printable

# Where nobody knows how wide a line may be, names take no more of it.
_COLUMN = 40
_LETTERS = f"{ascii_letters}{digits}"


def shortened(names: Sequence[str], rooms: Sequence[int]) -> list[str]:
    """The names, each in the room there is for it; names that differ are shown differently.

    >>> shortened(["/api/java.base/package-tree.html", "/api"], [16, 16])
    ['/api/jav…ee.html', '/api']
    >>> shortened(["a/long/way/to/go/1/index.html", "a/long/way/to/go/2/index.html"], [14, 14])
    ['…1/index.html', '…2/index.html']
    """
    found = list(map(_cut, names, rooms))
    for alike in _shown_alike(names, found):
        start = _word_that_differs([names[place] for place in alike])
        for place in alike:
            found[place] = _cut("…" + names[place][start:], rooms[place], head=1.0)
    numbers = _Numbers(found)
    for alike in _shown_alike(names, found):
        for place in alike:
            found[place] = numbers.behind(names[place], rooms[place])
    return found


class _Numbers:
    """Tells names apart by numbers behind them, where nothing else does."""

    def __init__(self, shown: Sequence[str]) -> None:
        self._shown = set(shown)
        self._given: dict[tuple[str, int], str] = {}
        # For each beginning and number of digits those that are left, so that none is tried twice.
        self._left: dict[tuple[str, int], Iterator[int]] = {}

    def behind(self, name: str, room: int) -> str:
        """The beginning of a name and a number that no other name has there; the same for the same name."""
        if (name, room) not in self._given:
            fresh = next(it for digits in count(1) for it in self._tries(name, room, digits) if it not in self._shown)
            self._given[name, room] = fresh
            self._shown.add(fresh)
        return self._given[name, room]

    def _tries(self, name: str, room: int, digits: int) -> Iterator[str]:
        start = _cut(name, room - len(" ()") - digits, head=1.0)
        numbers = iter(range(10 ** (digits - 1), 10**digits))
        return (f"{start} ({number})" for number in self._left.setdefault((start, digits), numbers))


def _word_that_differs(names: Sequence[str]) -> int:
    """Where the word begins in which names differ first."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))
    return len("".join(one for one, _ in pairs).rstrip(_LETTERS))


def ending(address: str, room: int) -> str:
    """The end of an address that has no room, which tells more than its beginning.

    >>> ending("https://shop.example/products/axe", 12)
    '…roducts/axe'
    """
    return _cut(address, room, head=0.0)


def beginning(text: str, room: int) -> str:
    """The beginning of a text that has no room."""
    return _cut(text, room, head=1.0)


def padded(names: Sequence[str]) -> list[str]:
    """Names as a column of lines that are printed one by one."""
    short = shortened([printable(name, limit=300) for name in names], [_COLUMN] * len(names))
    width = max(map(cells, short), default=0)
    return [name + " " * (width - cells(name)) for name in short]


def _shown_alike(names: Sequence[str], found: Sequence[str]) -> list[list[int]]:
    """The places of different names that are shown as one, for each such one."""
    shown: dict[str, list[int]] = {}
    for place, as_ in enumerate(found):
        shown.setdefault(as_, []).append(place)
    return [places for places in shown.values() if len({names[place] for place in places}) > 1]


def _cut(name: str, room: int, head: float = 0.5) -> str:
    """The beginning and the end of a name that has no room; `head` of the room for the beginning."""
    if cells(name) <= room:
        return name
    first = _first_cells(name, int((room - 1) * head + 0.5))
    last = _first_cells(name[::-1], room - 1 - cells(first))[::-1]
    return f"{first}…{last}"


def _first_cells(text: str, room: int) -> str:
    """As many characters as there is room for."""
    taken = 0
    for place, character in enumerate(text):
        taken += _width(character)
        if taken > room:
            return text[:place]
    return text


def cells(text: str) -> int:
    """How wide a terminal shows a text."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
