"""Groups by fingerprint (Hachenberg & Gottron 2013): connected components of "Levenshtein distance ≤ 1".

Only distinct fingerprints are compared; a crawl has few of them, so a page costs a look into a dictionary. The method
knows the site rather than the template: pages of one site often share head and navigation, and so the fingerprint.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import group_fingerprints
from pagemold.arrow import PAGE_SCHEMA, flag_bits, scalar
from pagemold.data import Group, fingerprint_string

FEATURES = ("fingerprint",)
_ID_DIGITS = 10


class Mold(NamedTuple):
    """A component: its fingerprints by number, the one that most pages have, and how many pages it has."""

    id: str
    pages: int
    members: list[int]
    commonest: bytes


def group_by_fingerprint(batches: Iterable[pa.RecordBatch]) -> tuple[pa.Table, tuple[Group, ...]]:
    """The pages' rows with their group and fingerprint, and the groups, largest first.

    A page flagged `no_structure` or `failed`, or with an empty fingerprint, belongs to no group.
    """
    census = Census()
    rows = pa.Table.from_batches([census.count(batch) for batch in batches], PAGE_SCHEMA)
    numbers = pa.chunked_array(census.numbers, pa.int32())
    distinct = list(census.known)
    molds = _molds(distinct, _counts(numbers))
    place = {number: place for place, mold in enumerate(molds) for number in mold.members}
    places = _look_up(pa.array([place[number] for number in range(len(distinct))], pa.int32()), numbers)
    rows = rows.append_column("group", _spell(places, [mold.id for mold in molds]))
    rows = rows.append_column("fingerprint", _spell(numbers, [fingerprint_string(entries) for entries in distinct]))
    return rows, tuple(_group(mold, census.first_pages, rows.num_rows) for mold in molds)


class Census:
    """Distinct fingerprints, numbered as they come; each page keeps only its number."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}
        self.numbers: list[pa.Array] = []
        # For each number, the page it first came with: how many pages were before, and what a person calls it.
        self.first_pages: list[tuple[int, str | None]] = []
        self._pages = 0
        self._no_structure = scalar(flag_bits("no_structure", "failed"), pa.uint16())

    def count(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Numbers the pages of a batch; gives the batch without its features."""
        fingerprints = batch["fingerprint"]
        flagged = pc.not_equal(pc.bit_wise_and(batch["flags"], self._no_structure), scalar(0, pa.uint16()))
        unusable = pc.or_(flagged, pc.equal(pc.binary_length(fingerprints), scalar(0, pa.int64())))
        encoded = pc.if_else(unusable, pa.scalar(None, fingerprints.type), fingerprints).dictionary_encode()
        here = [self.known.setdefault(entries, len(self.known)) for entries in encoded.dictionary.to_pylist()]
        numbers = pa.array(here, pa.int32()).take(encoded.indices)
        self.numbers.append(numbers)
        if len(self.known) > len(self.first_pages):
            self._meet(batch, numbers.to_pylist())
        self._pages += batch.num_rows
        return batch.select(PAGE_SCHEMA.names)

    def _meet(self, batch: pa.RecordBatch, numbers: list[int | None]) -> None:
        """Notes the first page of each new fingerprint; new numbers come in the order of the rows."""
        for row, number in enumerate(numbers):
            if number == len(self.first_pages):
                address = (batch[name][row].as_py() for name in ("url", "path", "source"))
                self.first_pages.append((self._pages + row, next(filter(None, address), None)))


def _counts(numbers: pa.ChunkedArray) -> Counter[int]:
    pairs = numbers.value_counts()
    return Counter(dict(zip(pairs.field("values").to_pylist(), pairs.field("counts").to_pylist(), strict=True)))


def _molds(distinct: list[bytes], counts: Counter[int]) -> list[Mold]:
    """The components, largest first, then by id: an order that the arrival of pages does not change."""
    members: dict[int, list[int]] = {}
    for number, component in enumerate(group_fingerprints(distinct)):
        members.setdefault(component, []).append(number)
    commonest = [
        distinct[min(numbers, key=lambda number: (-counts[number], distinct[number]))] for numbers in members.values()
    ]
    molds = [
        Mold(id, sum(counts[number] for number in numbers), numbers, entries)
        for id, numbers, entries in zip(_ids(commonest), members.values(), commonest, strict=True)
    ]
    return sorted(molds, key=lambda mold: (-mold.pages, mold.id))


def _ids(fingerprints: list[bytes]) -> list[str]:
    """An id from the content of each fingerprint, longer where two would be the same."""
    digests = [blake2b(entries).hexdigest() for entries in fingerprints]
    lengths = [_ID_DIGITS] * len(digests)
    while True:
        ids = [digest[:length] for digest, length in zip(digests, lengths, strict=True)]
        taken = Counter(ids)
        if len(taken) == len(ids):
            return ["f" + id for id in ids]
        lengths = [length + (taken[id] > 1) for id, length in zip(ids, lengths, strict=True)]


def _group(mold: Mold, first_pages: list[tuple[int, str | None]], pages: int) -> Group:
    """A mold as a group, with its first page as the example."""
    _, example = min(first_pages[number] for number in mold.members)
    return Group(mold.id, mold.pages, mold.pages / pages, example, fingerprint_string(mold.commonest))


def _look_up(values: pa.Array, numbers: pa.ChunkedArray) -> pa.ChunkedArray:
    return pa.chunked_array([values.take(chunk) for chunk in numbers.chunks], values.type)


def _spell(numbers: pa.ChunkedArray, words: list[str]) -> pa.ChunkedArray:
    """Numbers as words, each word stored once."""
    dictionary = pa.array(words, pa.large_utf8())
    kind = pa.dictionary(pa.int32(), pa.large_utf8())
    return pa.chunked_array([pa.DictionaryArray.from_arrays(chunk, dictionary) for chunk in numbers.chunks], kind)
