"""Templates while they are being met: a page belongs to the template whose common paths it shares, else it founds one.

A template is known by the leaf paths that at least a fifth of its pages have. A page belongs to it with 0.7 of the
larger set in common; two templates that come that close as they grow become one, under the older number. Both bounds
are laxer than those of the links method (0.3 and 0.8), which compares samples of pages that are together already; how
well they do is measured by `python -m bench.templates_met`. A crawl comes by in one fixed order, so the result is the
same each time; `pagemold cluster` looks at all pages together and tells better.
"""

import sqlite3
from array import array
from collections import Counter
from collections.abc import Sequence

from pagemold.crawl.guess import Guesses
from pagemold.errors import OutputError

ALIKE = 0.7
# A path is common in a template if one of so many of its pages has it.
ONE_OF = 5

_TABLE = """
CREATE TABLE IF NOT EXISTS templates (
    id INTEGER PRIMARY KEY,
    example TEXT NOT NULL,         -- its first page
    pages INTEGER NOT NULL,
    paths BLOB NOT NULL,           -- leaf paths, and
    counts BLOB NOT NULL,          -- how many of its pages have each
    joined INTEGER                 -- the older template that it turned out to be
)
"""


def create_templates(connection: sqlite3.Connection) -> None:
    """The table, where it is not there yet."""
    connection.execute(_TABLE)
    columns = {row[1] for row in connection.execute("PRAGMA table_info(templates)")}
    if "joined" not in columns:
        raise OutputError("output_other_version", "another version of pagemold began this crawl; start anew elsewhere")


class _Template:
    """The pages of a template so far: how many have each path, and which paths are common."""

    def __init__(self, pages: int, counts: Counter[int]) -> None:
        self.pages = pages
        self.counts = counts
        self.common: frozenset[int] = frozenset()
        self.count()

    def count(self) -> None:
        self.common = frozenset(path for path, count in self.counts.items() if ONE_OF * count >= self.pages)

    def take(self, paths: frozenset[int]) -> None:
        self.pages += 1
        self.counts.update(paths)
        self.count()

    def absorb(self, other: "_Template") -> None:
        self.pages += other.pages
        self.counts.update(other.counts)
        self.count()


class Templates:
    """The templates met so far, numbered from 1. Guesses hear of it when two turn out to be one."""

    def __init__(self, connection: sqlite3.Connection, guesses: Guesses) -> None:
        self._connection = connection
        self._guesses = guesses
        self._known: dict[int, _Template] = {}
        self._joined: dict[int, int] = {}
        rows = connection.execute("SELECT id, pages, paths, counts, joined FROM templates ORDER BY id")
        for number, pages, paths, counts, joined in rows:
            if joined:
                self._joined[number] = joined
            else:
                counted = zip(array("Q", paths), array("I", counts), strict=True)
                self._known[number] = _Template(pages, Counter(dict(counted)))

    def __len__(self) -> int:
        return len(self._known)

    @property
    def single(self) -> int:
        """How many of them have one page: odd ones, or not met often enough yet."""
        return sum(known.pages == 1 for known in self._known.values())

    def recognise(self, url: str, leaf_paths: Sequence[int]) -> int | None:
        """The template of a page; none for a page without structure."""
        paths = frozenset(leaf_paths)
        if not paths:
            return None
        number = self._nearest(paths)
        if number is None:
            number = len(self._known) + len(self._joined) + 1
            self._known[number] = _Template(1, Counter(paths))
            self._connection.execute("INSERT INTO templates VALUES (?, ?, 0, '', '', NULL)", (number, url))
        else:
            self._known[number].take(paths)
        while (like := self._nearest(self._known[number].common, number)) is not None:
            number = self._join(*sorted((number, like)))
        self._keep(number)
        return number

    def now(self, number: int | None) -> int | None:
        """The template that one of this number is by now."""
        while number in self._joined:
            number = self._joined[number]
        return number

    def _nearest(self, paths: frozenset[int], beside: int | None = None) -> int | None:
        """The template with most in common, the oldest on a tie; none if that is not enough."""
        best, found = ALIKE, None
        for number, known in self._known.items():
            larger, smaller = max(len(paths), len(known.common)), min(len(paths), len(known.common))
            if number == beside or smaller / larger < best:
                continue
            share = len(paths & known.common) / larger
            if share > best or (share == best and found is None):
                best, found = share, number
        return found

    def _join(self, kept: int, gone: int) -> int:
        self._known[kept].absorb(self._known.pop(gone))
        self._joined[gone] = kept
        self._guesses.join(kept, gone)
        self._connection.execute("UPDATE templates SET joined = ?, paths = '', counts = '' WHERE id = ?", (kept, gone))
        self._connection.execute("UPDATE urls SET template = ? WHERE template = ?", (kept, gone))
        self._connection.execute("UPDATE urls SET guess = ? WHERE guess = ?", (kept, gone))
        return kept

    def _keep(self, number: int) -> None:
        known = self._known[number]
        paths, counts = array("Q", known.counts.keys()).tobytes(), array("I", known.counts.values()).tobytes()
        values = (known.pages, paths, counts, number)
        self._connection.execute("UPDATE templates SET pages = ?, paths = ?, counts = ? WHERE id = ?", values)
