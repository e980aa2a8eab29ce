"""The SQLite file of a collection: its tables, and how it is opened. docs/collection.md explains them."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pagemold.errors import CollectionError, OutputError

DATABASE = "pages.sqlite"
SEGMENTS = "segments"
VERSION = 1
_APPLICATION = 0x504D4C44  # "PMLD", for file(1) and for us
# A writer waits so long for readers that restart the log, in seconds; readers never wait for a writer.
_PATIENCE = 10.0
# What SQLite calls a disk that takes nothing more, and one that gives nothing.
_UNWRITABLE = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")
_UNREADABLE = ("SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS", "SQLITE_IOERR_DATA")

TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, location TEXT NOT NULL);
CREATE TABLE words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
CREATE TABLE fingerprints (number INTEGER PRIMARY KEY, entries BLOB NOT NULL UNIQUE);
CREATE TABLE templates (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fingerprint TEXT, name TEXT,
    shown_as INTEGER NOT NULL, locked INTEGER NOT NULL DEFAULT 0, made_by TEXT NOT NULL
);
CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL, source INTEGER NOT NULL, path TEXT, url TEXT,
    offset INTEGER NOT NULL, length INTEGER NOT NULL, status INTEGER, content_type INTEGER, encoding INTEGER,
    encoding_source INTEGER, size INTEGER NOT NULL, flags INTEGER NOT NULL, fingerprint INTEGER,
    template INTEGER, score REAL
);
CREATE UNIQUE INDEX pages_by_key ON pages (key);
CREATE INDEX pages_by_url ON pages (url) WHERE url IS NOT NULL;
CREATE INDEX pages_by_template ON pages (template);
CREATE TABLE pins (page INTEGER PRIMARY KEY, template INTEGER NOT NULL);
CREATE TABLE decisions (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, template TEXT NOT NULL, argument TEXT
);
CREATE TABLE segments (
    number INTEGER PRIMARY KEY, file TEXT NOT NULL, first_page INTEGER NOT NULL, pages INTEGER NOT NULL,
    bytes INTEGER NOT NULL
);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, command TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0
);
CREATE VIEW grouped_pages AS
    SELECT pages.id, pages.url, pages.path, sources.name AS source, pages.offset, pages.length, pages.size, pages.flags,
        shown.id AS template, shown.name AS template_name, pages.score
    FROM pages JOIN sources ON sources.number = pages.source
    LEFT JOIN templates ON templates.number = pages.template
    LEFT JOIN templates AS shown ON shown.number = templates.shown_as;
"""


@contextmanager
def sqlite_errors(folder: str) -> Iterator[None]:
    """What SQLite complains of as our errors, with the name of the file."""
    path = os.path.join(folder, DATABASE)
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith(_UNWRITABLE) and not name.startswith(_UNREADABLE):
            raise OutputError("output_unwritable", f"{path}: cannot write: {error}") from error
        if name.startswith("SQLITE_BUSY"):
            raise CollectionError("collection_locked", f"{folder}: somebody else is writing to it") from error
        raise CollectionError("collection_damaged", f"{path}: {error}") from error


def create(folder: str) -> sqlite3.Connection:
    """A new database with its tables."""
    with sqlite_errors(folder):
        connection = sqlite3.connect(os.path.join(folder, DATABASE), isolation_level=None, timeout=_PATIENCE)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(
            f"BEGIN; {TABLES} PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
        )
        connection.execute("PRAGMA synchronous = FULL")
        return connection


def connect(folder: str, *, write: bool = False) -> sqlite3.Connection:
    """An existing database, after a look at whether it is one of ours and not of a newer version."""
    path = os.path.join(folder, DATABASE)
    if not os.path.isfile(path):
        there = "not a collection" if os.path.exists(folder) else "no such collection"
        raise CollectionError("collection_missing", f"{folder}: {there}")
    with sqlite_errors(folder):
        connection = _open(folder, path, write)
        connection.execute("PRAGMA synchronous = FULL")
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise CollectionError("collection_damaged", f"{path}: not the database of a collection")
    if version > VERSION:
        message = f"{path}: made by a newer Pagemold (format {version}; this one reads up to {VERSION})"
        raise CollectionError("collection_newer", message)
    return connection


def _open(folder: str, path: str, write: bool) -> sqlite3.Connection:
    """Where nobody can write, be it for want of rights or of room, nobody does: SQLite may then do without the files
    that it keeps beside the database, unless one of them holds what was committed last.
    """
    if write:
        return _connection(path, "rw")
    if os.access(folder, os.W_OK):
        connection = _connection(path, "ro")
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            name = getattr(error, "sqlite_errorname", "") or ""
            log = f"{path}-wal"
            if not name.startswith(_UNWRITABLE) or (os.path.exists(log) and os.path.getsize(log)):
                raise
    return _connection(path, "ro&immutable=1")


def _connection(path: str, mode: str) -> sqlite3.Connection:
    from urllib.parse import quote

    address = f"file:{quote(os.path.abspath(path))}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_PATIENCE, check_same_thread=False)
