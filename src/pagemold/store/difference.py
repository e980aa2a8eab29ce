"""What changed between two collections: templates born, died, changed, each with a page to look at.

Templates are matched by their structure, not by their ids: an old and a new template belong together when most pages of
one have their nearest page in the other. A pair has changed when its typical structure is less alike than `same`.
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
    found = []
    for template in before:
        match, similarity = forth[template.id]
        if match is None:
            found.append(Change("died", template.id, None, similarity, template.pages, 0, template.example))
        elif similarity < same:
            twin = next(it for it in after if it.id == match)
            found.append(Change("changed", template.id, match, similarity, template.pages, twin.pages, twin.example))
    for template in after:
        match, similarity = back[template.id]
        if match is None:
            found.append(Change("born", None, template.id, similarity, 0, template.pages, template.example))
    return found


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
    return (best, median) if best is not None and 2 * votes[best] > len(sample) else (None, median)


def _sample(collection: Collection, template: Template) -> list[int]:
    """Pages spread over the template, always the same."""
    pages = [page.id for page in collection.pages_of(template.id)]
    step = max(len(pages) // _SAMPLE, 1)
    return pages[::step][:_SAMPLE]
