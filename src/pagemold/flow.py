"""The whole story: read → features → groups → answer. Read this file first.

A source becomes pages (`sources`), pages become features (`features`, computed natively while they are read), features
become groups (`groups`), and the answer is a `Clustering`. The rooms do not know each other; they meet here.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import pyarrow as pa

from pagemold.arrow import flag_counts
from pagemold.data import Clustering, Group, Page, Summary
from pagemold.errors import UsageError
from pagemold.features import features
from pagemold.groups import fingerprint, grammar
from pagemold.sources import Pages, Reading

Batches: TypeAlias = Iterable[pa.RecordBatch]
Grouping: TypeAlias = Callable[[Batches], tuple[pa.Table, tuple[Group, ...]] | grammar.Grammars]
# Somebody who looks on while pages go by, such as a progress bar: gets the reading, passes its batches on.
Watch: TypeAlias = Callable[[Reading], Batches]

# Each method: the features it asks for, and what makes groups of them.
METHODS: dict[str, tuple[tuple[str, ...], Grouping]] = {
    "fingerprint": (fingerprint.FEATURES, fingerprint.group_by_fingerprint),
    "grammar": (grammar.FEATURES, grammar.group_by_grammar),
}


def cluster(
    pages: Pages | Iterable[Page | str | bytes],
    method: str = "fingerprint",
    *,
    jobs: int = 0,
    watch: Watch | None = None,
) -> Clustering:
    """Groups pages by the mold they came out of. `jobs=0` uses all cores; the result does not depend on it.

    >>> clustering = cluster(["<html><body><p>one</p></body></html>", "<html><body><p>two</p></body></html>"])
    >>> len(clustering.groups)
    1
    """
    if method not in METHODS:
        raise UsageError("unknown_method", f"{method}: no such method; there is {', '.join(METHODS)}")
    names, grouping = METHODS[method]
    if not isinstance(pages, Pages):
        rows, groups, tree = _outcome(grouping(features(pages, names, jobs=jobs)))
        return Clustering(method, groups, rows, Summary(pages=rows.num_rows, flags=flag_counts(rows["flags"])), tree)
    with pages.batches(names, jobs=jobs) as reading:
        rows, groups, tree = _outcome(grouping(watch(reading) if watch else reading))
        return Clustering(method, groups, rows, reading.summary, tree)


def _outcome(
    found: tuple[pa.Table, tuple[Group, ...]] | grammar.Grammars,
) -> tuple[pa.Table, tuple[Group, ...], grammar.Grammars | None]:
    """Rows, groups and, where the method keeps one, their tree."""
    return (found.rows, found.groups, found) if isinstance(found, grammar.Grammars) else (*found, None)
