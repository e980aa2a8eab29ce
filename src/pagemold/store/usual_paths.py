"""The class paths of a collection's templates, as the grammar method learnt them: what tells templates from each other
that have the same tags. Paths go by their hashes, and are spelled where people are to read them: those of a page that
is nested deeply would take the square of its bytes.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass, field

from pagemold._native import GrammarTemplates
from pagemold.store.collection import Collection
from pagemold.store.grammar_model import read_usable_model
from pagemold.store.templates import shown_ids

# What is spread so over the pages of one template in more than one of twenty cases is no sign of a change; nor is what
# fewer pages have: any page may have something that no other has.
_BY_CHANCE = 0.05
_FEWEST = 3
# Characters of a path that people read; of a longer one the end.
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Paths:
    """How many pages a template was learnt from, how many of them have each path that more than half have, and all
    paths that any has.

    More than half: what is usual stays known when less than half of the pages are gone.
    """

    pages: int
    usual: Mapping[int, int]
    known: frozenset[int]

    @classmethod
    def of(cls, pages: int, counts: Mapping[int, int]) -> "Paths":
        """The paths of a template, given how many pages have each."""
        return cls(pages, {path: on for path, on in counts.items() if 2 * on > pages}, frozenset(counts))

    def alike(self, other: "Paths") -> float:
        """The share of what is usual in either that the other knows: what only some pages have may be or not."""
        met = len(self.usual.keys() & other.known) + len(other.usual.keys() & self.known)
        return met / max(len(self.usual) + len(other.usual), 1)

    def without(self, other: "Paths") -> set[int]:
        """What is usual here and unknown there."""
        return self.usual.keys() - other.known

    def chance(self, path: int, other: "Paths") -> float:
        """How likely all pages that have a path would be here, were the pages of both of one template; not more exactly
        than it matters.

        It is the same whether the pages with the path miss those of the other or these miss them: it is reckoned for
        the fewer. More than half of the pages here have a path that is usual, so eight steps are enough.
        """
        pages = self.pages + other.pages
        fewer, more = sorted((self.usual[path], other.pages))
        chance = 1.0
        for place in range(fewer):
            chance *= (pages - more - place) / (pages - place)
            if chance <= _BY_CHANCE:
                break
        return chance


def knowing_by_path(templates: Mapping[str, Paths]) -> dict[int, list[str]]:
    """The templates that know each path."""
    knowing: defaultdict[int, list[str]] = defaultdict(list)
    for id, paths in templates.items():
        for path in paths.known:
            knowing[path].append(id)
    return knowing


def telling(pairs: Sequence[tuple[Paths, Paths]], known: Container[int]) -> list[bool]:
    """For each pair, whether what is usual in the one and unknown to the other would hardly be so by chance.

    A path that is not known to any template of the others is weighed over all pairs: a banner may be on many templates
    of few pages.
    """
    pages: Counter[int] = Counter()
    chances: defaultdict[int, float] = defaultdict(lambda: 1.0)
    for one, other in pairs:
        for path in one.without(other):
            if path not in known:
                pages[path] += one.usual[path]
                chances[path] *= one.chance(path, other)

    def tells(one: Paths, other: Paths, path: int) -> bool:
        if path in pages:
            return pages[path] >= _FEWEST and chances[path] <= _BY_CHANCE
        return one.usual[path] >= _FEWEST and one.chance(path, other) <= _BY_CHANCE

    return [any(tells(one, other, path) for path in one.without(other)) for one, other in pairs]


@dataclass(frozen=True, slots=True)
class ClassPaths:
    """The paths of each template that has pages, by the id that it shows as; or why they are not known, in words."""

    by_template: Mapping[str, Paths] = field(default_factory=dict)
    unknown: str | None = None
    _model: GrammarTemplates | None = None

    def known(self) -> frozenset[int]:
        """All paths that any template has."""
        return frozenset().union(*(paths.known for paths in self.by_template.values()))

    def told(self, paths: Set[int], most: int) -> tuple[str, ...]:
        """The first of some paths, for people: the topmost of them first, then by name."""
        return tuple(self._model.told(list(paths), most, _LONGEST)) if self._model is not None and paths else ()

    def tags(self, paths: Set[int]) -> list[int | None]:
        """What identifies the tags of each path; none where it can have no other classes."""
        return self._model.tags(list(paths)) if self._model is not None and paths else []


def class_paths(collection: Collection) -> ClassPaths:
    """What the model of a collection knows of classes."""
    if not len(collection):
        return ClassPaths(unknown=f"{collection.folder} is empty: there is nothing to compare")
    method = collection.settings["method"]
    if method != "grammar":
        return ClassPaths(
            unknown=f"only tags were compared: {collection.folder} was grouped by {method}, not by grammar"
        )
    model = read_usable_model(collection.folder, collection._connection)
    if model is None:
        remedy = f"`pagemold regroup {collection.folder}` learns its classes"
        return ClassPaths(
            unknown=f"only tags were compared: {collection.folder} was grouped by an older version; {remedy}"
        )
    return ClassPaths(_usual_paths(collection, model), _model=model)


def _usual_paths(collection: Collection, model: GrammarTemplates) -> dict[str, Paths]:
    shown = shown_ids(collection._connection)
    pages: Counter[str] = Counter()
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for place, (id, learnt) in enumerate(zip(model.names, model.pages, strict=True)):
        seen_as = shown.get(id, id)
        pages[seen_as] += learnt
        counts[seen_as].update(model.paths(place))
    return {it.id: Paths.of(pages[it.id], some) for it in collection.templates() if (some := counts.get(it.id))}
