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
from pagemold.groups import fingerprint
from pagemold.sources import Pages, Reading

Batches: TypeAlias = Iterable[pa.RecordBatch]
Grouping: TypeAlias = Callable[[Batches], tuple[pa.Table, tuple[Group, ...]]]
# Somebody who looks on while pages go by, such as a progress bar: gets the reading, passes its batches on.
Watch: TypeAlias = Callable[[Reading], Batches]

# Each method: the features it asks for, and what makes groups of them.
METHODS: dict[str, tuple[tuple[str, ...], Grouping]] = {
    "fingerprint": (fingerprint.FEATURES, fingerprint.group_by_fingerprint),
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
        rows, groups = grouping(features(pages, names, jobs=jobs))
        return Clustering(method, groups, rows, Summary(pages=rows.num_rows, flags=flag_counts(rows["flags"])))
    with pages.batches(names, jobs=jobs) as reading:
        rows, groups = grouping(watch(reading) if watch else reading)
        return Clustering(method, groups, rows, reading.summary)


def similarity(one: str | bytes | Page, other: str | bytes | Page, measure: str = "rtdm") -> float:
    """How alike two pages are, 0 to 1, by one of the measures of `pagemold.measures`.

    >>> similarity("<ul><li>a<li>b</ul>", "<ul><li>a</ul>")
    0.8333333333333334
    """
    # Numbers and arrays are for those who compare; grouping starts without them.
    from pagemold.measures import measure_named

    chosen = measure_named(measure)
    both = chosen.prepare(features([one, other], chosen.features, jobs=1))
    return float(chosen.matrix(both.take([0]), both.take([1]), jobs=1)[0, 0])
