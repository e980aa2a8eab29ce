"""What a person decided about templates: names, merges, splits, locks. Each is kept with its time, and survives.

A merge shows one template's pages as another's; the method's own template stays below, so nothing has to move and
later pages follow. A split pins pages to a template of their own. Pages of a locked template, and pinned ones, stay
where they are when a collection is grouped anew.
"""

import json
from hashlib import blake2b

from pagemold.errors import CollectionError, UsageError
from pagemold.store import schema
from pagemold.store.names import called_by_grouping
from pagemold.store.templates import read_names, template_number, told
from pagemold.store.writer import Writer, now

_NAME_LENGTH = 200


def id_of(writer: Writer, given: str) -> str:
    """The id of the template that somebody means. A part of a name is not enough to decide by: merges stay."""
    return _id(writer, _number(writer, given))


def give_name(writer: Writer, template: str, name: str) -> None:
    """Calls a template by a name that no other has; an empty one takes the name away."""
    number = _number(writer, template)
    name = name.strip()
    if len(name) > _NAME_LENGTH:
        raise UsageError("wrong_argument", f"a name of {len(name):,} characters: longer than {_NAME_LENGTH}")
    # Without a name of its own it goes by that of grouping again.
    _refuse_taken(writer, number, name or read_names(writer.connection).get(number, ""))
    _decide(writer, "name", number, name, [("UPDATE templates SET name = ? WHERE number = ?", (name or None, number))])


def merge(writer: Writer, into: str, others: list[str]) -> None:
    """Shows the pages of other templates as those of one."""
    target = _number(writer, into)
    for other in others:
        number = _number(writer, other)
        if number == target:
            raise UsageError("wrong_argument", f"{other} is {_told(writer, target)} already")
        _refuse_locked(writer, number)
        change = ("UPDATE templates SET shown_as = ? WHERE shown_as = ?", (target, number))
        _decide(writer, "merge", target, _id(writer, number), [change])


def split(writer: Writer, template: str, pages: list[int]) -> str:
    """Gives some pages of a template a template of their own; the id of that, made from the pages."""
    number = _number(writer, template)
    _refuse_locked(writer, number)
    keys = [_key_of(writer, page, number) for page in sorted(set(pages))]
    total = "SELECT count(*) FROM pages JOIN templates ON number = template WHERE shown_as = ?"
    if not keys or len(keys) == writer.connection.execute(total, (number,)).fetchone()[0]:
        raise UsageError("wrong_argument", f"{_told(writer, number)}: a split takes some of its pages, not none or all")
    id = "s" + blake2b(",".join(map(str, keys)).encode(), digest_size=5).hexdigest()
    new = writer.connection.execute("SELECT coalesce(max(number), 0) + 1 FROM templates").fetchone()[0]
    changes: list[tuple[str, tuple[object, ...]]] = [
        ("INSERT INTO templates VALUES (?, ?, NULL, NULL, ?, 0, 'split')", (new, id, new))
    ]
    for page in set(pages):
        changes.append(("UPDATE pages SET template = ?, score = NULL WHERE id = ?", (new, page)))
        changes.append(("INSERT OR REPLACE INTO pins VALUES (?, ?)", (page, new)))
    _decide(writer, "split", number, json.dumps({"new": id, "pages": sorted(set(pages))}), changes)
    return id


def lock(writer: Writer, template: str, locked: bool = True) -> None:
    """Holds a template as it is: it is not split, merged into another, or grouped anew."""
    number = _number(writer, template)
    change = ("UPDATE templates SET locked = ? WHERE number = ?", (int(locked), number))
    _decide(writer, "lock" if locked else "unlock", number, None, [change])


def _number(writer: Writer, given: str) -> int:
    with schema.sqlite_errors(writer.folder):
        return template_number(writer.connection, given, parts=False)


def _key_of(writer: Writer, page: int, number: int) -> int:
    query = "SELECT key FROM pages JOIN templates ON number = template WHERE pages.id = ? AND shown_as = ?"
    row = writer.connection.execute(query, (page, number)).fetchone()
    if row is None:
        raise CollectionError("no_such_page", f"page {page:,} is not of template {_told(writer, number)}")
    return int(row[0])


def _id(writer: Writer, number: int) -> str:
    return str(writer.connection.execute("SELECT id FROM templates WHERE number = ?", (number,)).fetchone()[0])


def _told(writer: Writer, number: int) -> str:
    return told(writer.connection, _id(writer, number))


def _refuse_locked(writer: Writer, number: int) -> None:
    if writer.connection.execute("SELECT locked FROM templates WHERE number = ?", (number,)).fetchone()[0]:
        raise UsageError("template_locked", f"{_told(writer, number)}: is locked; unlock it first")


def _refuse_taken(writer: Writer, number: int, name: str) -> None:
    """No two templates go by the same name; those merged into a template may lend it theirs."""
    query = "SELECT id FROM templates WHERE (name = ?1 OR id = ?1) AND number <> ?2"
    taken = writer.connection.execute(query, (name, number)).fetchone()
    if taken:
        raise UsageError("wrong_argument", f"{name}: template {taken[0]} is called so")
    known_as = called_by_grouping(writer.connection, name, beside=number)
    if known_as:
        raise UsageError("wrong_argument", f"{name}: grouping calls template {known_as[0]} so")


def _decide(
    writer: Writer, kind: str, number: int, argument: str | None, changes: list[tuple[str, tuple[object, ...]]]
) -> None:
    """The changes and the note of the decision, together or not at all."""
    note = "INSERT INTO decisions (at, kind, template, argument) VALUES (?, ?, ?, ?)"
    with schema.sqlite_errors(writer.folder), writer.connection:
        writer.connection.execute("BEGIN IMMEDIATE")
        writer.connection.execute(note, (now(), kind, _id(writer, number), argument))
        for query, values in changes:
            writer.connection.execute(query, values)
