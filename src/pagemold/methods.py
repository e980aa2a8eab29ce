"""Every way to group: the features it asks for, and what makes groups of them.

Joins rooms where a method needs more than one, as `flow` does for the whole. What takes a while to import is imported
by the method that needs it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA
from pagemold.clustering import Group, Grouped
from pagemold.errors import UsageError
from pagemold.groups import fingerprint, grammar

Batches: TypeAlias = Iterable[pa.RecordBatch]
# The rows with their groups, and the groups; a method may say more, as `Grouped` has it.
Grouping: TypeAlias = Callable[..., Grouped | tuple[pa.Table, tuple[Group, ...]]]


class Method(NamedTuple):
    """What the pass must compute of each page, what makes groups of it, and what can be set."""

    features: tuple[str, ...]
    group: Grouping
    settings: frozenset[str] = frozenset()


def _text(name: str) -> Grouping:
    """A method over essential paths, loaded when it is used: arrays take a moment to load."""

    def grouping(batches: Batches) -> tuple[pa.Table, tuple[Group, ...]]:
        methods = import_module("pagemold.groups." + name)
        found: tuple[pa.Table, tuple[Group, ...]] = getattr(methods, "group_by_" + name)(batches)
        return found

    return grouping


def _alike(measure: str, letter: str) -> Grouping:
    """Pages that are alike by a measure, directly or through others."""

    def grouping(batches: Batches) -> tuple[pa.Table, tuple[Group, ...]]:
        from pagemold.groups.threshold import group_by_threshold
        from pagemold.measures import measure_named

        return group_by_threshold(batches, measure_named(measure), letter)

    return grouping


def style_groups(batches: Batches, threshold: float = 0.85, **settings: Any) -> Grouped:
    """Shared near neighbours by structure and style (Gowda & Mattmann 2016); the threshold is that of both steps.

    Settings are those of the measure: `kappa`, the weight of structure, `costs` of an edit, `fold`.
    """
    from pagemold.groups.shared_neighbours import group_by_shared_neighbours
    from pagemold.measures import measure_named
    from pagemold.measures.aggregate import Aggregate
    from pagemold.measures.neighbours import near_pages

    if not 0 < threshold <= 1:
        raise UsageError("wrong_argument", f"threshold: {threshold} is not above 0 and at most 1")
    measure = measure_named("aggregate", **settings)
    assert isinstance(measure, Aggregate)
    near = partial(near_pages, measure=measure, threshold=threshold)
    return group_by_shared_neighbours(batches, near, threshold)


def group_by_links(
    batches: Batches,
    *,
    links: str | None = None,
    look_again: Callable[[pa.Table], pa.Table] | None = None,
    **settings: Any,
) -> Grouped:
    """The links method: the links out of a table, or out of the pages themselves, walked breadth-first."""
    # Here, because arrays and addresses take a while to import, and other methods need neither.
    from pagemold.crawl.graph import LinkGraph
    from pagemold.crawl.links import read_discoveries
    from pagemold.groups.link_rows import PathCensus, group_link_rows
    from pagemold.groups.links import LinkSettings

    graph, census, rows = LinkGraph(), PathCensus(), []
    names: list[str | None] = []
    for batch in batches:
        names += graph.table_names(batch) if links else graph.add(batch)
        if "leaf_paths" in batch.schema.names:
            census.count(batch["leaf_paths"])
        rows.append(batch.select(PAGE_SCHEMA.names))
    table = pa.Table.from_batches(rows, PAGE_SCHEMA)
    look = census.look if look_again is None else partial(_look_again, table, look_again)
    discovered = read_discoveries(links) if links else graph.discoveries()
    return group_link_rows(table, names, discovered, look, LinkSettings(**settings))


def _look_again(table: pa.Table, again: Callable[[pa.Table], pa.Table], rows: Sequence[int]) -> list[Any]:
    """The leaf paths of a few rows, by reading just those once more."""
    from pagemold.groups.link_rows import PathCensus

    census = PathCensus()
    distinct = sorted(set(rows))
    if distinct:
        for chunk in again(table.take(distinct))["leaf_paths"].chunks:
            census.count(chunk)
    place = {row: number for number, row in enumerate(distinct)}
    return census.look([place[row] for row in rows])


LINK_SETTINGS = frozenset({"links", "cut_off", "samples", "occurrence", "similarity", "seed", "fold", "assign"})
LINK_FEATURES = ("link_targets", "link_xpaths", "link_base", "leaf_paths")
STYLE_SETTINGS = frozenset({"threshold", "kappa", "costs", "fold"})
STYLE_FEATURES = ("elements", "elements:counts", "class_set", "class_set:minhash")

# The only one that tells the templates inside one site.
DEFAULT_METHOD = "grammar"

METHODS = {
    "fingerprint": Method(fingerprint.FEATURES, fingerprint.group_by_fingerprint),
    "grammar": Method(grammar.FEATURES, grammar.group_by_grammar),
    "links": Method(LINK_FEATURES, group_by_links, LINK_SETTINGS),
    "style": Method(STYLE_FEATURES, style_groups, STYLE_SETTINGS),
    "text-mdl": Method(("node_paths",), _text("text_mdl")),
    "text-max": Method(("node_paths",), _text("text_max")),
    "cosine": Method(("node_paths",), _text("cosine")),
    "pq-grams": Method(("pq_grams", "pq_grams:counts"), _alike("pq_grams", "q")),
    "common-paths": Method(("leaf_paths",), _alike("cp", "p")),
}
