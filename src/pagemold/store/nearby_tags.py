"""How alike the templates of two collections are by the tags of their pages, some of which are looked at."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Container, Mapping

from pagemold.store import schema
from pagemold.store.collection import Collection
from pagemold.store.segments import Bags, Hit, bag_of, nearest

# Pages of a template that are looked at, and those of another that each is held against. The second must be a multiple
# of the first: then the same pages are met again in both.
_SAMPLE = 8
_HELD_AGAINST = 128
# How alike pages must be to speak for their templates being one.
MATCHED = 0.8
# How many neighbours are asked for until one is of a template in question.
_EFFORTS = (32, 1_024, 32_768)

_PAGES = """
SELECT shown.id, pages.id FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as ORDER BY pages.id
"""


class NearbyTags:
    """The pages of one collection beside those of another."""

    def __init__(self, here: Collection, there: Collection) -> None:
        self._here, self._there = here, there
        self._pages_here, self._pages_there = _pages(here), _pages(there)

    def similarity(self, template: str, other: str) -> float:
        """The median, over sampled pages, of the cosine to the nearest page of another template."""
        pages = _spread(self._pages_here[template], _SAMPLE)
        return _median([self._similarity(bag_of(self._here._spans, page), other) for page in pages])

    def _similarity(self, bag: Bags, other: str) -> float:
        for page, score in nearest(self._there._spans, bag, 1)[0]:
            if self._there.page(page).group == other:
                return score
        own = _counts(bag)
        pages = _spread(self._pages_there[other], _HELD_AGAINST)
        return max(_cosine(own, _counts(bag_of(self._there._spans, page))) for page in pages)

    def nearest(self, template: str) -> str | None:
        """The other collection's template that has most of the pages nearest to sampled ones."""
        votes: Counter[str] = Counter()
        for page in _spread(self._pages_here[template], _SAMPLE):
            hits = nearest(self._there._spans, bag_of(self._here._spans, page), 1)[0]
            votes.update(group for hit, _ in hits if (group := self._there.page(hit).group) is not None)
        return max(votes, key=lambda id: (votes[id], id), default=None)

    def votes(self, template: str, among: Container[str]) -> dict[str, float]:
        """The share of sampled pages whose nearest page, of those of some templates, is in each; where pages are
        equally near, for all of them.
        """
        pages = _spread(self._pages_here[template], _SAMPLE)
        votes: Counter[str] = Counter()
        for page in pages:
            votes.update(self._nearest_among(bag_of(self._here._spans, page), among))
        return {id: count / len(pages) for id, count in votes.items()}

    def _nearest_among(self, bag: Bags, among: Container[str]) -> set[str]:
        for effort in _EFFORTS:
            hits = [hit for hit in nearest(self._there._spans, bag, effort)[0] if hit[1] >= MATCHED]
            found = self._of_templates(hits, among)
            best = found[0][1] if found else MATCHED
            # Others that are as near may come with more hits.
            if len(hits) < effort or hits[-1][1] < best:
                break
        return {group for group, score in found if score == best}

    def _of_templates(self, hits: list[Hit], among: Container[str]) -> list[tuple[str, float]]:
        pages = self._there._pages([page for page, _ in hits])
        groups = [(pages[page].group, score) for page, score in hits]
        return [(group, score) for group, score in groups if group is not None and group in among]


def _pages(collection: Collection) -> Mapping[str, "array[int]"]:
    """The numbers of the pages of each template."""
    found: defaultdict[str, array[int]] = defaultdict(lambda: array("Q"))
    with schema.sqlite_errors(collection.folder):
        for template, page in collection._connection.execute(_PAGES):
            found[template].append(page)
    return found


def _spread(pages: "array[int]", most: int) -> list[int]:
    """Pages spread over all, always the same."""
    return [pages[place] for place in sorted({part * len(pages) // most for part in range(most)})]


def _counts(bag: Bags) -> dict[int, int]:
    return dict(zip(bag[1], bag[2], strict=True))


def _cosine(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    if not one or not other:
        return float(one == other)
    both = sum(count * other.get(item, 0) for item, count in one.items())
    return both / math.sqrt(sum(it * it for it in one.values()) * sum(it * it for it in other.values()))


def _median(scores: list[float]) -> float:
    return sorted(scores)[len(scores) // 2]
