"""Pages that joined templates after these were learnt, each by what identifies its paths.

The model learns only when pages are grouped, and what it says of a page changes with each template that it learns. So
it is told which pages joined which template: one that is equal has the same template, and a stored page its own.
"""

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Sequence, Set
from functools import partial

import pyarrow as pa

from pagemold._native import GrammarTemplates, trie_identities
from pagemold.arrow import trie_columns
from pagemold.store.model import Assignment
from pagemold.store.templates import is_there
from pagemold.store.writer import Writer

_TABLE = """
CREATE TABLE IF NOT EXISTS joined (identity INTEGER, template INTEGER, PRIMARY KEY (identity, template)) WITHOUT ROWID
"""
_NOTE = "INSERT OR IGNORE INTO joined SELECT ?, number FROM templates WHERE id = ?"
_READ = "SELECT templates.id, joined.identity FROM joined JOIN templates ON number = template ORDER BY template"
_NOTED = "SELECT id FROM templates WHERE number IN (SELECT template FROM joined)"
_FORGET = "DELETE FROM joined WHERE template IN (SELECT number FROM templates WHERE id = ?)"


def note_joined(writer: Writer, batch: pa.RecordBatch, found: Sequence[Assignment]) -> None:
    """Notes the pages of a batch that joined a template, with the next commit."""
    identities = array("q", trie_identities(**trie_columns(batch)))
    joined = {(page, it.template) for page, it in zip(identities, found, strict=True) if it.template is not None}
    writer.with_commit(partial(_note, writer, sorted(joined)))


def _note(writer: Writer, joined: Sequence[tuple[int, str]]) -> None:
    writer.connection.execute(_TABLE)
    writer.connection.executemany(_NOTE, joined)


def with_joined(templates: GrammarTemplates, connection: sqlite3.Connection) -> GrammarTemplates:
    """The model, told of the pages that joined its templates; collections of older versions note none."""
    if not is_there(connection, "joined"):
        return templates
    places = {id: place for place, id in enumerate(templates.names)}
    joined: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
    for id, page in connection.execute(_READ):
        if id in places:
            joined[places[id]].append(page)
    return templates.with_pages([(place, pages.tobytes()) for place, pages in joined.items()]) if joined else templates


def forget_joined(connection: sqlite3.Connection, staying: Set[str]) -> None:
    """Templates that are learnt anew, or gone, keep nothing of what joined them before; only the others do."""
    if is_there(connection, "joined"):
        noted = {id for (id,) in connection.execute(_NOTED)}
        connection.executemany(_FORGET, [(id,) for id in noted - staying])
