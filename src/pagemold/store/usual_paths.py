"""The class paths of a collection's templates, as the grammar method learnt them: what tells templates from each other
that have the same tags.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from pagemold._native import GrammarTemplates
from pagemold.errors import CollectionError
from pagemold.store.collection import Collection
from pagemold.store.grammar_model import read_model
from pagemold.store.templates import shown_ids

# A path is usual where so many of a template's pages have it.
_USUAL = 0.5


@dataclass(frozen=True, slots=True)
class Paths:
    """The paths that most pages of a template have, and those that any has."""

    usual: frozenset[str]
    known: frozenset[str]

    def alike(self, other: "Paths") -> float:
        """The share of what is usual in either that the other knows: what only some pages have may be or not."""
        met = len(self.usual & other.known) + len(other.usual & self.known)
        return met / max(len(self.usual) + len(other.usual), 1)

    def without(self, other: "Paths") -> list[str]:
        """What is usual here and unknown there: those that nothing of it is above first, then by name."""
        lost = self.usual - other.known
        return sorted(lost, key=lambda path: (path.rpartition("/")[0] in lost, path))


def knows_classes(collection: Collection) -> bool:
    """Whether there is a model of this version that tells them."""
    return _model(collection) is not None


def usual_paths(collection: Collection) -> dict[str, Paths]:
    """The paths of each template that has pages, by the id that it shows as."""
    model, shown = _model(collection), shown_ids(collection._connection)
    if model is None:
        return {}
    pages: Counter[str] = Counter()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for place, (id, learnt) in enumerate(zip(model.names, model.pages, strict=True)):
        seen_as = shown.get(id, id)
        pages[seen_as] += learnt
        counts[seen_as].update(model.paths(place))
    return {
        it.id: Paths(frozenset(path for path, on in some.items() if on >= _USUAL * pages[it.id]), frozenset(some))
        for it in collection.templates()
        if (some := counts.get(it.id))
    }


def _model(collection: Collection) -> GrammarTemplates | None:
    if collection.settings["method"] != "grammar":
        return None
    try:
        return read_model(collection.folder, collection._connection)
    except CollectionError as error:
        if error.code != "collection_older":
            raise
        return None
