"""The split index and the same index as two Python dicts, asked the same questions.

The dicts are the plain form of the paper's index (Hachenberg & Gottron 2013, algorithm 2): first parts and rests as
keys, lists of fingerprints as values, every candidate compared. They are made exact for every length as ours are: a
rest is looked up also as an insertion or deletion before the split moves it.
"""

import pickle
from pathlib import Path
from typing import NamedTuple

from bench.cases import Run

SPLIT = 17


class Questions(NamedTuple):
    """What is stored, and what is asked."""

    stored: list[bytes]
    queries: list[bytes]

    @classmethod
    def load(cls, path: Path) -> "Questions":
        """From the file that `bench.index` wrote."""
        with path.open("rb") as file:
            return cls(*pickle.load(file))


def native(path: Path) -> Run:
    """Ours."""
    from pagemold.index import SplitIndex

    questions = Questions.load(path)
    index = SplitIndex(SPLIT)
    index.insert(questions.stored)
    return lambda: len(index.within_one(questions.queries)[1])


def dicts(path: Path) -> Run:
    """Two dicts."""
    questions = Questions.load(path)
    index = TwoDicts(SPLIT)
    for fingerprint in questions.stored:
        index.insert(fingerprint)
    return lambda: sum(len(index.within_one(query)) for query in questions.queries)


class TwoDicts:
    """The paper's index, written down plainly. Each table holds, beside the key, the part that has to be compared."""

    def __init__(self, split: int) -> None:
        self.split = split
        self.by_prefix: dict[bytes, list[tuple[bytes, bytes]]] = {}
        self.by_suffix: dict[bytes, list[tuple[bytes, bytes]]] = {}

    def insert(self, fingerprint: bytes) -> None:
        """Puts a new fingerprint into both tables."""
        prefix, suffix = fingerprint[: self.split], fingerprint[self.split :]
        self.by_prefix.setdefault(prefix, []).append((suffix, fingerprint))
        self.by_suffix.setdefault(suffix, []).append((prefix, fingerprint))

    def within_one(self, query: bytes) -> set[bytes]:
        """All stored ones within one edit."""
        split = self.split
        rest = query[split:]
        found = {near for suffix, near in self.by_prefix.get(query[:split], ()) if within_one_edit(suffix, rest)}
        # An edit before the split leaves the rest, or moves it by one entry.
        for place in {split, split + 1, max(split - 1, 0)}:
            for _, near in self.by_suffix.get(query[place:], ()):
                if within_one_edit(near, query):
                    found.add(near)
        return found


def within_one_edit(one: bytes, other: bytes) -> bool:
    """Whether at most one insertion, deletion or substitution lies between them."""
    if len(one) == len(other):
        different = 0
        for here, there in zip(one, other, strict=True):
            if here != there:
                different += 1
                if different > 1:
                    return False
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    short, long = (one, other) if len(one) < len(other) else (other, one)
    for place, entry in enumerate(short):
        if entry != long[place]:
            return short[place:] == long[place + 1 :]
    return True
