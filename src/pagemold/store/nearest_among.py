"""Which of some templates of a collection have the pages that are nearest, by tags, to those of another collection."""

from collections.abc import Container
from hashlib import blake2b

from pagemold.store.nearby_tags import MATCHED, SAMPLE, TemplatePages
from pagemold.store.segments import Bags, nearest

# How many neighbours are asked for until one is of a template in question.
_EFFORTS = (32, 1_024, 32_768)


class NearestAmong:
    """The templates, among those in question, that are nearest to the pages of templates of another collection.

    Pages that are equal are looked up once, and the same templates kept once: of many sites with the same tags each
    page is as near to all of them.
    """

    def __init__(self, here: TemplatePages, there: TemplatePages, among: Container[str]) -> None:
        self._here, self._there, self._among = here, there, among
        self._by_page: dict[bytes, frozenset[str]] = {}
        self._sets: dict[frozenset[str], frozenset[str]] = {}

    def to(self, template: str) -> list[frozenset[str]]:
        """For each sampled page those that have the page nearest to it; where pages are equally near, all of them."""
        return [self._nearest(bag) for bag in self._here.sample(template, SAMPLE)]

    def _nearest(self, bag: Bags) -> frozenset[str]:
        page = _identity(bag)
        if page not in self._by_page:
            found = self._look_up(bag)
            self._by_page[page] = self._sets.setdefault(found, found)
        return self._by_page[page]

    def _look_up(self, bag: Bags) -> frozenset[str]:
        for effort in _EFFORTS:
            hits = [hit for hit in nearest(self._there.spans, bag, effort)[0] if hit[1] >= MATCHED]
            near = [(self._there.template(page), score) for page, score in hits]
            found = [(id, score) for id, score in near if id is not None and id in self._among]
            best = found[0][1] if found else MATCHED
            # Others that are as near may come with more hits.
            if len(hits) < effort or hits[-1][1] < best:
                break
        return frozenset(id for id, score in found if score == best)


def _identity(bag: Bags) -> bytes:
    """What only equal pages have, short: bags of large pages are not kept."""
    _, items, counts = bag
    hash = blake2b(items, digest_size=16)
    hash.update(counts)
    return hash.digest()
