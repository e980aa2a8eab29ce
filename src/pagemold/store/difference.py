"""What changed between two collections: templates born, died, changed, each with a page to look at.

Which templates are one is told by their ids, then in `same_addresses`, then in `pairs`. A pair has changed when its
tags or its class paths are less alike than `SAME`, or when a path that most pages have is on no page of the other, on
so many pages that it is no chance: a banner on all pages is a change however much else they have in common.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from pagemold.store.candidates import Side
from pagemold.store.collection import Collection
from pagemold.store.nearby_tags import NearbyTags, TemplatePages
from pagemold.store.nearest_among import NearestAmong
from pagemold.store.pairs import pairs_by_class, pairs_by_tags
from pagemold.store.same_addresses import SharedAddresses, shared_addresses
from pagemold.store.templates import Template
from pagemold.store.usual_paths import ClassPaths, class_paths, telling

SAME = 0.98
# Paths that are told of a change.
_TOLD = 20

_Of = TypeVar("_Of")


@dataclass(frozen=True, slots=True)
class Change:
    """One template that is not as it was; `kind` is born, died or changed.

    `similarity` is that of tags, `classes` that of class paths, none where they are not known: to the template that it
    was or became, or else to the one nearest by tags. `gone` and `come` are paths that most pages had or have, and no
    page of the other, the first of so many; `renamed` of those that are gone came again with other classes on the same
    tags.
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
    gone_count: int = 0
    come_count: int = 0
    renamed: int = 0


@dataclass(frozen=True, slots=True)
class Differences:
    """The changes, died and changed in the order of the old templates, then born; and what limits them.

    `without_classes` says why classes were not compared, if so. `doubtful` pairs count as unchanged, but have paths
    that went or came, on too few pages to tell.
    """

    changes: list[Change]
    without_classes: tuple[str, ...]
    doubtful: int


def differences(old: Collection, new: Collection, same: float | None = None) -> Differences:
    """The changes from old to new; with `same`, pairs are unchanged whose tags and classes are at least so alike."""
    before, after = ({it.id: it for it in some.templates()} for some in (old, new))
    had, has = class_paths(old), class_paths(new)
    without_classes = tuple(dict.fromkeys(it.unknown for it in (had, has) if it.unknown))
    if without_classes:
        had, has = ClassPaths(), ClassPaths()
    old_pages, new_pages = TemplatePages(old), TemplatePages(new)
    forth, back = NearbyTags(old_pages, new_pages), NearbyTags(new_pages, old_pages)
    pairs = _pairs(before, after, shared_addresses(old, new), had, has, old_pages, new_pages)
    surely = _surely_changed(pairs, had, has)
    changes, doubtful = [], 0
    for id, was in before.items():
        match = pairs.get(id)
        if match is None:
            died = Change("died", id, None, 0.0, was.pages, 0, was.example, old_name=was.called)
            changes.append(_beside_nearest(died, id, forth, had, has))
            continue
        now = after[match]
        pages, names = (was.pages, now.pages), (was.called, now.called)
        pair = Change("changed", id, match, forth.similarity(id, match), *pages, now.example, *names)
        pair = _with_paths(pair, id, match, had, has)
        if _is_changed(pair, same, id in surely):
            changes.append(pair)
        else:
            doubtful += same is None and bool(pair.gone or pair.come)
    for id, now in _left(after, pairs.values()).items():
        born = Change("born", None, id, 0.0, 0, now.pages, now.example, new_name=now.called)
        changes.append(_beside_nearest(born, id, back, has, had))
    return Differences(changes, without_classes, doubtful)


def _pairs(
    before: Mapping[str, Template],
    after: Mapping[str, Template],
    shared: SharedAddresses,
    had: ClassPaths,
    has: ClassPaths,
    old_pages: TemplatePages,
    new_pages: TemplatePages,
) -> dict[str, str]:
    """New templates by the old ones that they were: what is paired is out of the question for others."""
    pairs = {id: id for id in before if id in after}
    pairs |= shared.pairs(_left(before, pairs), _left(after, pairs.values()))
    strangers = shared.strangers()
    here, there = _left(had.by_template, pairs), _left(has.by_template, pairs.values())
    pairs |= pairs_by_class(here, there, strangers)
    before, after = _left(before, pairs), _left(after, pairs.values())
    forth, back = NearestAmong(old_pages, new_pages, after), NearestAmong(new_pages, old_pages, before)
    old = Side(before, _left(here, pairs), {id: forth.to(id) for id in before})
    new = Side(after, _left(there, pairs.values()), {id: back.to(id) for id in after})
    return pairs | pairs_by_tags(old, new, strangers)


def _surely_changed(pairs: Mapping[str, str], had: ClassPaths, has: ClassPaths) -> set[str]:
    """The old templates of pairs with paths that went or came on so many pages that it is no chance."""
    here, there = had.by_template, has.by_template
    compared = [(old, here[old], there[new]) for old, new in pairs.items() if old in here and new in there]
    went = telling([(was, now) for _, was, now in compared], has.known())
    came = telling([(now, was) for _, was, now in compared], had.known())
    return {old for (old, _, _), one, other in zip(compared, went, came, strict=True) if one or other}


def _left(all: Mapping[str, _Of], taken: Iterable[str]) -> dict[str, _Of]:
    gone = set(taken)
    return {id: it for id, it in all.items() if id not in gone}


def _beside_nearest(change: Change, id: str, tags: NearbyTags, own: ClassPaths, others: ClassPaths) -> Change:
    """A template without a counterpart, with how alike it is to the one nearest by tags."""
    near = tags.nearest(id)
    if near is None:
        return change
    paths, those = own.by_template.get(id), others.by_template.get(near)
    classes = paths.alike(those) if paths is not None and those is not None else None
    return replace(change, similarity=tags.similarity(id, near), classes=classes)


def _with_paths(change: Change, old: str, new: str, had: ClassPaths, has: ClassPaths) -> Change:
    """A pair with the paths that went and came."""
    was, now = had.by_template.get(old), has.by_template.get(new)
    if was is None or now is None:
        return change
    gone, come = was.without(now), now.without(was)
    came = {tags for tags in has.tags(come) if tags is not None}
    return replace(
        change,
        classes=was.alike(now),
        gone=had.told(gone, _TOLD),
        come=has.told(come, _TOLD),
        gone_count=len(gone),
        come_count=len(come),
        renamed=sum(tags in came for tags in had.tags(gone)),
    )


def _is_changed(pair: Change, same: float | None, is_sure: bool) -> bool:
    alike = pair.similarity if pair.classes is None else min(pair.similarity, pair.classes)
    return alike < SAME or is_sure if same is None else alike < same
