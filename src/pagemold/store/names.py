"""Names that grouping gave templates, for people, until a person gives them better ones.

They are kept because pages must be looked at to make them. They may change when pages are grouped anew.
"""

import sqlite3
from collections.abc import Mapping

from pagemold.store.notes import note
from pagemold.store.templates import read_names
from pagemold.store.writer import Writer

_LOCKED = "SELECT number FROM templates WHERE locked = 1"
_OTHERS = "SELECT number, id FROM templates WHERE shown_as <> ? ORDER BY id"


def set_names(writer: Writer, names: Mapping[str, str], *, instead: bool = False) -> None:
    """Gives templates, by their ids, names with the next commit; `instead` of all but those of locked ones."""
    note(writer, "names", "name TEXT", names, instead=instead)


def taken_names(connection: sqlite3.Connection, *, instead: bool = False) -> set[str]:
    """The names that no new group may get: those that people gave, and those of grouping that stay when others are set,
    or set `instead`.
    """
    people = {name for (name,) in connection.execute("SELECT name FROM templates WHERE name IS NOT NULL")}
    given = read_names(connection)
    staying = {number for (number,) in connection.execute(_LOCKED)} if instead else set(given)
    return people | {name for number, name in given.items() if number in staying}


def called_by_grouping(connection: sqlite3.Connection, name: str, *, beside: int) -> list[str]:
    """The templates that grouping gave a name, `beside` one and what is merged into it. Renamed and merged ones are
    among them: they may go by that name again, or still do.
    """
    given = read_names(connection)
    return [id for number, id in connection.execute(_OTHERS, (beside,)).fetchall() if given.get(number) == name]
