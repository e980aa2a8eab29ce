"""What changed between two collections: templates born, died, changed, each with a page to look at.

An old and a new template belong together when they have the same id, which comes from their structure, or when each is
the one that most pages of the other have their nearest page in: a template that is gone is not taken for another that
is merely like it. A pair has changed when its typical structure is less alike than `same`.
"""

from collections import Counter
from dataclasses import dataclass

from pagemold.store.collection import Collection
from pagemold.store.segments import bag_of, nearest
from pagemold.store.templates import Template

# Pages of a template that are looked at, and how alike they must be to count.
_SAMPLE = 8
MATCHED = 0.8
SAME = 0.98


@dataclass(frozen=True, slots=True)
class Change:
    """One template that is not as it was; `kind` is born, died or changed."""

    kind: str
    old: str | None
    new: str | None
    similarity: float
    old_pages: int
    new_pages: int
    example: str | None


def differences(old: Collection, new: Collection, same: float = SAME) -> list[Change]:
    """Changes from old to new: died and changed in the order of the old templates, then born."""
    before, after = old.templates(), new.templates()
    forth = {template.id: _counterpart(old, new, template) for template in before}
    back = {template.id: _counterpart(new, old, template) for template in after}
    pairs = _pairs({id: match for id, (match, _) in forth.items()}, {id: match for id, (match, _) in back.items()})
    found = []
    for template in before:
        match, similarity = pairs.get(template.id), forth[template.id][1]
        if match is None:
            found.append(Change("died", template.id, None, similarity, template.pages, 0, template.example))
        elif similarity < same:
            twin = next(it for it in after if it.id == match)
            found.append(Change("changed", template.id, match, similarity, template.pages, twin.pages, twin.example))
    for template in after:
        if template.id not in pairs.values():
            similarity = back[template.id][1]
            found.append(Change("born", None, template.id, similarity, 0, template.pages, template.example))
    return found


def _pairs(forth: dict[str, str | None], back: dict[str, str | None]) -> dict[str, str]:
    """Old templates with the new ones that they are."""
    same = {id: id for id in forth if id in back}
    mutual = {id: match for id, match in forth.items() if match is not None and back[match] == id}
    return {id: match for id, match in mutual.items() if id not in same and match not in same} | same


def _counterpart(here: Collection, there: Collection, template: Template) -> tuple[str | None, float]:
    """The other collection's template that most sampled pages are nearest to, and the median of how near."""
    votes: Counter[str] = Counter()
    scores: list[float] = []
    sample = _sample(here, template)
    for page in sample:
        hits = nearest(there._spans, bag_of(here._spans, page), 1)[0]
        score = hits[0][1] if hits else 0.0
        scores.append(score)
        group = there.page(hits[0][0]).group if hits and score >= MATCHED else None
        if group is not None:
            votes[group] += 1
    best = max(votes, key=lambda id: (votes[id], id), default=None)
    median = sorted(scores)[len(scores) // 2] if scores else 0.0
    return best, median


def _sample(collection: Collection, template: Template) -> list[int]:
    """Pages spread over the template, always the same."""
    pages = [page.id for page in collection.pages_of(template.id)]
    step = max(len(pages) // _SAMPLE, 1)
    return pages[::step][:_SAMPLE]
