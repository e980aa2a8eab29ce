"""Exchanged wrappers: elements of one place around much of a page, alike inside, are written alike."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from math import sqrt

from tests.oracles.grammar_price import Page, Path
from tests.oracles.grammar_wrappers import inside, levels, places, wrappers
from tests.oracles.hashing import sequence_hash

BESIDE, ALIKE, LEADERS, ROUNDS = 5, 0.35, 16, 3


@dataclass
class Alike:
    """Wrappers that are alike inside, under the name of the most frequent one."""

    name: str
    paths: list[Path]
    pages: int
    ways: Counter[Path]
    is_several: bool = False


def written_alike(family: list[Page]) -> dict[Page, Page]:
    """How each page of a family is written: from the root down, as what is below is at the place that this makes."""
    wrapping = wrappers(family)
    written: dict[Path, Path] = {(): ()}
    leaves: dict[Path, Path] = {}
    for level in levels(family):
        leaders: dict[Path, str] = {}
        for place in places(wrapping.intersection(level), written):
            leaders |= exchanged(place, family)
        for path in level:
            over = written[path[:-1]]
            written[path] = (*over, f"{leaders[path]}|#" if path in leaders else path[-1])
            if path in leaders:
                leaves[path] = (*written[path], f"[{path[-1]}]")
    return {page: rewritten(page, written, leaves) for page in family}


def exchanged(place: dict[str, list[Path]], pages: list[Page]) -> dict[Path, str]:
    """The name of the wrapper that each one of a place is written after."""
    counts = Counter(chain.from_iterable(pages))
    having = {name: {page for page in pages if page.intersection(paths)} for name, paths in place.items()}
    alike = []
    for name, paths in place.items():
        others = set().union(*(having[other] for other in place if other != name))
        if 100 * len(having[name] & others) <= BESIDE * len(having[name]):
            alike.append(Alike(name, sorted(paths, key=order), len(having[name]), inside(paths, counts)))
    for _ in range(ROUNDS):
        alike = joined(alike)
    return {path: it.name for it in alike if it.is_several for path in it.paths}


def joined(all_of_them: list[Alike]) -> list[Alike]:
    """Each joined with the one that is most like it, of a few that are frequent and unlike each other."""
    leaders: list[Alike] = []
    others: list[Alike] = []
    for it in sorted(all_of_them, key=lambda it: (-it.pages, order(it.paths[0]))):
        shares = [cosine(leader.ways, it.ways) for leader in leaders]
        if shares and max(shares) >= ALIKE:
            leader = leaders[shares.index(max(shares))]
            leader.paths += it.paths
            leader.pages += it.pages
            leader.ways.update(it.ways)
            leader.is_several = True
        else:
            (leaders if len(leaders) < LEADERS else others).append(it)
    return leaders + others


def order(path: Path) -> list[int]:
    """Paths are numbered by the hashes on the way to them."""
    return [sequence_hash(path[:end]) for end in range(1, len(path) + 1)]


def cosine(one: Counter[Path], two: Counter[Path]) -> float:
    def square(ways: Counter[Path]) -> int:
        return sum(count * count for count in ways.values())

    return sum(count * two[way] for way, count in one.items()) / sqrt(square(one) * square(two))


def rewritten(page: Page, written: dict[Path, Path], leaves: dict[Path, Path]) -> Page:
    """The page with its wrappers written alike, and their names as leaves; a page that has two of them as it was."""
    names = [leaves[path] for path in page if path in leaves]
    anew = frozenset([*map(written.__getitem__, page), *names])
    return anew if len(anew) == len(page) + len(names) else page
