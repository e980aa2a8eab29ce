"""Exchanged wrappers: elements of one place around much of a page, alike inside, are written alike."""

from collections import Counter
from itertools import chain
from math import sqrt

from tests.oracles.grammar_price import Page, Path
from tests.oracles.grammar_wrappers import inside, slots
from tests.oracles.hashing import sequence_hash

BESIDE, ALIKE, LEADERS, ROUNDS = 5, 0.35, 16, 3


def written_alike(family: list[Page]) -> dict[Page, Page]:
    """How each page of a family is written."""
    written = {page: page for page in family}
    for _ in range(ROUNDS):
        leaders = exchanged(list(written.values()))
        written = {page: rewritten(known, leaders) for page, known in written.items()}
    return written


def exchanged(pages: list[Page]) -> dict[Path, str]:
    """The last segment of the wrapper that each one is written after."""
    counts = Counter(chain.from_iterable(pages))
    found: dict[Path, str] = {}
    for place in slots(pages):
        alone = [path for path in place if 100 * beside(path, place, pages) <= BESIDE * counts[path]]
        leaders: list[tuple[Path, Counter[Path], list[Path]]] = []
        for path in sorted(alone, key=lambda path: (-counts[path], sequence_hash(path))):
            ways = inside(path, counts)
            alike = [cosine(all_ways, ways) for _, all_ways, _ in leaders]
            if alike and max(alike) >= ALIKE:
                _, all_ways, followers = leaders[alike.index(max(alike))]
                all_ways.update(ways)
                followers.append(path)
            elif len(leaders) < LEADERS:
                leaders.append((path, ways, []))
        for leader, _, followers in leaders:
            found |= {path: leader[-1] for path in (leader, *followers) if followers}
    return found


def beside(path: Path, slot: list[Path], pages: list[Page]) -> int:
    """The pages on which a wrapper has another one of its place beside it."""
    return sum(path in page and any(other in page for other in slot if other != path) for page in pages)


def cosine(one: Counter[Path], two: Counter[Path]) -> float:
    def square(ways: Counter[Path]) -> int:
        return sum(count * count for count in ways.values())

    return sum(count * two[way] for way, count in one.items()) / sqrt(square(one) * square(two))


def rewritten(page: Page, leaders: dict[Path, str]) -> Page:
    """The page with its wrappers written alike, and their names as leaves; a page that has two of them as it was."""

    def alike(path: Path) -> Path:
        ways = (path[: end + 1] for end in range(len(path)))
        return tuple(f"{leaders[way].removesuffix('|#')}|#" if way in leaders else way[-1] for way in ways)

    leaves = [(*alike(path), f"[{path[-1]}]") for path in page if path in leaders and not path[-1].endswith("|#")]
    written = frozenset([*map(alike, page), *leaves])
    return written if len(written) == len(page) + len(leaves) else page
