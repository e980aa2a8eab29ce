"""From host to template to variant: a tree of groups as people go down it.

A variant is what a finer cut has together; whether a page is here or there, two cuts of the same tree say.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias
from urllib.parse import urlsplit

import pyarrow as pa

from pagemold._native import GrammarTemplates
from pagemold.clustering import Group, Host, HostTemplate, Variant
from pagemold.groups.identity import addresses

# The rows of each part of each group.
_Places: TypeAlias = dict[str, dict[str, list[int]]]
# A path tells a part of a template where this share more of its pages have it than of the others, or fewer.
_TELLING = 0.5
# Of paths that tell nearly as much, so many are spelled, and the topmost is taken: what hangs below it goes with it.
_NEARLY = 0.1
_SPELLED = 100
_LONGEST_PATH = 400
# Of a template that is torn into more parts, what tells the largest ones is looked for.
_TOLD = 20


class Mark(NamedTuple):
    """What tells a part of a template: a path that it has and others lack, and one that it lacks and others have."""

    has: str | None = None
    lacks: str | None = None


class _Cuttable(Protocol):
    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]: ...

    def marks(self, labels: Sequence[str | None], siblings: Sequence[Sequence[str]]) -> dict[str, Mark]: ...


def host_of(url: str | None) -> str:
    """The host of an address with its port; empty where there is none."""
    try:
        return urlsplit(url or "").netloc
    except ValueError:  # such as http://[
        return ""


def walk(tree: _Cuttable, rows: pa.Table, groups: Sequence[Group], level: float) -> Iterator[Host]:
    """The hosts of rows, largest first, with the groups there, and the parts that a cut at the level has of each."""
    finer, parts = tree.cut(level)
    labels: list[str | None] = finer["group"].to_pylist()
    sizes, places = _places(rows, labels)
    torn = _torn(places.values())
    told = tree.marks(labels, torn) if torn else {}
    shown = _Shown(addresses(rows, range(rows.num_rows)), {part.id: part.example for part in parts})
    known = {group.id: group for group in groups}
    for host in sorted(sizes, key=lambda host: (-sizes[host], host)):
        found = [_template(host, known[id], some, shown, told) for id, some in places[host].items()]
        found.sort(key=lambda template: (-template.size, template.group.id))
        grouped = sum(template.size for template in found)
        yield Host(host or None, sizes[host], tuple(found), sizes[host] - grouped)


def _places(rows: pa.Table, labels: Sequence[str | None]) -> tuple[Counter[str], dict[str, _Places]]:
    """How many pages each host has, and where those of each group and part are."""
    sizes: Counter[str] = Counter()
    places: dict[str, _Places] = {}
    columns = zip(rows["url"].to_pylist(), rows["group"].to_pylist(), labels, strict=True)
    for row, (url, group, part) in enumerate(columns):
        host = host_of(url)
        sizes[host] += 1
        here = places.setdefault(host, {})
        if group is not None and part is not None:
            here.setdefault(group, {}).setdefault(part, []).append(row)
    return sizes, places


def _torn(hosts: Iterable[_Places]) -> list[list[str]]:
    """The parts of each group that has several, largest first."""
    sizes: dict[str, Counter[str]] = {}
    for here in hosts:
        for group, parts in here.items():
            sizes.setdefault(group, Counter()).update({part: len(some) for part, some in parts.items()})
    return [sorted(some, key=lambda part: (-some[part], part)) for some in sizes.values() if len(some) > 1]


class _Shown(NamedTuple):
    """The addresses of all rows, and the typical page of each part."""

    addresses: Sequence[str | None]
    typical: Mapping[str, str | None]

    def example(self, host: str, typical: str | None, places: Iterable[int]) -> str | None:
        """The typical page if it is on the host; if not, the one whose address comes first."""
        if host_of(typical) == host:
            return typical
        return min(filter(None, (self.addresses[row] for row in places)), default=None)


def _template(
    host: str, group: Group, parts: Mapping[str, list[int]], shown: _Shown, told: Mapping[str, Mark]
) -> HostTemplate:
    found = [
        Variant(id, len(some), shown.example(host, shown.typical[id], some), *told.get(id, Mark()))
        for id, some in parts.items()
    ]
    found.sort(key=lambda variant: (-variant.size, variant.id))
    example = shown.example(host, group.example, chain.from_iterable(parts.values()))
    return HostTemplate(group, sum(map(len, parts.values())), example, tuple(found))


def marks(model: GrammarTemplates, siblings: Sequence[Sequence[str]]) -> dict[str, Mark]:
    """What tells the first parts of each template from their siblings, by the paths that the model counted of each; of
    parts that the same tells, what tells them from each other.
    """
    places = {name: place for place, name in enumerate(model.names)}
    found: dict[str, Mark] = {}
    for parts in siblings:
        told = _told(model, places, parts, parts[:_TOLD])
        found |= told
        alike: dict[Mark, list[str]] = {}
        for part, mark in told.items():
            alike.setdefault(mark, []).append(part)
        # What nothing tells from all others is not told from some of them either.
        for mark, some in alike.items():
            if mark != Mark() and len(some) > 1:
                nearer = _told(model, places, some, some)
                found |= {part: Mark(it.has or mark.has, it.lacks or mark.lacks) for part, it in nearer.items()}
    return found


def _told(
    model: GrammarTemplates, places: Mapping[str, int], parts: Sequence[str], asked: Sequence[str]
) -> dict[str, Mark]:
    """What tells each of the parts that are asked about from all others."""
    pages = model.pages
    everywhere: Counter[int] = Counter()
    for part in parts:
        everywhere.update(model.paths(places[part]))
    total = sum(pages[places[part]] for part in parts)
    found = {}
    for part in asked:
        own, here = model.paths(places[part]), pages[places[part]]
        more = {
            path: own.get(path, 0) / here - (count - own.get(path, 0)) / (total - here)
            for path, count in everywhere.items()
        }
        less = {path: -by for path, by in more.items()}
        found[part] = Mark(_topmost(model, more), _topmost(model, less))
    return found


def _topmost(model: GrammarTemplates, gaps: Mapping[int, float]) -> str | None:
    """Of the paths that tell most, the one nearest to the root; at one depth one with a class, the shortest."""
    least = max(max(gaps.values(), default=0.0) - _NEARLY, _TELLING)
    best = sorted((-gap, path) for path, gap in gaps.items() if gap >= least)[:_SPELLED]
    spelled = model.told([path for _, path in best], len(best), _LONGEST_PATH)
    return min(spelled, key=lambda path: (path.count("/"), "." not in path, len(path), path), default=None)
