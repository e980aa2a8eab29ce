"""The templates of a collection as a reader sees them: merges followed, names and locks shown."""

import sqlite3
from dataclasses import dataclass

from pagemold._native import FLAG_NAMES
from pagemold.errors import CollectionError, listed, meant


@dataclass(frozen=True, slots=True)
class Template:
    """A template: its id, what a person calls it, how many pages it has, the most typical of them or the first.

    `called` is what to show people: the name that a person gave it, or the one that grouping did. It is flagged `stub`
    where most of its pages are.
    """

    id: str
    name: str | None
    pages: int
    locked: bool
    fingerprint: str | None
    example: str | None
    example_page: int | None
    called: str | None = None
    flags: tuple[str, ...] = ()


# Templates that are offered where nothing fits.
_OFFERED = 5

_TEMPLATES = """
SELECT shown.number, shown.id, shown.name, count(*), shown.locked, shown.fingerprint, min(pages.id),
    2 * sum((pages.flags & ?) > 0) > count(*)
FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as
GROUP BY shown.number ORDER BY count(*) DESC, shown.id
"""


_TYPICAL = """
SELECT examples.template, examples.page FROM examples JOIN pages ON pages.id = examples.page
JOIN templates ON templates.number = pages.template WHERE templates.shown_as = examples.template
"""


_SHOWN = "SELECT one.id, shown.id FROM templates AS one JOIN templates AS shown ON shown.number = one.shown_as"


def shown_ids(connection: sqlite3.Connection) -> dict[str | None, str]:
    """The id that each template's pages are shown under."""
    return dict(connection.execute(_SHOWN).fetchall())


def read_templates(connection: sqlite3.Connection) -> list[Template]:
    """All templates that have pages, largest first."""
    names, typical, stub = read_names(connection), _typical_pages(connection), 1 << FLAG_NAMES.index("stub")
    found = []
    for number, id, name, pages, locked, print_, first, is_stub in connection.execute(_TEMPLATES, (stub,)).fetchall():
        called, flags = name or names.get(number), ("stub",) if is_stub else ()
        example = typical.get(number, first)
        address = _address(connection, example)
        found.append(Template(id, name, pages, bool(locked), print_, address, example, called, flags))
    return found


def read_names(connection: sqlite3.Connection) -> dict[int, str]:
    """The names that grouping gave, by the numbers of templates; collections of older versions have none."""
    if not is_there(connection, "names"):
        return {}
    return dict(connection.execute("SELECT template, name FROM names").fetchall())


def shown_name(connection: sqlite3.Connection) -> str:
    """The SQL for what people are shown for the template `shown` of a query; null where it has no name."""
    if not is_there(connection, "names"):
        return "shown.name"
    return "coalesce(shown.name, (SELECT names.name FROM names WHERE names.template = shown.number))"


def called(connection: sqlite3.Connection, id: str) -> str:
    """What people are shown for a template: the name that a person or grouping gave it, or its id."""
    row = connection.execute("SELECT number, name FROM templates WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise CollectionError("no_such_template", f"{id}: no such template")
    number, name = row
    if name is None and is_there(connection, "names"):
        (name,) = connection.execute("SELECT name FROM names WHERE template = ?", (number,)).fetchone() or (None,)
    return name or id


def _typical_pages(connection: sqlite3.Connection) -> dict[int, int]:
    """The typical page of each template that still has it; only grouping by grammar knows one."""
    return dict(connection.execute(_TYPICAL).fetchall()) if is_there(connection, "examples") else {}


def is_there(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a collection has a table: older versions lack some."""
    return bool(connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone())


def _address(connection: sqlite3.Connection, page: int) -> str | None:
    query = "SELECT coalesce(url, path, sources.name) FROM pages JOIN sources ON number = source WHERE id = ?"
    row = connection.execute(query, (page,)).fetchone()
    return row[0] if row else None


def told(connection: sqlite3.Connection, id: str) -> str:
    """A template by its id and its name, for messages."""
    name = called(connection, id)
    return id if name == id else f"{id} {name}"


def template_number(connection: sqlite3.Connection, given: str, *, parts: bool = True) -> int:
    """The template that an id or a name means, or how one begins, or, where `parts` do, a part of a name; one that was
    merged is the one it shows as.
    """
    given_names = read_names(connection)
    rows = connection.execute("SELECT number, shown_as, id, name FROM templates").fetchall()
    names = [(id, name or given_names.get(number)) for number, _, id, name in rows]
    found = meant(names, given, parts=parts)
    # Collections of older versions may call a template as another that was merged: the one that is seen is meant.
    seen = [place for place in found if rows[place][0] == rows[place][1] and given in names[place]]
    shown = sorted({rows[place][1] for place in seen or found})
    if len(shown) == 1:
        return int(shown[0])
    if not found:
        there = "; ".join(f"{it.id} {it.called or ''}".strip() for it in read_templates(connection)[:_OFFERED])
        message = f"{given}: no such template; there are {there or 'none'}; `pagemold info MOLD --top 0` shows all"
        raise CollectionError("no_such_template", message)
    some = [f"{id} {name or given_names.get(number, '')}".strip() for number, _, id, name in rows if number in shown]
    raise CollectionError("ambiguous_template", f"{given}: {listed(some, 'templates may be meant')}")
