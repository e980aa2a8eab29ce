"""Wrappers: elements that hold much of their pages, and pages on which those of one place have no names."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby

from tests.oracles.grammar_price import Page, Path

SHARE, INSIDE = 0.3, 3


def wrappers(pages: list[Page]) -> set[Path]:
    """The paths that hold much of the pages that have them."""
    counts = Counter(chain.from_iterable(pages))
    return {path for path in counts if is_wrapper(path, pages, counts)}


def is_wrapper(path: Path, pages: list[Page], counts: Counter[Path]) -> bool:
    held = inside([path], counts).total()
    sizes = sum(len(page) for page in pages if path in page)
    return held >= INSIDE * counts[path] and held >= SHARE * sizes


def inside(paths: Iterable[Path], counts: Counter[Path]) -> Counter[Path]:
    """On how many pages each way down from some paths is."""
    ways: Counter[Path] = Counter()
    for path in paths:
        length = len(path)
        for below, n in counts.items():
            if len(below) > length and below[:length] == path:
                ways[below[length:]] += n
    return ways


def levels(pages: list[Page]) -> Iterator[list[Path]]:
    """All paths by their length."""
    for _, level in groupby(sorted(set(chain.from_iterable(pages)), key=len), key=len):
        yield list(level)


def places(paths: Iterable[Path], above: Mapping[Path, Path]) -> list[dict[str, list[Path]]]:
    """By name, the wrappers of each place in the tree that have the same tag, where there are several names; `above` is
    what each path is for those below it.
    """
    found: dict[tuple[Path, str], dict[str, list[Path]]] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        if len(path) > 1:
            found[above[path[:-1]], tag(path[-1])][path[-1]].append(path)
    return [place for place in found.values() if len(place) > 1]


def tag(segment: str) -> str:
    return segment[: min([segment.find(sign) for sign in ".#[|" if sign in segment], default=len(segment))]


def unwrapped(pages: list[Page]) -> list[Page]:
    """The pages, with nameless wrappers above all that they hold where several stand at one place."""
    wrapping = wrappers(pages)
    written: dict[Path, Path] = {}
    above: dict[Path, Path] = {(): ()}
    for level in levels(pages):
        of_place = chain.from_iterable(place.values() for place in places(wrapping.intersection(level), above))
        nameless = {path for path in chain.from_iterable(of_place) if tag(path[-1]) != path[-1]}
        for path in level:
            over = above[path[:-1]]
            written[path] = (*over, path[-1])
            above[path] = (*over, f"{tag(path[-1])}|") if path in nameless else written[path]
    return [frozenset(map(written.__getitem__, page)) for page in pages]
