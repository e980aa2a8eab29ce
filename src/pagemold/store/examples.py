"""The most typical page of each template, as grouping knew it: it takes all pages of a template to tell."""

from collections.abc import Mapping

from pagemold.store import schema
from pagemold.store.writer import Writer

_TABLE = "CREATE TABLE IF NOT EXISTS examples (template INTEGER PRIMARY KEY, page INTEGER NOT NULL)"
_SET = "INSERT OR REPLACE INTO examples SELECT number, ? FROM templates WHERE id = ?"
_FORGET = "DELETE FROM examples WHERE template IN (SELECT number FROM templates WHERE locked = 0)"


def set_examples(writer: Writer, pages: Mapping[str, int], *, instead: bool = False) -> None:
    """Notes the typical page of templates, by their ids, with the next commit; `instead` of all but those of locked
    ones.
    """
    with schema.sqlite_errors(writer.folder):
        writer.begin()
        writer.connection.execute(_TABLE)
        if instead:
            writer.connection.execute(_FORGET)
        writer.connection.executemany(_SET, [(page, id) for id, page in pages.items()])
