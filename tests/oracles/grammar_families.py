"""Families: pages connected by pairs that have enough paths in common, and pages that have the frame of a family."""

from math import sqrt

from tests.oracles.grammar_price import Page
from tests.oracles.grammar_wrappers import unwrapped

SAME_FRAME, LITTLE, BARE = 0.36, 2.0, 0.17
FEW, MANY, ASKED, OWN_FRAME, USUAL, LEAST = 2, 5, 32, 0.7, 0.8, 4.0


def weight(paths: Page) -> float:
    return sum(BARE if not set(".#[") & set(path[-1]) else 1.0 for path in paths)


def share_frame(one: Page, two: Page) -> bool:
    return weight(one & two) >= SAME_FRAME * (sqrt(weight(one) * weight(two)) + LITTLE)


def families(order: list[Page]) -> list[list[Page]]:
    """The pages of each family, all in the order given."""
    pages = unwrapped(order)
    found: list[list[int]] = []
    for place, page in enumerate(pages):
        near = [family for family in found if any(share_frame(page, pages[other]) for other in family)]
        found = [family for family in found if family not in near] + [[p for family in near for p in family] + [place]]
    found.sort(key=min)
    inside = [[pages[place] for place in family] for family in found]
    homes = {place: home(number, inside) for number, family in enumerate(found) for place in family}
    together = [[order[place] for place in sorted(homes) if homes[place] == number] for number in range(len(found))]
    return [family for family in together if family]


def home(number: int, families: list[list[Page]]) -> int:
    """The family itself, or where it has few pages, the large one most of whose frame these have."""
    few = families[number]
    shares = [min(share(page, frame(other)) for page in few) if len(other) >= MANY else 0.0 for other in families]
    best = max(shares)
    return shares.index(best) if len(few) <= FEW and best >= OWN_FRAME else number


def frame(family: list[Page]) -> Page:
    """What most of its pages have, as far as some of them tell."""
    family = family[:ASKED]
    paths = frozenset(path for page in family for path in page)
    return frozenset(path for path in paths if sum(path in page for page in family) >= USUAL * len(family))


def share(page: Page, frame: Page) -> float:
    return weight(page & frame) / weight(frame) if weight(frame) >= LEAST else 0.0
