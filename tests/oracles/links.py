"""The links method (UXClust) in plain words: dictionaries, sets, a search through all pairs until nothing merges."""

from collections.abc import Callable, Sequence

from tests.oracles.tree import Node, walk
from tests.oracles.xpath import indexed_xpaths

Place = tuple[str, str]
SPACE = " \t\n\f\r"


def links(root: Node) -> list[tuple[str, str]]:
    """Target and indexed XPath of every link of a page, the first of equal targets; no places of the page itself."""
    found: dict[str, str] = {}
    for (node, _), xpath in zip(walk(root), indexed_xpaths(root), strict=True):
        attribute = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}.get(node.label)
        target = node.attributes.get(attribute or "", "").strip(SPACE)
        if target and not target.startswith("#"):
            found.setdefault(target, xpath)
    return list(found.items())


def stage_one(sites: Sequence[str], xpaths: Sequence[str | None]) -> dict[Place, list[int]]:
    """Pages by the place that led to them."""
    places: dict[Place, list[int]] = {}
    for page, (site, xpath) in enumerate(zip(sites, xpaths, strict=True)):
        if xpath is not None:
            places.setdefault((site, xpath), []).append(page)
    return places


def fingerprint(samples: Sequence[set[int]], occurrence: float) -> set[int]:
    """The paths that more than this share of the samples have."""
    everything = set().union(*samples)
    return {path for path in everything if sum(path in one for one in samples) > occurrence * len(samples)}


def agree(one: set[int], other: set[int], similarity: float) -> bool:
    if not one or not other:
        return False
    return len(one & other) >= similarity * max(len(one), len(other)) - 1e-9


def groups(
    sites: Sequence[str],
    xpaths: Sequence[str | None],
    paths: Sequence[set[int]],
    sample: Callable[[list[int]], list[int]],
    cut_off: int,
    occurrence: float,
    similarity: float,
) -> set[frozenset[int]]:
    """The final groups as sets of pages; pages of places below the cut-off are in none."""
    kept = {place: pages for place, pages in stage_one(sites, xpaths).items() if len(pages) >= cut_off}
    prints = {place: fingerprint([paths[page] for page in sample(pages)], occurrence) for place, pages in kept.items()}
    merged = [{place} for place in kept]
    while True:
        pairs = ((one, other) for one in merged for other in merged if one is not other)
        pair = next((pair for pair in pairs if _joined(*pair, prints, similarity)), None)
        if pair is None:
            return {frozenset(page for place in places for page in kept[place]) for places in merged}
        merged.remove(pair[1])
        pair[0].update(pair[1])


def _joined(one: set[Place], other: set[Place], prints: dict[Place, set[int]], similarity: float) -> bool:
    return any(a[0] == b[0] and agree(prints[a], prints[b], similarity) for a in one for b in other)
