"""Templates while they are being met: a page belongs to the first template whose paths it shares, else it founds one.

The measure is that of the links method: leaf paths in common over the larger set, 0.8 and more. A crawl comes by in one
fixed order, so the result is the same each time; `pagemold cluster` looks at all pages together and tells better.
"""

import sqlite3
from array import array
from collections.abc import Sequence

ALIKE = 0.8


class Templates:
    """The templates met so far, numbered from 1; each is known by the leaf paths of its first page."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._paths: dict[int, frozenset[int]] = {}
        self._exact: dict[frozenset[int], int] = {}
        for number, blob in connection.execute("SELECT id, paths FROM templates ORDER BY id"):
            self._know(number, frozenset(array("Q", blob)))

    def __len__(self) -> int:
        return len(self._paths)

    def recognise(self, url: str, leaf_paths: Sequence[int]) -> int | None:
        """The template of a page; none for a page without structure."""
        paths = frozenset(leaf_paths)
        if not paths:
            return None
        if paths not in self._exact:
            number = self._nearest(paths)
            if number is None:
                number = self._found(url, paths)
            self._exact[paths] = number
        return self._exact[paths]

    def _nearest(self, paths: frozenset[int]) -> int | None:
        scored = ((len(paths & known) / max(len(paths), len(known)), -number) for number, known in self._paths.items())
        share, number = max(scored, default=(0.0, 0))
        return -number if share >= ALIKE else None

    def _found(self, url: str, paths: frozenset[int]) -> int:
        number = len(self._paths) + 1
        self._know(number, paths)
        blob = array("Q", sorted(paths)).tobytes()
        self._connection.execute("INSERT INTO templates VALUES (?, ?, ?)", (number, url, blob))
        return number

    def _know(self, number: int, paths: frozenset[int]) -> None:
        self._paths[number] = paths
        self._exact[paths] = number
