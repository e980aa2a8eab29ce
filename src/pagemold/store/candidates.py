"""Which pairs of templates are weighed where many are equally near by tags: all pairs would be the square of them.

Up to `_MOST` are all candidates. Of more, those are that know a class path that few know, those of the same name, and
some of about as many pages.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pagemold.store.templates import Template
from pagemold.store.usual_paths import Paths, knowing_by_path

_MOST = 32
# Of more, those that are taken before a place and behind it.
_AROUND = 4


@dataclass(frozen=True, slots=True)
class Side:
    """The templates of one collection that are in no pair yet, and their class paths, where these are known.

    `near` has for each sampled page of a template the other side's that it is equally near to.
    """

    templates: Mapping[str, Template]
    paths: Mapping[str, Paths]
    near: Mapping[str, Sequence[frozenset[str]]]

    def without(self, taken: Container[str]) -> "Side":
        """Those that are left."""
        templates = {id: it for id, it in self.templates.items() if id not in taken}
        return Side(templates, {id: it for id, it in self.paths.items() if id in templates}, self.near)


def candidates(asking: Side, others: Side) -> Iterator[tuple[str, str]]:
    """Each template of one side with those of the other that it may be."""
    yield from _by_name_and_pages(asking, others)
    yield from _by_rare_path(asking, others)


def _by_name_and_pages(asking: Side, others: Side) -> Iterator[tuple[str, str]]:
    choices: dict[frozenset[str], _Choice] = {}
    for template in _by_pages(asking.templates.values()):
        for ids in dict.fromkeys(asking.near[template.id]):
            if ids not in choices:
                choices[ids] = _Choice([others.templates[id] for id in ids if id in others.templates])
            yield from ((template.id, other) for other in choices[ids].candidates(template))


def _by_rare_path(asking: Side, others: Side) -> Iterator[tuple[str, str]]:
    """With those that know what is usual here and known to few, those of the rarest path first."""
    knowing = knowing_by_path(others.paths)
    for id, paths in asking.paths.items():
        rare = sorted((len(knowing[path]), path) for path in paths.usual.keys() & knowing.keys())
        found = (other for count, path in rare if count <= _MOST for other in knowing[path])
        yield from ((id, other) for other in islice(dict.fromkeys(found), _MOST))


class _Choice:
    """Templates that are equally near to pages of others."""

    def __init__(self, templates: Sequence[Template]) -> None:
        self._all = _Row(templates)
        called: defaultdict[str | None, list[Template]] = defaultdict(list)
        for it in templates:
            called[it.called].append(it)
        self._called = {name: _Row(some) for name, some in called.items() if name is not None}

    def candidates(self, template: Template) -> set[str]:
        found = set(self._all.candidates(template))
        if template.called in self._called:
            found.update(self._called[template.called].candidates(template))
        return found


class _Row:
    """Templates in the order of their pages. Those that ask must come in this order, too.

    Each that asks gets others than the one before: where nothing tells templates apart, all would get the same few, and
    most of the others be nobody's candidates.
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        row = _by_pages(templates)
        self._ids, self._pages = [it.id for it in row], [it.pages for it in row]
        self._asked: Counter[int] = Counter()
        self._asked_in_all = 0

    def candidates(self, template: Template) -> list[str]:
        if len(self._ids) <= _MOST:
            return self._ids
        of_as_many_pages = bisect_left(self._pages, template.pages) + self._asked[template.pages]
        of_the_same_rank = self._asked_in_all
        self._asked[template.pages] += 1
        self._asked_in_all += 1
        return self._around(of_as_many_pages) + self._around(of_the_same_rank)

    def _around(self, place: int) -> list[str]:
        return [self._ids[it % len(self._ids)] for it in range(place - _AROUND, place + _AROUND)]


def _by_pages(templates: Iterable[Template]) -> list[Template]:
    return sorted(templates, key=lambda it: (it.pages, it.id))
