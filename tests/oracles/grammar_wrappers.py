"""Wrappers: elements that hold much of their pages, and pages on which those of one place have no names."""

from collections import Counter, defaultdict
from itertools import chain

from tests.oracles.grammar_price import Page, Path

SHARE, INSIDE = 0.3, 3


def slots(pages: list[Page]) -> list[list[Path]]:
    """The wrappers of each place in the tree that have the same tag, where there are several."""
    counts = Counter(chain.from_iterable(pages))
    found: dict[tuple[Path, str], list[Path]] = defaultdict(list)
    for path in counts:
        if is_wrapper(path, pages, counts):
            found[path[:-1], tag(path[-1])].append(path)
    return [slot for slot in found.values() if len(slot) > 1]


def tag(segment: str) -> str:
    return segment[: min([segment.find(sign) for sign in ".#[|" if sign in segment], default=len(segment))]


def is_wrapper(path: Path, pages: list[Page], counts: Counter[Path]) -> bool:
    held = inside(path, counts).total()
    sizes = sum(len(page) for page in pages if path in page)
    return held >= INSIDE * counts[path] and held >= SHARE * sizes


def inside(path: Path, counts: Counter[Path]) -> Counter[Path]:
    """On how many pages each way down from a path is."""
    length = len(path)
    return Counter({below[length:]: n for below, n in counts.items() if len(below) > length and below[:length] == path})


def unwrapped(pages: list[Page]) -> list[Page]:
    """The pages, with nameless wrappers above all that they hold where several stand at one place."""
    named = {path for slot in slots(pages) for path in slot if tag(path[-1]) != path[-1]}

    def nameless(path: Path) -> Path:
        above = (path[:end] for end in range(1, len(path)))
        return (*(f"{tag(way[-1])}|" if way in named else way[-1] for way in above), path[-1])

    return [frozenset(map(nameless, page)) for page in pages]
