"""Groups by the place of the link that led to a page (UXClust, Grigalis & Čenys 2013).

1. Pages that links from the same place (indexed XPath) discovered are one group; no page is parsed for this.
2. Groups below the cut-off are left out, and said to be.
3. Five pages of each group are looked at. Groups whose path sets agree are one template.

The method needs a crawl: where links are few, or each stands in a place of its own, most pages fall below the cut-off.
`fold` helps there: places that differ only in positions, `li[4]` and `li[7]`, count as one where their samples agree.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
import pyarrow as pa

from pagemold.groups.components import components
from pagemold.groups.path_sets import agreements, common_paths

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
# The leaf paths of some pages, given by their rows: the only look into pages that the method takes.
Look: TypeAlias = Callable[[Sequence[int]], list[Numbers]]

_POSITION = re.compile(r"\[\d+\]")
# The paper leaves out places that lead to fewer than 100 of 76,503 pages, its average site; a smaller crawl has
# smaller places.
_MOST_CUT_OFF = 100
_PAGES_A_CUT_OFF = 765


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """The four thresholds of the paper, and what goes beyond it.

    `cut_off=None` is the paper's 100, or in proportion, one for every 765 pages, where a crawl is smaller than the
    paper's average site.
    """

    cut_off: int | None = None
    samples: int = 5
    occurrence: float = 0.3
    similarity: float = 0.8
    seed: int = 1
    fold: bool = False
    assign: bool = False

    def cut_off_for(self, pages: int) -> int:
        """The least number of pages that a place must lead to."""
        return self.cut_off if self.cut_off is not None else max(1, min(_MOST_CUT_OFF, pages // _PAGES_A_CUT_OFF))


@dataclass(frozen=True, slots=True)
class LinkGroups:
    """The group of each page, -1 for none; the places of each group, most pages first; what was left out."""

    labels: Numbers
    places: list[list[str]]
    cut_off: int
    dropped_places: int
    dropped_pages: int
    unlinked_pages: int
    assigned_pages: int


def link_groups(
    sites: Sequence[str], urls: Sequence[str], xpaths: Sequence[str | None], look: Look, settings: LinkSettings
) -> LinkGroups:
    """Groups pages by the XPath of the link that discovered each; `None` where no link did.

    >>> pages = ["/", "/a", "/b", "/c"]
    >>> places = [None, "/html/body/a[1]", "/html/body/a[1]", "/html/body/a[2]"]
    >>> found = link_groups(["x"] * 4, pages, places, lambda rows: [np.array([1, 2])] * len(rows), LinkSettings(2))
    >>> found.labels.tolist(), found.places, found.dropped_pages
    ([-1, 0, 0, -1], [['x /html/body/a[1]']], 1)
    """
    names, place_of = _places(sites, xpaths)
    order = _sampling_order(urls, place_of, settings.seed)
    sampler = _Sampler(order, place_of, look, settings)
    if settings.fold:
        names, place_of = _folded(names, place_of, sampler.paths(np.arange(len(names))), settings)
        sampler = _Sampler(_sampling_order(urls, place_of, settings.seed), place_of, look, settings)
    sizes = np.bincount(place_of[place_of >= 0], minlength=len(names))
    cut_off = settings.cut_off_for(len(urls))
    kept = np.flatnonzero(sizes >= cut_off)
    group_of_place = np.full(len(names) + 1, -1)  # the last one stands for "no place"
    group_of_place[kept] = _merged([names[place].partition(" ")[0] for place in kept], sampler.paths(kept), settings)
    labels = group_of_place[place_of]
    linked = int((place_of >= 0).sum())
    dropped = linked - int((labels >= 0).sum())
    assigned = 0
    if settings.assign:
        assigned = _assign(labels, sampler.paths(kept), group_of_place[kept], look)
    places = _names_of_groups(names, sizes, group_of_place)
    unlinked = len(urls) - linked
    return LinkGroups(labels, places, cut_off, len(names) - len(kept), dropped, unlinked, assigned)


def _places(sites: Sequence[str], xpaths: Sequence[str | None]) -> tuple[list[str], Numbers]:
    """Stage 1. The distinct places, `site xpath`, sorted, and the number of each page's, -1 for none."""
    site, xpath = (pa.array(values, pa.large_utf8()).dictionary_encode() for values in (sites, xpaths))
    xpath_of = xpath.indices.fill_null(-1).to_numpy().astype(np.int64)
    pairs = site.indices.to_numpy().astype(np.int64) * (len(xpath.dictionary) + 1) + xpath_of
    distinct, inverse = np.unique(np.where(xpath_of < 0, -1, pairs), return_inverse=True)
    site_names, xpath_names = site.dictionary.to_pylist(), xpath.dictionary.to_pylist()
    width = len(xpath_names) + 1
    names = [
        "" if pair < 0 else f"{site_names[pair // width]} {xpath_names[pair % width]}" for pair in distinct.tolist()
    ]
    ranks = sorted(range(len(names)), key=names.__getitem__)
    rank_of = np.empty(len(names), np.int64)
    rank_of[ranks] = np.arange(len(names))
    without = int(bool(names) and distinct[0] < 0)
    return sorted(names)[without:], rank_of[inverse] - without


def _sampling_order(urls: Sequence[str], place_of: Numbers, seed: int) -> Numbers:
    """All pages, place by place, in an order inside a place that looks random but depends only on seed and URLs."""
    checksums = np.fromiter((crc32(url.encode("utf-8", "surrogatepass")) for url in urls), np.uint64, len(urls))
    odd = np.uint64((2 * seed + 1) * 0x9E37_79B9_7F4A_7C15 % 2**64)
    mixed = checksums * odd
    return np.lexsort((mixed ^ (mixed >> np.uint64(29)), place_of))


class _Sampler:
    """Stage 3's samples: the first pages of each place, and the paths that enough of them share."""

    def __init__(self, order: Numbers, place_of: Numbers, look: Look, settings: LinkSettings) -> None:
        self._order = order
        self._starts = np.searchsorted(place_of[order], np.arange(place_of.max(initial=-1) + 2))
        self._look = look
        self._settings = settings

    def paths(self, places: Numbers) -> list[Numbers]:
        """The path set of each place."""
        rows = [self._rows(place) for place in places.tolist()]
        looked = iter(self._look([row for some in rows for row in some]))
        return [common_paths([next(looked) for _ in some], self._settings.occurrence) for some in rows]

    def _rows(self, place: int) -> list[int]:
        start, end = self._starts[place], self._starts[place + 1]
        rows: list[int] = self._order[start : min(end, start + self._settings.samples)].tolist()
        return rows


def _merged(sites: list[str], paths: list[Numbers], settings: LinkSettings) -> Numbers:
    """Stage 3. Groups of one site whose path sets agree become one: union-find over all pairs, so that nothing is left
    that could merge.
    """
    members: dict[str, list[int]] = {}
    for number, site in enumerate(sites):
        members.setdefault(site, []).append(number)
    pairs = [
        (some[one], some[other])
        for some in members.values()
        for one, other in agreements([paths[number] for number in some], settings.similarity)
    ]
    return components(len(paths), pairs)


def _folded(
    names: list[str], place_of: Numbers, paths: list[Numbers], settings: LinkSettings
) -> tuple[list[str], Numbers]:
    """Places that differ only in positions and whose samples agree, as one place with those positions open."""
    families: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        families.setdefault(_POSITION.sub("[*]", name), []).append(number)
    new_of = np.full(len(names) + 1, -1)
    new_names: list[str] = []
    for family in families.values():
        parts: dict[int, list[int]] = {}
        alike = components(len(family), agreements([paths[number] for number in family], settings.similarity))
        for number, part in zip(family, alike.tolist(), strict=True):
            parts.setdefault(part, []).append(number)
        for part_numbers in parts.values():
            new_of[part_numbers] = len(new_names)
            new_names.append(generalised([names[number] for number in part_numbers]))
    return new_names, new_of[place_of]


def generalised(paths: Sequence[str]) -> str:
    """The path that stands for all of these, which differ only in positions; where they do, any is meant.

    >>> generalised(["/html/body/ul[1]/li[4]/a", "/html/body/ul[1]/li[7]/a"])
    '/html/body/ul[1]/li[*]/a'
    """
    steps = [path.split("/") for path in paths]
    return "/".join(
        same[0] if len(set(same)) == 1 else _POSITION.sub("[*]", same[0]) for same in zip(*steps, strict=True)
    )


def _assign(labels: Numbers, paths: list[Numbers], groups: Numbers, look: Look) -> int:
    """Gives each page without a group to that of the place whose path set it shares most; changes `labels`."""
    rows = np.flatnonzero(labels < 0)
    if not len(rows) or not paths:
        return 0
    for row, own in zip(rows.tolist(), look(rows.tolist()), strict=True):
        shares = [len(np.intersect1d(own, known, assume_unique=True)) / max(len(own), len(known), 1) for known in paths]
        best = int(np.argmax(shares))
        if shares[best] > 0:
            labels[row] = groups[best]
    return int((labels[rows] >= 0).sum())


def _names_of_groups(names: list[str], sizes: Numbers, group_of_place: Numbers) -> list[list[str]]:
    members: list[list[int]] = [[] for _ in range(int(group_of_place.max(initial=-1)) + 1)]
    for place, group in enumerate(group_of_place[:-1].tolist()):
        if group >= 0:
            members[group].append(place)
    return [
        [names[place] for place in sorted(some, key=lambda place: (-sizes[place], names[place]))] for some in members
    ]
