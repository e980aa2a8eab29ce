"""What changed between two collections: templates born, died, changed, each with a page to look at.

An old and a new template belong together when they have the same id, which comes from their structure; or when their
class paths are more alike than those of any others; or, where classes tell nothing, when each is the one that most
pages of the other have their nearest page in, by tags. A template that is gone is not taken for another that is merely
like it. A pair has changed when its tags or its class paths are less alike than `same`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pagemold.store.collection import Collection
from pagemold.store.segments import bag_of, nearest
from pagemold.store.templates import Template
from pagemold.store.usual_paths import Paths, knows_classes, usual_paths

# Pages of a template that are looked at, and how alike they, or the class paths of two templates, must be to count.
_SAMPLE = 8
MATCHED = 0.8
SAME = 0.98

_Matches = Mapping[str, tuple[str | None, float]]


@dataclass(frozen=True, slots=True)
class Change:
    """One template that is not as it was; `kind` is born, died or changed.

    `similarity` is that of tags, `classes` that of class paths, none where they are not known: to the template that it
    was or became, or else to the nearest. `gone` and `come` are the paths that most pages had or have, and no page of
    the other.
    """

    kind: str
    old: str | None
    new: str | None
    similarity: float
    old_pages: int
    new_pages: int
    example: str | None
    old_name: str | None = None
    new_name: str | None = None
    classes: float | None = None
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()


def differences(old: Collection, new: Collection, same: float = SAME) -> list[Change]:
    """Changes from old to new: died and changed in the order of the old templates, then born."""
    before, after = ({it.id: it for it in some.templates()} for some in (old, new))
    here, there = (usual_paths(old), usual_paths(new)) if knows_classes(old) and knows_classes(new) else ({}, {})
    forth = {id: _counterpart(old, new, it) for id, it in before.items()}
    back = {id: _counterpart(new, old, it) for id, it in after.items()}
    forth_by_class, back_by_class = _most_alike(here, there), _most_alike(there, here)
    pairs = {id: id for id in before if id in after}
    for one, other in ((forth_by_class, back_by_class), (forth, back)):
        pairs |= _mutual(one, other, pairs)
    found = []
    for id, was in before.items():
        similarity, match = forth[id][1], pairs.get(id)
        if match is None:
            classes = forth_by_class[id][1] if id in here else None
            found.append(Change("died", id, None, similarity, was.pages, 0, was.example, was.called, None, classes))
        elif change := _changed(was, after[match], similarity, here.get(id), there.get(match), same):
            found.append(change)
    for id, it in after.items():
        if id not in pairs.values():
            classes = back_by_class[id][1] if id in there else None
            found.append(Change("born", None, id, back[id][1], 0, it.pages, it.example, None, it.called, classes))
    return found


def _changed(
    was: Template, now: Template, similarity: float, had: Paths | None, has: Paths | None, same: float
) -> Change | None:
    """What changed of a template, if anything did."""
    classes, gone, come = None, [], []
    if had is not None and has is not None:
        classes, gone, come = had.alike(has), had.without(has), has.without(had)
    if similarity >= same and (classes is None or classes >= same):
        return None
    names = (was.called, now.called)
    pages = (was.pages, now.pages)
    return Change("changed", was.id, now.id, similarity, *pages, now.example, *names, classes, tuple(gone), tuple(come))


def _mutual(forth: _Matches, back: _Matches, known: Mapping[str, str]) -> dict[str, str]:
    """Old templates with the new ones that they are, where each is the other's match; what is known is left alone."""
    mutual = {id: match for id, (match, _) in forth.items() if match is not None and back[match][0] == id}
    taken = set(known.values())
    return {id: match for id, match in mutual.items() if id not in known and match not in taken}


def _most_alike(here: Mapping[str, Paths], there: Mapping[str, Paths]) -> dict[str, tuple[str | None, float]]:
    """For each template the other collection's with class paths most like its own, if alike enough, and how alike."""
    found: dict[str, tuple[str | None, float]] = {}
    for id, paths in here.items():
        alike = {other: paths.alike(those) for other, those in there.items()}
        best = max(alike, key=lambda other: (alike[other], len(paths.usual & there[other].usual), other), default=None)
        score = alike[best] if best is not None else 0.0
        found[id] = (best if score >= MATCHED else None, score)
    return found


def _counterpart(here: Collection, there: Collection, template: Template) -> tuple[str | None, float]:
    """The other collection's template that most sampled pages are nearest to, by tags, and the median of how near."""
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
