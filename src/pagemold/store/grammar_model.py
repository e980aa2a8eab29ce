"""The template of a new page is the one that describes it in fewest bits, by what was learnt when pages were grouped.

The model is a row of the database, so it is committed with the templates that it knows.
"""

import sqlite3
import struct
from collections.abc import Sequence

import pyarrow as pa

from pagemold._native import GrammarTemplates
from pagemold.arrow import TRIE, trie_columns
from pagemold.errors import CollectionError
from pagemold.store import schema
from pagemold.store.joined import forget_joined, with_joined
from pagemold.store.model import Assignment
from pagemold.store.templates import shown_ids
from pagemold.store.writer import Writer

_NONE = 0xFFFFFFFF
_TABLE = "CREATE TABLE IF NOT EXISTS model (number INTEGER PRIMARY KEY, data BLOB NOT NULL)"
_IN_USE = "SELECT id FROM templates WHERE EXISTS (SELECT 1 FROM pages WHERE pages.template = templates.number)"


def read_model(folder: str, connection: sqlite3.Connection) -> GrammarTemplates | None:
    """The model of a collection, if it has one."""
    with schema.sqlite_errors(folder):
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'model'").fetchone():
            return None
        row = connection.execute("SELECT data FROM model WHERE number = 1").fetchone()
    return GrammarTemplates.from_bytes(row[0], f"{folder}/{schema.DATABASE}") if row else None


def add_to_model(writer: Writer, new: GrammarTemplates) -> None:
    """Puts templates into the model with the next commit; those of the same id, or without pages, make room.

    A model of an older version says nothing about pages as they are read now, so only the new templates stay.
    """
    try:
        old = read_model(writer.folder, writer.connection)
    except CollectionError as error:
        if error.code != "collection_older":
            raise
        old = None
    with schema.sqlite_errors(writer.folder):
        in_use = {id for (id,) in writer.connection.execute(_IN_USE)}
        staying = in_use.intersection(old.names) - set(new.names) if old is not None else set()
        if old is not None:
            new = old.only([place for place, id in enumerate(old.names) if id in staying]).joined(new)
        writer.begin()
        forget_joined(writer.connection, staying)
        writer.connection.execute(_TABLE)
        writer.connection.execute("INSERT OR REPLACE INTO model VALUES (1, ?)", (new.to_bytes(),))


def template_ids(connection: sqlite3.Connection, pages: Sequence[int]) -> list[str | None]:
    """The method's own template of each page."""
    query = "SELECT templates.id FROM pages LEFT JOIN templates ON number = template WHERE pages.id = ?"
    return [connection.execute(query, (page,)).fetchone()[0] for page in pages]


class GrammarModel:
    """Prices pages by the templates of a collection; merged templates are one."""

    features: tuple[str, ...] = TRIE

    def __init__(self, templates: GrammarTemplates, connection: sqlite3.Connection) -> None:
        shown = shown_ids(connection)
        self._ids = [shown.get(id) for id in templates.names]
        self._templates = with_joined(templates, connection)

    def assign(self, batch: pa.RecordBatch) -> list[Assignment]:
        """The template of each row, and the next best one."""
        columns = self._templates.classify(**trie_columns(batch), jobs=0)
        kinds = ("I", "I", "d", "d", "d")
        rows = zip(
            *(struct.unpack(f"<{batch.num_rows}{kind}", data) for kind, data in zip(kinds, columns, strict=True)),
            strict=True,
        )
        return [self._assignment(*row) for row in rows]

    def _assignment(self, template: int, runner_up: int, bits: float, margin: float, similarity: float) -> Assignment:
        first, second = (None if number == _NONE else self._ids[number] for number in (template, runner_up))
        second = None if second == first else second
        return Assignment(first, similarity, second, 0.0 if first else similarity, bits, margin if second else None)
