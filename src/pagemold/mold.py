"""A collection and what it needs of the other rooms: read → model or method → store. Beside `flow`, the other joiner.

    with pm.open("shop.mold") as mold:
        mold.add(pm.read("more.warc.gz"))
        mold.similar("<html>…", k=10)

Nothing heavy is imported before it is used: a question from the command line should not wait for what it does not ask.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from pagemold.data import Page, Summary
from pagemold.errors import UsageError
from pagemold.store.collection import Collection, Neighbour, StoredPage

if TYPE_CHECKING:
    import pyarrow as pa

    from pagemold.clustering import Grouped
    from pagemold.flow import Watch
    from pagemold.reasons import Texts
    from pagemold.sources import Pages
    from pagemold.store.model import Assignment, Model
    from pagemold.store.writer import Writer

    AnyPages: TypeAlias = Pages | Iterable[Page | str | bytes]


# Measures that look at the pages themselves, each under its name among the measures of two pages.
OF_PAGES = {"grammar": "grammar", "tree-edit": "tree_edit"}
# At least so many of the pages nearest by cosine are compared by such a measure; ten times as many if `thorough`.
_POOL = 50
# Pages that are asked for at most where candidates have to be read again.
_MOST_READ_AGAIN = 1_000
# Pages whose texts are in memory at once when many are read again.
_AGAIN = 256


@dataclass(frozen=True, slots=True)
class Added:
    """What an `add` did: pages met, stored, given a known template, put into a new one; and what the reading met."""

    seen: int
    added: int
    assigned: int
    grouped: int
    new_templates: tuple[str, ...]
    summary: "Summary"


class Mold(Collection):
    """An open collection that can also be added to, asked for templates of new pages, and shown again."""

    def add(self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None) -> Added:
        """Stores pages that are new. Those that the model knows join their template, the rest are grouped."""
        return add(self.folder, pages, jobs=jobs, watch=watch)

    def classify(
        self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None
    ) -> "Iterator[tuple[Page, Assignment]]":
        """The template of each page, or none, with score and runner-up; nothing is stored."""
        from pagemold.sources.pages import pages_of

        for batch, found in self._assigned(pages, jobs, watch):
            yield from zip(pages_of(batch), found, strict=True)

    def classified(self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None) -> "Iterator[pa.Table]":
        """The same as Arrow tables, in the columns of `TemplateClassifier.classify`, some pages at a time."""
        from pagemold.store.model import assignment_table

        names = {it.id: it.called for it in self.templates()}
        for batch, found in self._assigned(pages, jobs, watch):
            yield assignment_table(batch, found, names)

    def _assigned(
        self, pages: "AnyPages", jobs: int, watch: "Watch | None"
    ) -> "Iterator[tuple[pa.RecordBatch, list[Assignment]]]":
        from pagemold.store.model import assignments
        from pagemold.store.models import model_of
        from pagemold.store.stubs import stub_features, stub_templates, with_stubs

        model, stubs = model_of(self), stub_templates(self)
        with _reading(pages, (*model.features, *stub_features(stubs)), jobs) as reading:
            for batch in watch(reading) if watch else reading:
                found = assignments(model, batch)
                yield with_stubs(batch, found, stubs), found

    def similar(
        self,
        page: "int | str | bytes | StoredPage",
        k: int = 10,
        *,
        measure: str = "cosine",
        thorough: bool = False,
    ) -> list[Neighbour]:
        """The pages most alike, as `Collection.similar`; `tree-edit` and `grammar` compare the nearest by cosine.

        For these, pages are read again from where they lie.
        """
        if measure not in OF_PAGES:
            return super().similar(page, k, measure=measure, thorough=thorough)
        if not 1 <= k <= _MOST_READ_AGAIN:
            raise UsageError(
                "wrong_argument", f"k: {k}, but {measure} reads pages again: from 1 to {_MOST_READ_AGAIN:,}"
            )
        own = self._stored(page)
        pool = super().similar(page if own is None else own, (10 if thorough else 1) * max(_POOL, 2 * k))
        texts = self.texts([it.page for it in pool] if own is None else [own, *(it.page for it in pool)])
        asked = page if own is None else texts.pop(0)
        scores = _similarities(asked, texts, OF_PAGES[measure])  # type: ignore[arg-type]
        ranked = sorted(zip(scores, pool, strict=True), key=lambda pair: (-pair[0], -pair[1].score, pair[1].page.id))
        return [Neighbour(it.page, score) for score, it in ranked[:k]]

    def html(self, page: "int | str | StoredPage") -> str:
        """A page's text, read again from where it lies: an archive, a file, a row of a table."""
        stored = page if isinstance(page, StoredPage) else self.page(page) if isinstance(page, int) else self.find(page)
        return self.texts([stored])[0]

    def _stored(self, page: "int | str | bytes | StoredPage") -> StoredPage | None:
        """The stored page that is meant, if it is one; HTML is none."""
        if isinstance(page, int):
            return self.page(page)
        if isinstance(page, str) and "<" not in page:
            return self.find(page)
        return page if isinstance(page, StoredPage) else None

    def texts(self, pages: Sequence[StoredPage], jobs: int = 0) -> list[str]:
        """The texts of stored pages, read again; an error names the first that is not there any more as it was."""
        from pagemold.sources import Place, read_pages
        from pagemold.store.missing_page import not_there

        places = [Place(page.location, page.path, page.offset, page.length) for page in pages]
        texts = []
        for stored, found in zip(pages, read_pages(places, jobs), strict=True):
            if found is None or (found.url, found.size) != (stored.url, stored.size):
                raise not_there(stored)
            texts.append(found.html or "")
        return texts

    def pages(self) -> Any:
        """One row a page as a pandas DataFrame; `table()` gives the same as Arrow."""
        from pagemold.arrow import frame

        return frame(self.table, "Mold.pages()")

    def kneighbors(
        self, pages: "Iterable[Page | str | bytes]", n_neighbors: int = 10, return_distance: bool = True
    ) -> Any:
        """As scikit-learn's: distances (1 - cosine) and page numbers, a row a page; infinity and -1 fill up."""
        import numpy as np

        from pagemold.features import features
        from pagemold.store.branches import bags_of_batch, columns
        from pagemold.store.segments import nearest

        self._refresh()
        feature = self.settings["branches"]
        found = []
        for batch in features(pages, columns(feature)):
            found += nearest(self._spans, bags_of_batch(batch, feature), n_neighbors, jobs=0)
        distances = np.full((len(found), n_neighbors), np.inf)
        numbers = np.full((len(found), n_neighbors), -1, np.int64)
        for row, hits in enumerate(found):
            for place, (page, score) in enumerate(hits):
                distances[row, place], numbers[row, place] = 1 - score, page
        return (distances, numbers) if return_distance else numbers


def open_mold(folder: str | os.PathLike[str]) -> Mold:
    """Opens a collection, `NAME.mold/`, to ask it and to add to it."""
    return Mold(folder)


def create_mold(
    folder: str | os.PathLike[str],
    pages: "AnyPages",
    method: str = "grammar",
    *,
    jobs: int = 0,
    watch: "Watch | None" = None,
    branches: str = "binary_branches",
) -> Added:
    """Groups pages and keeps them as a new collection, or in one that is empty.

    What ends it before anything is stored leaves no new one behind.
    """
    from pagemold.methods import METHODS
    from pagemold.store.emptiness import remove_if_empty
    from pagemold.store.writer import create

    if method not in METHODS:
        raise UsageError("unknown_method", f"{method}: no such method; there is {', '.join(METHODS)}")
    is_new = create(os.fspath(folder), method, branches=branches)
    try:
        return add(os.fspath(folder), pages, jobs=jobs, watch=watch, command="cluster")
    except BaseException:
        if is_new:
            remove_if_empty(os.fspath(folder))
        raise


def add(
    folder: str,
    pages: "AnyPages",
    *,
    jobs: int = 0,
    watch: "Watch | None" = None,
    command: str = "add",
) -> Added:
    """Puts pages into a collection; see `Mold.add`."""
    from pagemold.methods import METHODS
    from pagemold.store.models import model_of
    from pagemold.store.stubs import stub_features, stub_templates
    from pagemold.store.writer import Writer

    with Collection(folder) as known, Writer(folder, command) as writer:
        model, stubs = model_of(known) if known.templates() else None, stub_templates(known)
        method = METHODS[writer.settings["method"]]
        asked, grouping = method.features, method.group
        more = (*(model.features if model else ()), *stub_features(stubs))
        names = tuple(dict.fromkeys([*writer.features, *asked, *more]))
        with _reading(pages, names, jobs) as reading:
            batches = watch(reading) if watch and hasattr(reading, "bytes_total") else reading
            left, assigned, flags = _take(writer, batches, model, asked, jobs, stubs)
            summary = reading.summary
        texts = pages.texts if hasattr(pages, "texts") else None
        new, grouped, more_flags = _group(writer, left, grouping, texts, whole=model is None)
        writer.finish(jobs)
        summary = replace(summary, flags=summary.flags + flags + more_flags)
        return Added(writer.seen, writer.added, assigned, grouped, new, summary)


def _take(
    writer: "Writer",
    batches: "Iterable[pa.RecordBatch]",
    model: "Model | None",
    asked: tuple[str, ...],
    jobs: int,
    stubs: Set[str] = frozenset(),
) -> "tuple[list[tuple[list[int], pa.RecordBatch]], int, Counter[str]]":
    """Stores batches as they come. Gives the pages that no template fits, how many one fits, and the flags that these
    got by it.
    """
    import pyarrow as pa

    from pagemold.arrow import PAGE_SCHEMA
    from pagemold.store.grammar_model import GrammarModel
    from pagemold.store.joined import note_joined
    from pagemold.store.model import assignments
    from pagemold.store.stubs import with_stubs

    left, assigned, flags = [], 0, Counter[str]()
    for batch in batches:
        incoming = writer.take(batch, jobs)
        pages, rows = incoming.pending_pages, incoming.pending
        if model and pages:
            found = assignments(model, rows)
            writer.assign(pages, found)
            if isinstance(model, GrammarModel):
                note_joined(writer, rows, found)
            flags += _set_changed(writer, pages, rows, with_stubs(rows, found, stubs))
            unknown = [row for row, it in enumerate(found) if it.template is None]
            assigned += len(found) - len(unknown)
            pages, rows = [pages[row] for row in unknown], rows.take(pa.array(unknown, pa.int64()))
        if pages:
            left.append((pages, rows.select([*PAGE_SCHEMA.names, *asked])))
        writer.commit_if_due()
    return left, assigned, flags


def _group(
    writer: "Writer",
    left: "list[tuple[list[int], pa.RecordBatch]]",
    grouping: Callable[..., Any],
    texts: "Texts | None" = None,
    *,
    whole: bool,
) -> tuple[tuple[str, ...], int, Counter[str]]:
    """Groups what is left by the collection's method; gives the templates that this made, the number of pages, and the
    flags that they got by it.

    `whole` says that no page has a template yet.
    """
    import pyarrow as pa

    from pagemold.clustering import Grouped
    from pagemold.groups.grammar import Grammars
    from pagemold.reasons import named
    from pagemold.store.examples import set_examples
    from pagemold.store.grammar_model import add_to_model
    from pagemold.store.model import Assignment
    from pagemold.store.names import set_names, taken_names

    if not left:
        return (), 0, Counter()
    found = Grouped(*grouping(batch for _, batch in left))
    rows, groups = found.rows, found.groups
    pages = [page for some, _ in left for page in some]
    for group in groups:
        writer.add_template(group.id, group.fingerprint, writer.settings["method"])
    if isinstance(found.tree, Grammars):
        add_to_model(writer, found.tree.templates(rows["group"].to_pylist()))
        taken = taken_names(writer.connection)
        groups = named(groups, rows, found.tree, texts, taken, whole=whole)
        set_names(writer, {it.id: it.name or it.id for it in groups})
        set_examples(writer, {id: pages[row] for id, row in found.tree.typical().items()})
    writer.assign(pages, [Assignment(template, 1.0) for template in rows["group"].to_pylist()])
    # A method may say more of a page when it has seen them all, such as that it is a stub.
    before = pa.Table.from_batches([batch.select(["flags"]) for _, batch in left])
    flags = _set_changed(writer, pages, before, rows)
    return tuple(group.id for group in groups), len(pages), flags


def _set_changed(writer: "Writer", pages: list[int], before: Any, after: Any) -> Counter[str]:
    """Stores the flags of the pages whose rows have others than before; gives how many have each new one."""
    from pagemold.arrow import flag_counts

    said = zip(pages, before["flags"].to_pylist(), after["flags"].to_pylist(), strict=True)
    writer.set_flags({page: flags for page, old, flags in said if flags != old})
    return flag_counts(after["flags"]) - flag_counts(before["flags"])


def regroup(folder: str, method: str | None = None, *, jobs: int = 0) -> dict[str, int]:
    """Groups the pages of a collection anew, by its method or another, keeping what people decided.

    Fingerprints are stored; what other methods need is computed again from where the pages lie.
    """
    from pagemold.clustering import Grouped
    from pagemold.groups.grammar import Grammars
    from pagemold.methods import METHODS
    from pagemold.store.grammar_model import add_to_model, template_ids
    from pagemold.store.names import taken_names
    from pagemold.store.regroup import movable_pages, stub_flags
    from pagemold.store.regroup import regroup as store
    from pagemold.store.table import fingerprint_batches
    from pagemold.store.writer import Writer

    with Mold(folder) as mold, Writer(folder, "regroup") as writer:
        method = method or writer.settings["method"]
        if method not in METHODS:
            raise UsageError("unknown_method", f"{method}: no such method; there is {', '.join(METHODS)}")
        names, grouping = METHODS[method].features, METHODS[method].group
        pages = sorted(movable_pages(writer))
        is_kept = names == ("fingerprint",)
        batches = fingerprint_batches(mold._connection, pages) if is_kept else _again(mold, pages, names, jobs)
        grouped = Grouped(*grouping(batches))
        found = dict(zip(pages, grouped.rows["group"].to_pylist(), strict=True))
        writer.use_method(method)
        tree = grouped.tree
        if isinstance(tree, Grammars):
            writer.with_commit(lambda: add_to_model(writer, tree.templates(template_ids(writer.connection, pages))))
        taken = taken_names(writer.connection, instead=True)
        writer.with_commit(partial(_describe_anew, writer, mold, pages, grouped, taken))
        # Only a method that keeps a tree looks for stubs; what stands in the rows of others was said of other groups.
        said = grouped.rows["flags"].to_pylist() if tree is not None else [0] * len(pages)
        writer.set_flags(stub_flags(writer, dict(zip(pages, said, strict=True))))
        return store(writer, found, {group.id: group.fingerprint for group in grouped.groups})


def _describe_anew(writer: "Writer", mold: Mold, pages: list[int], grouped: "Grouped", taken: set[str]) -> None:
    """Names and typical pages of new groups, under the ids that these are kept by."""
    import pyarrow as pa

    from pagemold.groups.grammar import Grammars
    from pagemold.reasons import named
    from pagemold.store.examples import set_examples
    from pagemold.store.grammar_model import template_ids
    from pagemold.store.names import set_names

    names, typical = {}, {}
    if isinstance(tree := grouped.tree, Grammars):
        rows = grouped.rows.append_column("page", pa.array(pages, pa.int64()))
        kept_as = dict(zip(rows["group"].to_pylist(), template_ids(writer.connection, pages), strict=True))
        found = named(grouped.groups, rows, tree, partial(_texts_of, mold), taken, whole=len(pages) == len(mold))
        names = {id: it.name for it in found if (id := kept_as[it.id]) and it.name}
        typical = {id: pages[row] for group, row in tree.typical().items() if (id := kept_as[group])}
    set_names(writer, names, instead=True)
    set_examples(writer, typical, instead=True)


def _texts_of(mold: Mold, rows: "pa.Table") -> list[str]:
    return mold.texts([mold.page(number) for number in rows["page"].to_pylist()])


def _again(mold: Mold, pages: list[int], names: tuple[str, ...], jobs: int) -> "Iterator[pa.RecordBatch]":
    """The rows of pages with other features, from where they lie."""
    from pagemold.features import features

    def read() -> "Iterator[Page]":
        for start in range(0, len(pages), _AGAIN):
            some = [mold.page(number) for number in pages[start : start + _AGAIN]]
            for page, html in zip(some, mold.texts(some, jobs), strict=True):
                place = {"source": page.source, "offset": page.offset, "length": page.length}
                yield Page(url=page.url, path=page.path, html=html, **place)  # type: ignore[arg-type]

    yield from features(read(), names, jobs=jobs)


def _similarities(page: str | bytes, others: list[str], measure: str) -> list[float]:
    """How alike a page and each of the others are."""
    from pagemold.features import features
    from pagemold.measures import MEASURES

    chosen = MEASURES[measure]
    rows = chosen.prepare(features([page, *others], chosen.features))
    found = chosen.matrix(rows.take([0]), rows.take(list(range(1, len(others) + 1))))
    return [float(score) for score in found[0]]


def _reading(pages: "AnyPages", names: tuple[str, ...], jobs: int) -> Any:
    from pagemold.features import features
    from pagemold.features.memory import Memory
    from pagemold.sources import Pages

    if isinstance(pages, Pages):
        return pages.batches(names, jobs=jobs)
    return Memory(features(pages, names, jobs=jobs))
