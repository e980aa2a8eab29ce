"""Pages that joined templates after these were learnt, each by what identifies its paths.

The model learns only when pages are grouped, and what it says of a page changes with each template that it learns. So
it is noted which pages joined which template: one that is equal has the same template, and a stored page its own. The
template is the one that the model knows, whatever people show its pages as.
"""

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Sequence, Set
from functools import partial
from typing import NamedTuple

import pyarrow as pa

from pagemold._native import trie_identities
from pagemold.arrow import trie_columns
from pagemold.errors import counted
from pagemold.store import schema
from pagemold.store.model import Assignment
from pagemold.store.templates import is_there
from pagemold.store.writer import Writer

_TABLE = """
CREATE TABLE IF NOT EXISTS joined (identity INTEGER, template INTEGER, PRIMARY KEY (identity, template)) WITHOUT ROWID
"""
_NOTE = "INSERT OR IGNORE INTO joined SELECT ?, number FROM templates WHERE id = ?"
_READ = """
SELECT joined.identity, own.id, shown.id FROM joined JOIN templates AS own ON own.number = joined.template
JOIN templates AS shown ON shown.number = own.shown_as WHERE joined.identity IN ({}) ORDER BY joined.template
"""
_AT_ONCE = 500
_NOTED = "SELECT id FROM templates WHERE number IN (SELECT template FROM joined)"
_FORGET = "DELETE FROM joined WHERE template IN (SELECT number FROM templates WHERE id = ?)"
_WRONG = """
SELECT count(*) FROM joined WHERE typeof(identity) <> 'integer' OR template NOT IN (SELECT number FROM templates)
"""


class Joined(NamedTuple):
    """A template that a page joined: the one that the model knows, and the one that it is shown as."""

    learnt_as: str
    shown_as: str


def note_joined(writer: Writer, batch: pa.RecordBatch, found: Sequence[Assignment]) -> None:
    """Notes the pages of a batch that joined a template, with the next commit."""
    said = zip(_identities(batch), found, strict=True)
    joined = {(page, it.learnt_as) for page, it in said if it.learnt_as is not None}
    writer.with_commit(partial(_note, writer, sorted(joined)))


def _note(writer: Writer, joined: Sequence[tuple[int, str]]) -> None:
    writer.connection.execute(_TABLE)
    writer.connection.executemany(_NOTE, joined)


def joined_by(folder: str, connection: sqlite3.Connection, batch: pa.RecordBatch) -> list[Sequence[Joined]]:
    """For each page of a batch the templates that one equal to it joined; collections of older versions note none.

    Only these pages are looked for: a collection may have noted millions.
    """
    pages = _identities(batch)
    found: defaultdict[int, list[Joined]] = defaultdict(list)
    with schema.sqlite_errors(folder):
        if is_there(connection, "joined"):
            for start in range(0, len(pages), _AT_ONCE):
                some = pages[start : start + _AT_ONCE]
                for page, learnt_as, shown_as in connection.execute(_READ.format(", ".join("?" * len(some))), some):
                    found[page].append(Joined(learnt_as, shown_as))
    return [found.get(page, ()) for page in pages]


def forget_joined(connection: sqlite3.Connection, staying: Set[str]) -> None:
    """Templates that are learnt anew, or gone, keep nothing of what joined them before; only the others do."""
    if is_there(connection, "joined"):
        noted = {id for (id,) in connection.execute(_NOTED)}
        connection.executemany(_FORGET, [(id,) for id in noted - staying])


def faults_of_joined(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the notes, in words."""
    wrong = connection.execute(_WRONG).fetchone()[0] if is_there(connection, "joined") else 0
    return [f"joined: {counted(wrong, 'row')} of no page or no template"] if wrong else []


def _identities(batch: pa.RecordBatch) -> "array[int]":
    return array("q", trie_identities(**trie_columns(batch)))
