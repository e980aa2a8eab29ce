"""The whole story: read → features → groups → answer. Read this file first.

A source becomes pages (`sources`), pages become features (`features`, computed natively while they are read), features
become groups (`groups`), and the answer is a `Clustering`. The rooms do not know each other; they meet here.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA, flag_counts
from pagemold.data import Clustering, Group, Grouped, Page, Summary
from pagemold.errors import UsageError
from pagemold.features import features
from pagemold.groups import fingerprint
from pagemold.sources import Pages, Reading

Batches: TypeAlias = Iterable[pa.RecordBatch]
# The rows with their groups, and the groups; a method may say more, as `Grouped` has it.
Grouping: TypeAlias = Callable[..., Grouped | tuple[pa.Table, tuple[Group, ...]]]
# Somebody who looks on while pages go by, such as a progress bar: gets the reading, passes its batches on.
Watch: TypeAlias = Callable[[Reading], Batches]


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

# Each method: the features it asks for, and what makes groups of them.
METHODS: dict[str, tuple[tuple[str, ...], Grouping]] = {
    "fingerprint": (fingerprint.FEATURES, fingerprint.group_by_fingerprint),
    "links": (("link_targets", "link_xpaths", "link_base", "leaf_paths"), group_by_links),
}


def cluster(
    pages: Pages | Iterable[Page | str | bytes],
    method: str = "fingerprint",
    *,
    jobs: int = 0,
    watch: Watch | None = None,
    **settings: Any,
) -> Clustering:
    """Groups pages by the mold they came out of. `jobs=0` uses all cores; the result does not depend on it.

    Settings are those of the method; the links method knows `cut_off`, `fold`, `assign`, `seed` and more
    (`LinkSettings`), and `links`, a table of links that a crawl left, which spares it parsing all pages.

    >>> clustering = cluster(["<html><body><p>one</p></body></html>", "<html><body><p>two</p></body></html>"])
    >>> len(clustering.groups)
    1
    """
    if method not in METHODS:
        raise UsageError("unknown_method", f"{method}: no such method; there is {', '.join(METHODS)}")
    names, grouping = METHODS[method]
    wrong = [name for name in settings if method != "links" or name not in LINK_SETTINGS]
    if wrong:
        raise UsageError("wrong_argument", f"{', '.join(wrong)}: not a setting of the method {method}")
    grouping = partial(grouping, **settings) if settings else grouping
    if settings.get("links") and isinstance(pages, Pages):
        names, grouping = (), partial(grouping, look_again=partial(pages.again, features=["leaf_paths"], jobs=jobs))
    if not isinstance(pages, Pages):
        found = Grouped(*grouping(features(pages, names, jobs=jobs)))
        summary = Summary(pages=found.rows.num_rows, flags=flag_counts(found.rows["flags"]))
        return Clustering(method, found.groups, found.rows, summary, found.left_out, found.notes)
    with pages.batches(names, jobs=jobs) as reading:
        found = Grouped(*grouping(watch(reading) if watch else reading))
        return Clustering(method, found.groups, found.rows, reading.summary, found.left_out, found.notes)
