"""Pages kept in a collection: read → model or method → store. Beside `flow` and `mold`, the third joiner."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA, flag_counts
from pagemold.clustering import Grouped
from pagemold.data import Page, Summary
from pagemold.errors import UsageError
from pagemold.features import features
from pagemold.flow import Watch
from pagemold.groups.grammar import Grammars
from pagemold.methods import METHODS
from pagemold.mold import AnyPages, Mold, reading
from pagemold.reasons import Texts, named
from pagemold.store import Collection
from pagemold.store.emptiness import remove_if_empty
from pagemold.store.examples import set_examples
from pagemold.store.grammar_model import GrammarModel, add_to_model, template_ids
from pagemold.store.joined import note_joined
from pagemold.store.model import Assignment, Model, assignments
from pagemold.store.models import model_of
from pagemold.store.names import set_names, taken_names
from pagemold.store.regroup import movable_pages, stub_flags
from pagemold.store.regroup import regroup as store
from pagemold.store.stubs import stub_features, stub_templates, with_stubs
from pagemold.store.table import fingerprint_batches
from pagemold.store.writer import Writer, create

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
    summary: Summary


def create_mold(
    folder: str | os.PathLike[str],
    pages: AnyPages,
    method: str = "grammar",
    *,
    jobs: int = 0,
    watch: Watch | None = None,
    branches: str = "binary_branches",
) -> Added:
    """Groups pages and keeps them as a new collection, or in one that is empty.

    What ends it before anything is stored leaves no new one behind.
    """
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
    pages: AnyPages,
    *,
    jobs: int = 0,
    watch: Watch | None = None,
    command: str = "add",
) -> Added:
    """Puts pages into a collection; see `Mold.add`."""
    with Collection(folder) as known, Writer(folder, command) as writer:
        model, stubs = model_of(known) if known.templates() else None, stub_templates(known)
        method = METHODS[writer.settings["method"]]
        asked, grouping = method.features, method.group
        more = (*(model.features if model else ()), *stub_features(stubs))
        names = tuple(dict.fromkeys([*writer.features, *asked, *more]))
        with reading(pages, names, jobs) as read:
            batches = watch(read) if watch and hasattr(read, "bytes_total") else read
            left, assigned, flags = _take(writer, batches, model, asked, jobs, stubs)
            summary = read.summary
        texts = pages.texts if hasattr(pages, "texts") else None
        new, grouped, more_flags = _group(writer, left, grouping, texts, whole=model is None)
        writer.finish(jobs)
        summary = replace(summary, flags=summary.flags + flags + more_flags)
        return Added(writer.seen, writer.added, assigned, grouped, new, summary)


def _take(
    writer: Writer,
    batches: Iterable[pa.RecordBatch],
    model: Model | None,
    asked: tuple[str, ...],
    jobs: int,
    stubs: Set[str] = frozenset(),
) -> tuple[list[tuple[list[int], pa.RecordBatch]], int, Counter[str]]:
    """Stores batches as they come. Gives the pages that no template fits, how many one fits, and the flags that these
    got by it.
    """
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
    writer: Writer,
    left: list[tuple[list[int], pa.RecordBatch]],
    grouping: Callable[..., Any],
    texts: Texts | None = None,
    *,
    whole: bool,
) -> tuple[tuple[str, ...], int, Counter[str]]:
    """Groups what is left by the collection's method; gives the templates that this made, the number of pages, and the
    flags that they got by it.

    `whole` says that no page has a template yet.
    """
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


def _set_changed(writer: Writer, pages: list[int], before: Any, after: Any) -> Counter[str]:
    """Stores the flags of the pages whose rows have others than before; gives how many have each new one."""
    said = zip(pages, before["flags"].to_pylist(), after["flags"].to_pylist(), strict=True)
    writer.set_flags({page: flags for page, old, flags in said if flags != old})
    return flag_counts(after["flags"]) - flag_counts(before["flags"])


def regroup(folder: str, method: str | None = None, *, jobs: int = 0) -> dict[str, int]:
    """Groups the pages of a collection anew, by its method or another, keeping what people decided.

    Fingerprints are stored; what other methods need is computed again from where the pages lie.
    """
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


def _describe_anew(writer: Writer, mold: Mold, pages: list[int], grouped: Grouped, taken: set[str]) -> None:
    """Names and typical pages of new groups, under the ids that these are kept by."""
    names, typical = {}, {}
    if isinstance(tree := grouped.tree, Grammars):
        rows = grouped.rows.append_column("page", pa.array(pages, pa.int64()))
        kept_as = dict(zip(rows["group"].to_pylist(), template_ids(writer.connection, pages), strict=True))
        found = named(grouped.groups, rows, tree, partial(_texts_of, mold), taken, whole=len(pages) == len(mold))
        names = {id: it.name for it in found if (id := kept_as[it.id]) and it.name}
        typical = {id: pages[row] for group, row in tree.typical().items() if (id := kept_as[group])}
    set_names(writer, names, instead=True)
    set_examples(writer, typical, instead=True)


def _texts_of(mold: Mold, rows: pa.Table) -> list[str]:
    return mold.texts([mold.page(number) for number in rows["page"].to_pylist()])


def _again(mold: Mold, pages: list[int], names: tuple[str, ...], jobs: int) -> Iterator[pa.RecordBatch]:
    """The rows of pages with other features, from where they lie."""

    def read() -> Iterator[Page]:
        for start in range(0, len(pages), _AGAIN):
            some = [mold.page(number) for number in pages[start : start + _AGAIN]]
            for page, html in zip(some, mold.texts(some, jobs), strict=True):
                place = {"source": page.source, "offset": page.offset, "length": page.length}
                yield Page(url=page.url, path=page.path, html=html, **place)  # type: ignore[arg-type]

    yield from features(read(), names, jobs=jobs)
