"""The template of a new page is that of a stored fingerprint within one edit (Hachenberg & Gottron 2013).

An equal fingerprint decides before one that is an edit away, then the template with more pages, then the smaller id. A
fingerprint that lies between two templates joins one of them; it never makes one of two that people already know.
"""

import sqlite3
from collections.abc import Iterable

import pyarrow as pa

from pagemold._native import SplitIndex
from pagemold.arrow import array
from pagemold.store.model import Assignment

FEATURE = "fingerprint"
_KNOWN = """
SELECT fingerprints.entries, shown.id, count(*) FROM pages
JOIN fingerprints ON fingerprints.number = pages.fingerprint
JOIN templates ON templates.number = pages.template JOIN templates AS shown ON shown.number = templates.shown_as
GROUP BY pages.fingerprint, shown.number
"""
_ONE_EDIT_AWAY = 1 - 1 / 25


class FingerprintModel:
    """Knows which template's pages have which fingerprint."""

    features: tuple[str, ...] = (FEATURE,)

    def __init__(self, connection: sqlite3.Connection) -> None:
        votes: dict[bytes, dict[str, int]] = {}
        for entries, template, pages in connection.execute(_KNOWN):
            if entries:
                votes.setdefault(entries, {})[template] = pages
        self._index = SplitIndex()
        self._index.insert(list(votes))
        self._fingerprints = list(votes)
        self._votes = list(votes.values())

    def assign(self, batch: pa.RecordBatch) -> list[Assignment]:
        """The template of each row, and the next best one."""
        entries = batch[FEATURE].to_pylist()
        near = array(self._index.within_one(entries)).to_pylist()
        return [
            self._assignment(own, numbers) if own else Assignment() for own, numbers in zip(entries, near, strict=True)
        ]

    def _assignment(self, own: bytes, near: Iterable[int]) -> Assignment:
        ranked: dict[str, tuple[float, int]] = {}
        for number in near:
            score = 1.0 if self._fingerprints[number] == own else _ONE_EDIT_AWAY
            for template, pages in self._votes[number].items():
                ranked[template] = max(ranked.get(template, (0.0, 0)), (score, pages))
        order = sorted(ranked, key=lambda template: (-ranked[template][0], -ranked[template][1], template))
        first, second = [*order, None, None][:2]
        return Assignment(first, _score(ranked, first), second, _score(ranked, second))


def _score(ranked: dict[str, tuple[float, int]], template: str | None) -> float:
    return ranked[template][0] if template is not None else 0.0
