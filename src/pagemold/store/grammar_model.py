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
from pagemold.store.joined import Joined, forget_joined, joined_by
from pagemold.store.model import Assignment
from pagemold.store.templates import is_there, shown_ids
from pagemold.store.writer import Writer

_NONE = 0xFFFFFFFF
_TABLE = "CREATE TABLE IF NOT EXISTS model (number INTEGER PRIMARY KEY, data BLOB NOT NULL)"
_IN_USE = "SELECT id FROM templates WHERE EXISTS (SELECT 1 FROM pages WHERE pages.template = templates.number)"


def read_model(folder: str, connection: sqlite3.Connection) -> GrammarTemplates | None:
    """The model of a collection, if it has one."""
    with schema.sqlite_errors(folder):
        if not is_there(connection, "model"):
            return None
        row = connection.execute("SELECT data FROM model WHERE number = 1").fetchone()
    return GrammarTemplates.from_bytes(row[0], f"{folder}/{schema.DATABASE}") if row else None


def read_usable_model(folder: str, connection: sqlite3.Connection) -> GrammarTemplates | None:
    """The same, if it is not of an older version, which says nothing about pages as they are read now."""
    try:
        return read_model(folder, connection)
    except CollectionError as error:
        if error.code != "collection_older":
            raise
        return None


def add_to_model(writer: Writer, new: GrammarTemplates) -> None:
    """Puts templates into the model with the next commit; those of the same id, without pages, or of a model of an
    older version make room.
    """
    old = read_usable_model(writer.folder, writer.connection)
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
    """Prices pages by the templates of a collection; merged templates are one. A page that is equal to one that joined
    a template has that, without a price where the model has learnt a better one since.
    """

    features: tuple[str, ...] = TRIE

    def __init__(self, templates: GrammarTemplates, folder: str, connection: sqlite3.Connection) -> None:
        with schema.sqlite_errors(folder):
            shown = shown_ids(connection)
        self._names = templates.names
        self._ids = [shown.get(id) for id in self._names]
        self._templates, self._folder, self._connection = templates, folder, connection

    def assign(self, batch: pa.RecordBatch) -> list[Assignment]:
        """The template of each row, and the next best one."""
        columns = self._templates.classify(**trie_columns(batch), jobs=0)
        kinds = ("I", "I", "d", "d", "d")
        rows = zip(
            *(struct.unpack(f"<{batch.num_rows}{kind}", data) for kind, data in zip(kinds, columns, strict=True)),
            strict=True,
        )
        joined = joined_by(self._folder, self._connection, batch)
        return [_as_joined(self._assignment(*row), before) for row, before in zip(rows, joined, strict=True)]

    def _assignment(self, template: int, runner_up: int, bits: float, margin: float, similarity: float) -> Assignment:
        first, second = (None if number == _NONE else self._ids[number] for number in (template, runner_up))
        second = None if second == first else second
        learnt_as = self._names[template] if first else None
        rest = 0.0 if first else similarity
        return Assignment(first, similarity, second, rest, bits, margin if second else None, learnt_as)


def _as_joined(said: Assignment, before: Sequence[Joined]) -> Assignment:
    """What the model says of a page, unless an equal one joined another template before."""
    if not before or said.learnt_as in [it.learnt_as for it in before]:
        return said
    return Assignment(before[0].shown_as, 1.0, learnt_as=before[0].learnt_as)
