"""What grouping notes of templates in a table of its own, which collections of older versions lack."""

from collections.abc import Mapping

from pagemold.store import schema
from pagemold.store.writer import Writer

_FORGET = "DELETE FROM {} WHERE template IN (SELECT number FROM templates WHERE locked = 0)"


def note(writer: Writer, table: str, column: str, noted: Mapping[str, int | str], *, instead: bool) -> None:
    """Notes something of templates, by their ids, with the next commit; `instead` of all but that of locked ones.

    The column is given with its type.
    """
    with schema.sqlite_errors(writer.folder):
        writer.begin()
        writer.connection.execute(
            f"CREATE TABLE IF NOT EXISTS {table} (template INTEGER PRIMARY KEY, {column} NOT NULL)"
        )
        if instead:
            writer.connection.execute(_FORGET.format(table))
        setting = f"INSERT OR REPLACE INTO {table} SELECT number, ? FROM templates WHERE id = ?"
        writer.connection.executemany(setting, [(it, id) for id, it in noted.items()])
