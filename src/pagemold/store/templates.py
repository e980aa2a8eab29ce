"""The templates of a collection as a reader sees them: merges followed, names and locks shown."""

import sqlite3
from dataclasses import dataclass

from pagemold.errors import CollectionError


@dataclass(frozen=True, slots=True)
class Template:
    """A template: its id, what a person calls it, how many pages it has, one of them."""

    id: str
    name: str | None
    pages: int
    locked: bool
    fingerprint: str | None
    example: str | None
    example_page: int | None


_TEMPLATES = """
SELECT shown.id, shown.name, count(*), shown.locked, shown.fingerprint, min(pages.id)
FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as
GROUP BY shown.number ORDER BY count(*) DESC, shown.id
"""


_SHOWN = "SELECT one.id, shown.id FROM templates AS one JOIN templates AS shown ON shown.number = one.shown_as"


def shown_ids(connection: sqlite3.Connection) -> dict[str | None, str]:
    """The id that each template's pages are shown under."""
    return dict(connection.execute(_SHOWN).fetchall())


def read_templates(connection: sqlite3.Connection) -> list[Template]:
    """All templates that have pages, largest first."""
    found = []
    for id, name, pages, locked, fingerprint, example in connection.execute(_TEMPLATES).fetchall():
        found.append(Template(id, name, pages, bool(locked), fingerprint, _address(connection, example), example))
    return found


def _address(connection: sqlite3.Connection, page: int) -> str | None:
    query = "SELECT coalesce(url, path, sources.name) FROM pages JOIN sources ON number = source WHERE id = ?"
    row = connection.execute(query, (page,)).fetchone()
    return row[0] if row else None


def template_number(connection: sqlite3.Connection, given: str) -> int:
    """A template by its id, by the beginning of it, or by the name that a person gave it."""
    rows = connection.execute(
        "SELECT number FROM templates WHERE id = ?1 UNION SELECT number FROM templates WHERE name = ?1", (given,)
    ).fetchall()
    if not rows and len(given) >= 2:
        query = "SELECT number FROM templates WHERE substr(id, 1, length(?1)) = ?1"
        rows = connection.execute(query, (given,)).fetchall()
    if len(rows) != 1:
        what = "no such template" if not rows else "several templates are called so"
        raise CollectionError("no_such_template", f"{given}: {what}")
    return int(rows[0][0])
