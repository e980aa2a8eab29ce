"""Rows of a batch → rows of the database: what repeats gets a number."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

INSERT_PAGE = f"INSERT INTO pages VALUES ({', '.join('?' * 16)})"
# What pages that somebody had in memory are said to come from.
MEMORY = "memory"
_PLAIN = ("path", "url", "offset", "length", "status")
_WORDS = ("content_type", "encoding", "encoding_source")


class Numbers:
    """Numbers for the values of one column, as a table of the database has them; new values get the next number."""

    def __init__(self, connection: sqlite3.Connection, table: str, column: str) -> None:
        self._insert = f"INSERT INTO {table} ({column}, number) VALUES (?, ?)"
        self.known: dict[Any, int] = dict(connection.execute(f"SELECT {column}, number FROM {table}").fetchall())
        self._new: list[tuple[Any, int]] = []

    def of(self, value: Any) -> int | None:
        """The number of a value; nothing for nothing."""
        if value is None:
            return None
        number = self.known.get(value)
        if number is None:
            number = self.known[value] = len(self.known) + 1
            self._new.append((value, number))
        return number

    def store(self, connection: sqlite3.Connection) -> None:
        """Writes what is new since the last time."""
        connection.executemany(self._insert, self._new)
        self._new.clear()


class Sources(Numbers):
    """Sources by name; each is stored with where it lies, so that its pages can be shown again."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection, "sources", "name")
        self._insert = "INSERT INTO sources (name, number, location) VALUES (?, ?, ?)"
        self.locations: dict[str, str] = dict(connection.execute("SELECT name, location FROM sources").fetchall())

    def meet(self, names: Iterable[str]) -> None:
        """Notes where these sources lie now, if they are new."""
        self.locations.setdefault(MEMORY, "")
        for name in names:
            if name not in self.locations:
                self.locations[name] = name if name == "-" else os.path.abspath(name)

    def store(self, connection: sqlite3.Connection) -> None:
        connection.executemany(self._insert, [(name, number, self.locations[name]) for name, number in self._new])
        self._new.clear()


class Rows:
    """Makes rows of batches and writes what they refer to."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.sources = Sources(connection)
        self._words = Numbers(connection, "words", "word")
        self._fingerprints = Numbers(connection, "fingerprints", "entries")

    def of(self, batch: Any, keys: list[int], first: int) -> Iterator[list[Any]]:
        """One row of `pages` for each of the batch, without template."""
        plain = [batch[name].to_pylist() for name in _PLAIN]
        words = [[self._words.of(word) for word in batch[name].to_pylist()] for name in _WORDS]
        sources = [self.sources.of(source or MEMORY) for source in batch["source"].to_pylist()]
        prints = [self._fingerprints.of(entries or None) for entries in batch["fingerprint"].to_pylist()]
        rest = [batch["size"].to_pylist(), batch["flags"].to_pylist(), prints]
        for number, values in enumerate(zip(keys, sources, *plain, *words, *rest, strict=True)):
            yield [first + number, *values, None, None]

    def store(self, connection: sqlite3.Connection) -> None:
        """Writes new sources, words and fingerprints."""
        for numbers in (self.sources, self._words, self._fingerprints):
            numbers.store(connection)
