"""Classification by look-up: fingerprints within one edit, digests that are equal (Hachenberg & Gottron 2013).

A look costs the same whatever the number of training pages. Where known pages of several templates are found, the
nearest decide, then the larger number of training pages, then the smaller number of the template.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pagemold._native import SplitIndex
from pagemold.arrow import array
from pagemold.classify.answers import Answers
from pagemold.classify.known import Known, Rows, row_keys

# For each key that is asked for, the numbers of the stored keys that count.
Find: TypeAlias = Callable[[list[bytes]], list[list[int]]]


class Candidate(NamedTuple):
    """A template that a page may have, in the order in which they are preferred."""

    distance: int
    votes_against: int
    template: int
    similarity: float


class LookUp:
    """Known keys with the templates they were seen with."""

    def __init__(self, known: Known, *, one_edit: bool) -> None:
        self.known = known
        self.thresholds = np.empty(0)
        self._one_edit = one_edit
        self._keys: list[bytes] = []
        # For each stored key, the templates it was seen with and on how many pages.
        self._seen: list[list[tuple[int, int]]] = []
        numbers: dict[bytes, int] = {}
        pairs = zip(_keys(known.rows, one_edit), known.templates.tolist(), known.weights.tolist(), strict=True)
        for key, template, weight in pairs:
            number = numbers.setdefault(key, len(numbers))
            if number == len(self._keys):
                self._keys.append(key)
                self._seen.append([])
            self._seen[number].append((template, weight))
        self._find = _within_one_edit(self._keys) if one_edit else _equal(numbers)

    def answer(self, rows: Rows, *, runner_up: bool = False, every: bool = False, jobs: int = 0) -> Answers:
        """The templates of these pages. Pages that are the same are looked up once."""
        keys = _keys(rows, self._one_edit)
        distinct = list(dict.fromkeys(keys))
        found = dict(zip(distinct, map(self._ranked, distinct, self._find(distinct)), strict=True))
        ranked = [found[key] for key in keys]
        best, second = _column(ranked, 0), _column(ranked, 1)
        reached = [sorted(candidate.template for candidate in row) for row in ranked]
        return Answers(
            *best,
            *second,
            np.cumsum([0, *map(len, reached)], dtype=np.int64),
            np.array([template for row in reached for template in row], np.uint32),
        )

    def _ranked(self, key: bytes, found: Iterable[int]) -> list[Candidate]:
        """The templates that a key may stand for, the likeliest first, each once."""
        votes: dict[tuple[int, int], int] = {}
        alike: dict[tuple[int, int], float] = {}
        for number in found:
            stored = self._keys[number]
            distance = int(stored != key)
            similarity = 1.0 - distance / max(len(stored), len(key), 1)
            for template, weight in self._seen[number]:
                votes[template, distance] = votes.get((template, distance), 0) + weight
                alike[template, distance] = max(similarity, alike.get((template, distance), 0.0))
        best: dict[int, Candidate] = {}
        candidates = (
            Candidate(distance, -count, template, alike[template, distance])
            for (template, distance), count in votes.items()
        )
        for candidate in sorted(candidates):
            best.setdefault(candidate.template, candidate)
        return list(best.values())


def _column(ranked: list[list[Candidate]], place: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Templates and similarities of the candidates at one place of the ranking."""
    chosen = [row[place] if len(row) > place else Candidate(1, 0, -1, 0.0) for row in ranked]
    return (
        np.array([candidate.template for candidate in chosen], np.int64),
        np.array([candidate.similarity for candidate in chosen], np.float64),
    )


def _keys(rows: Rows, one_edit: bool) -> list[bytes]:
    """Digests as they are; of fingerprints one byte an entry."""
    if not one_edit:
        return row_keys(rows)
    entries = rows.values.astype(np.uint8).tobytes()
    return [entries[start:end] for start, end in zip(rows.offsets[:-1], rows.offsets[1:], strict=True)]


def _equal(numbers: dict[bytes, int]) -> Find:
    return lambda keys: [[numbers[key]] if key in numbers else [] for key in keys]


def _within_one_edit(keys: list[bytes]) -> Find:
    index = SplitIndex()
    index.insert(keys)

    def find(queries: list[bytes]) -> list[list[int]]:
        found: list[list[int]] = array(index.within_one(queries)).to_pylist()
        return found

    return find
