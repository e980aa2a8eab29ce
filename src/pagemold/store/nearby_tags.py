"""How alike the templates of two collections are by the tags of their pages, some of which are looked at."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping

from pagemold.store import schema
from pagemold.store.collection import Collection
from pagemold.store.segments import Bags, bag_of, nearest

# Pages of a template that are looked at, and those of another that each is held against. The second must be a multiple
# of the first: then the same pages are met again in both.
SAMPLE = 8
_HELD_AGAINST = 128
# How alike pages must be to speak for their templates being one.
MATCHED = 0.8

_PAGES = """
SELECT shown.id, pages.id FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as ORDER BY pages.id
"""


class TemplatePages:
    """The pages of each template of a collection by their numbers, and the template of each page."""

    def __init__(self, collection: Collection) -> None:
        self.spans = collection._spans
        self.of: defaultdict[str, array[int]] = defaultdict(lambda: array("Q"))
        self._templates: list[str | None] = []
        with schema.sqlite_errors(collection.folder):
            for template, page in collection._connection.execute(_PAGES):
                self.of[template].append(page)
                self._templates += [None] * (page - len(self._templates)) + [template]

    def template(self, page: int) -> str | None:
        """The one that a page is shown under, if any."""
        return self._templates[page] if page < len(self._templates) else None

    def sample(self, template: str, most: int) -> list[Bags]:
        """What pages hold that are spread over a template, always the same."""
        pages = self.of[template]
        return [
            bag_of(self.spans, pages[place]) for place in sorted({part * len(pages) // most for part in range(most)})
        ]


class NearbyTags:
    """The pages of one collection beside those of another."""

    def __init__(self, here: TemplatePages, there: TemplatePages) -> None:
        self._here, self._there = here, there

    def similarity(self, template: str, other: str) -> float:
        """The median, over sampled pages, of the cosine to the nearest page of another template."""
        scores = [self._similarity(bag, other) for bag in self._here.sample(template, SAMPLE)]
        return sorted(scores)[len(scores) // 2]

    def _similarity(self, bag: Bags, other: str) -> float:
        for page, score in nearest(self._there.spans, bag, 1)[0]:
            if self._there.template(page) == other:
                return score
        own = _counts(bag)
        return max(_cosine(own, _counts(it)) for it in self._there.sample(other, _HELD_AGAINST))

    def nearest(self, template: str) -> str | None:
        """The other collection's template that has most of the pages nearest to sampled ones."""
        votes: Counter[str] = Counter()
        for bag in self._here.sample(template, SAMPLE):
            near = [self._there.template(page) for page, _ in nearest(self._there.spans, bag, 1)[0]]
            votes.update(id for id in near if id is not None)
        return max(votes, key=lambda id: (votes[id], id), default=None)


def _counts(bag: Bags) -> dict[int, int]:
    return dict(zip(bag[1], bag[2], strict=True))


def _cosine(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    if not one or not other:
        return float(one == other)
    both = sum(count * other.get(item, 0) for item, count in one.items())
    return both / math.sqrt(sum(it * it for it in one.values()) * sum(it * it for it in other.values()))
