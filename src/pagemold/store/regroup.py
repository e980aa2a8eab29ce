"""New groups for the pages of a collection, without losing what a person decided.

Pages of locked templates and pinned pages stay where they are. A new group that holds most of the pages of an old
template, more than any other group does, is that template still: it keeps the old id, and with it name and merges. A
template that a person named or merged needs no majority: the group with most of its pages carries it on. What a person
merged stays together: a new group whose pages were mostly shown as a merged template is shown as that.
"""

from collections import Counter
from collections.abc import Container, Mapping

from pagemold.arrow import flag_bits
from pagemold.store import schema
from pagemold.store.templates import shown_ids
from pagemold.store.writer import Writer

_MOVABLE = """
SELECT pages.id, pages.template FROM pages LEFT JOIN templates ON templates.number = pages.template
LEFT JOIN templates AS shown ON shown.number = templates.shown_as
WHERE coalesce(shown.locked, 0) = 0 AND NOT EXISTS (SELECT 1 FROM pins WHERE pins.page = pages.id)
"""


def movable_pages(writer: Writer) -> dict[int, int | None]:
    """The pages that may change their template, each with the one it has."""
    with schema.sqlite_errors(writer.folder):
        return dict(writer.connection.execute(_MOVABLE).fetchall())


def stub_flags(writer: Writer, said: Mapping[int, int]) -> dict[int, int]:
    """The flags of the pages that became stubs, or are none any more, given what flags the new groups say they have."""
    with schema.sqlite_errors(writer.folder):
        before = dict(writer.connection.execute("SELECT id, flags FROM pages").fetchall())
    stub = flag_bits("stub")
    after = {page: before[page] & ~stub | flags & stub for page, flags in said.items()}
    return {page: flags for page, flags in after.items() if flags != before[page]}


def regroup(writer: Writer, found: Mapping[int, str | None], fingerprints: Mapping[str, str | None]) -> dict[str, int]:
    """Sets new templates, given as ids by page; gives how many pages moved and templates were kept, born, gone."""
    pages = {page: found.get(page) for page in movable_pages(writer) if page in found}
    old = _ids(writer)
    before = {page: old.get(number) for page, number in movable_pages(writer).items() if number is not None}
    kept = heirs(before, pages, _decided(writer))
    names = {id: kept.get(id, id) for id in set(pages.values()) if id is not None}
    _avoid(names, kept)
    after = {page: names[id] if id is not None else None for page, id in pages.items()}
    shown = _shown(writer)
    merged = _merged(before, after, shown)
    was = {page: shown.get(id) for page, id in before.items()}
    shown.update(merged)
    moved = sum(was.get(page) != shown.get(id, id) for page, id in after.items())
    _store(writer, after, {names[id]: fingerprints.get(id) for id in names}, merged)
    gone = set(before.values()) - set(after.values())
    return {"moved": moved, "kept": len(kept), "born": len(names) - len(kept), "gone": len(gone)}


def heirs(
    before: Mapping[int, str | None], after: Mapping[int, str | None], decided: Container[str] = ()
) -> dict[str, str]:
    """For each new group that carries on an old template, the id of that."""
    shared = Counter((after.get(page), id) for page, id in before.items() if id is not None)
    sizes = Counter(id for id in before.values() if id is not None)
    taken: dict[str, str] = {}
    inherited: set[str] = set()
    ranked = sorted(shared.items(), key=lambda item: (-item[1], str(item[0])))
    for (new, id), pages in ranked:
        carries_on = 2 * pages > sizes[id] or id in decided
        if new is not None and carries_on and new not in taken and id not in inherited:
            taken[new] = id
            inherited.add(id)
    return taken


def _merged(
    before: Mapping[int, str | None], after: Mapping[int, str | None], shown: Mapping[str | None, str]
) -> dict[str, str]:
    """For each new template most of whose pages were shown as a template that a person merged others into: that."""
    targets = {as_ for id, as_ in shown.items() if id != as_}
    held: dict[str, Counter[str]] = {}
    for page, id in after.items():
        was = shown.get(before.get(page))
        if id is not None and id not in shown and was is not None:
            held.setdefault(id, Counter())[was] += 1
    most = {id: counts.most_common(1)[0] for id, counts in held.items()}
    return {id: as_ for id, (as_, pages) in most.items() if as_ in targets and 2 * pages > held[id].total()}


def _avoid(names: dict[str, str], kept: Mapping[str, str]) -> None:
    """A new group must not get an id that another group carries on."""
    used = {id for new, id in names.items() if new in kept}
    for new, id in sorted(names.items()):
        if new not in kept:
            while id in used:
                id += "x"
            names[new] = id
            used.add(id)


def _ids(writer: Writer) -> dict[int, str]:
    with schema.sqlite_errors(writer.folder):
        return dict(writer.connection.execute("SELECT number, id FROM templates").fetchall())


def _shown(writer: Writer) -> dict[str | None, str]:
    with schema.sqlite_errors(writer.folder):
        return shown_ids(writer.connection)


def _decided(writer: Writer) -> set[str]:
    """The templates that a person named, merged into another, or merged others into."""
    query = "SELECT id FROM templates WHERE name IS NOT NULL OR shown_as <> number OR number IN "
    with schema.sqlite_errors(writer.folder):
        rows = writer.connection.execute(f"{query} (SELECT shown_as FROM templates WHERE shown_as <> number)")
        return {id for (id,) in rows.fetchall()}


def _store(
    writer: Writer,
    after: Mapping[int, str | None],
    fingerprints: Mapping[str, str | None],
    merged: Mapping[str, str],
) -> None:
    for id, fingerprint in sorted(fingerprints.items()):
        writer.add_template(id, fingerprint, writer.settings["method"], shown_as=merged.get(id))
    writer.set_templates(after)
    writer.finish()
