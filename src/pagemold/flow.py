"""The whole story: read → features → groups → answer. Read this file first.

A source becomes pages (`sources`), pages become features (`features`, computed natively while they are read), features
become groups (`groups`, one way of `methods`), and the answer is a `Clustering`. The rooms do not know each other; they
meet here.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

import pyarrow as pa

from pagemold import template
from pagemold._native import Tree
from pagemold.arrow import flag_counts
from pagemold.clustering import Clustering, Grouped
from pagemold.data import Comparison, Page, Summary, Template
from pagemold.errors import UsageError
from pagemold.features import features
from pagemold.groups.by_host import group_by_host
from pagemold.groups.fingerprint import group_by_fingerprint
from pagemold.lookup import find_group
from pagemold.methods import DEFAULT_METHOD, METHODS, Batches
from pagemold.reasons import Texts, named, some_of
from pagemold.sources import Pages, Reading

# Somebody who looks on while pages go by, such as a progress bar: gets the reading, passes its batches on.
Watch: TypeAlias = Callable[[Reading], Batches]
T = TypeVar("T")


def cluster(
    pages: Pages | Iterable[Page | str | bytes],
    method: str = DEFAULT_METHOD,
    *,
    by: str = "all",
    jobs: int = 0,
    watch: Watch | None = None,
    headings: bool = False,
    **settings: Any,
) -> Clustering:
    """Groups pages by the mold they came out of. `jobs=0` uses all cores; the result does not depend on it.

    `by="host"` groups the pages of each host alone, each with a tree of its own. With `headings`, groups that addresses
    do not name are named by those of a few pages, which are read again when somebody looks at the groups.

    Settings are those of the method; the links method knows `cut_off`, `fold`, `assign`, `seed` and more
    (`LinkSettings`), and `links`, a table of links that a crawl left, which spares it parsing all pages.

    >>> clustering = cluster(["<html><body><p>one</p></body></html>", "<html><body><p>two</p></body></html>"])
    >>> len(clustering.groups)
    1
    """
    if method not in METHODS:
        raise UsageError("unknown_method", f"{method}: no such method; there is {', '.join(METHODS)}")
    chosen = METHODS[method]
    wrong = [name for name in settings if name not in chosen.settings]
    if wrong:
        raise UsageError("wrong_argument", f"{', '.join(wrong)}: not a setting of the method {method}")
    if by not in ("all", "host"):
        raise UsageError("wrong_argument", f"{by}: pages are grouped by all or by host")
    names, grouping = chosen.features, partial(chosen.group, **settings)
    if settings.get("links") and isinstance(pages, Pages):
        names, grouping = (), partial(grouping, look_again=partial(pages.again, features=["leaf_paths"], jobs=jobs))
    whole = partial(group_by_host, grouping=lambda batches: Grouped(*grouping(batches))) if by == "host" else grouping
    if not isinstance(pages, Pages):
        found = Grouped(*whole(features(pages, names, jobs=jobs)))
        summary = Summary(pages=found.rows.num_rows, flags=flag_counts(found.rows["flags"]))
        return _answer(method, found, summary)
    with pages.batches(names, jobs=jobs) as reading:
        found = Grouped(*whole(watch(reading) if watch else reading))
        return _answer(method, found, reading.summary, pages.texts if headings else None)


def _answer(method: str, found: Grouped, summary: Summary, texts: Texts | None = None) -> Clustering:
    if any(group.flags for group in found.groups):
        summary = replace(summary, flags=flag_counts(found.rows["flags"]))
    # Whoever shows groups of a method without a tree names those that are shown.
    naming = None if found.tree is None else partial(named, texts=texts)
    return Clustering(method, found.groups, found.rows, summary, found.left_out, found.notes, found.tree, naming)


# So many pages tell a template as well as thousands do, and take a few seconds at most.
SAMPLE = 400


def sample_of(members: Sequence[T]) -> list[T]:
    """The pages that a template is read off: all, or where there are many, some from all over them."""
    return some_of(members, SAMPLE)


def describe(pages: Pages, clustering: Clustering, group: str) -> Template:
    """Describes the template of a group, read off all its pages, or 400 where it has more; these are read again.

    The group is given by its id or name, or how one begins, or a part of the name.
    """
    known = clustering.members(group) or clustering.members(find_group(clustering.groups, group, clustering.tree).id)
    chosen = sample_of(known)
    again = pages.texts(clustering.rows.take(pa.array(chosen, pa.int64())))
    if again is not None:
        return template.describe(again)
    wanted = set(chosen)
    texts: list[str] = []
    row = 0
    with pages.batches(html=True) as reading:
        for batch in reading:
            here = [number for number in range(row, row + batch.num_rows) if number in wanted]
            texts += batch["html"].take(pa.array([number - row for number in here], pa.int64())).to_pylist()
            row += batch.num_rows
    return template.describe(texts)


def similarity(one: str | bytes | Page, other: str | bytes | Page, measure: str = "rtdm", **settings: Any) -> float:
    """How alike two pages are, 0 to 1, by one of the measures of `pagemold.measures`.

    `tree_edit` and `aggregate` can be set: `costs` to insert, remove and replace an element, `fold`, and `kappa`.

    >>> similarity("<ul><li>a<li>b</ul>", "<ul><li>a</ul>")
    0.8333333333333334
    """
    # Numbers and arrays are for those who compare; grouping starts without them.
    from pagemold.measures import measure_named

    chosen = measure_named(measure, **settings)
    both = chosen.prepare(features([one, other], chosen.features, jobs=1))
    return float(chosen.matrix(both.take([0]), both.take([1]), jobs=1)[0, 0])


# Rules of the papers that call two pages one template: the measure and the least similarity.
RULES = {"ctss": 0.8, "cp": 0.8, "pq_grams": 0.8, "aggregate": 0.85}
# Pairs of elements that tree edit distances are computed for; at this size they take about a minute.
_MOST_PAIRS = 400_000_000
_OF_TREES = ("rtdm", "tree_edit", "aggregate")


def compare(one: str | bytes | Page, other: str | bytes | Page, **settings: Any) -> Comparison:
    """Two pages by every measure, with the time of each, and where their structures differ.

    Settings go to the measures that have them, `tree_edit` and `aggregate`: `kappa`, `costs`, `fold`.

    >>> compare("<ul><li>a<li>b</ul>", "<ul><li>a</ul>").similarities["style"]
    1.0
    """
    from pagemold.difference import outline
    from pagemold.measures import MEASURES, SETTINGS, measure_named

    measure_named("aggregate", **settings)  # a wrong setting is told before any work is done
    own = {name: {key: settings[key] for key in SETTINGS.get(name, ()) if key in settings} for name in MEASURES}
    trees = [Tree(_bytes(page)) for page in (one, other)]
    too_large = len(trees[0]) * len(trees[1]) > _MOST_PAIRS
    similarities: dict[str, float | None] = {}
    seconds: dict[str, float] = {}
    for name in MEASURES:
        began = time.perf_counter()
        similarities[name] = None if too_large and name in _OF_TREES else similarity(one, other, name, **own[name])
        seconds[name] = time.perf_counter() - began
    _, groups = group_by_fingerprint(features([one, other], METHODS["fingerprint"].features, jobs=1))
    rules = {"fingerprint": [group.size for group in groups] == [2]}
    rules |= {name: (similarities[name] or 0.0) >= least for name, least in RULES.items()}
    return Comparison(similarities, seconds, rules, outline(*trees))


def _bytes(page: str | bytes | Page) -> bytes:
    text = page.html or "" if isinstance(page, Page) else page
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
