"""Names that grouping gave templates, for people, until a person gives them better ones.

They are kept because pages must be looked at to make them. They may change when pages are grouped anew.
"""

from collections.abc import Mapping

from pagemold.store import schema
from pagemold.store.writer import Writer

_TABLE = "CREATE TABLE IF NOT EXISTS names (template INTEGER PRIMARY KEY, name TEXT NOT NULL)"
_SET = "INSERT OR REPLACE INTO names SELECT number, ? FROM templates WHERE id = ?"
_FORGET = "DELETE FROM names WHERE template IN (SELECT number FROM templates WHERE locked = 0)"


def set_names(writer: Writer, names: Mapping[str, str], *, instead: bool = False) -> None:
    """Gives templates, by their ids, names with the next commit; `instead` of all but those of locked ones."""
    with schema.sqlite_errors(writer.folder):
        writer.begin()
        writer.connection.execute(_TABLE)
        if instead:
            writer.connection.execute(_FORGET)
        writer.connection.executemany(_SET, [(name, id) for id, name in names.items()])
