"""Groups by fingerprint (Hachenberg & Gottron 2013): connected components of "Levenshtein distance ≤ 1".

One pass, in any order, in batches of any size: each new fingerprint is looked up in the split index and joined with
all within one edit. Only distinct fingerprints are kept and compared; a crawl has few of them. The method knows the
site rather than the template: pages of one site often share head and navigation, and so the fingerprint.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from pagemold import _native
from pagemold.arrow import PAGE_SCHEMA, array, has_structure, scalar
from pagemold.clustering import Group
from pagemold.data import fingerprint_string
from pagemold.groups.identity import DIGITS, addresses

FEATURES = ("fingerprint",)


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
    stream = FingerprintGroups()
    numbers: list[pa.Array] = []
    kept: list[pa.RecordBatch] = []
    for batch in batches:
        numbers.append(stream.add(batch))
        kept.append(batch.select(PAGE_SCHEMA.names))
    rows = pa.Table.from_batches(kept, PAGE_SCHEMA)
    group, fingerprint = stream.spelled(pa.chunked_array(numbers, pa.int32()))
    return rows.append_column("group", group).append_column("fingerprint", fingerprint), stream.groups()


class FingerprintGroups:
    """The groups of all pages so far, at any time. No page is kept: memory grows with distinct fingerprints.

    A caller who wants to know each page's group keeps the numbers that `add` gives, four bytes a page, and has them
    spelled when all pages are there: until then, groups may still merge.
    """

    def __init__(self) -> None:
        self._native = _native.FingerprintGroups()
        self.pages = 0
        self._counts: Counter[int] = Counter()
        # For each number, the page it first came with: how many pages were before, and what a person calls it.
        self._first_pages: list[tuple[int, str | None]] = []
        self._latest: list[Mold] | None = None

    def __len__(self) -> int:
        """How many distinct fingerprints there are."""
        return len(self._first_pages)

    def add(self, batch: pa.RecordBatch) -> pa.Int32Array:
        """Takes the pages of a batch. Gives the number of each one's fingerprint, null for a page without structure."""
        fingerprints = batch["fingerprint"]
        self._latest = None
        empty = pc.equal(pc.binary_length(fingerprints), scalar(0, pa.int64()))
        unusable = pc.or_(pc.invert(has_structure(batch["flags"])), empty)
        encoded = pc.if_else(unusable, pa.scalar(None, fingerprints.type), fingerprints).dictionary_encode()
        here = array(self._native.add(encoded.dictionary.to_pylist())).cast(pa.int32())
        places = here.to_pylist()
        self._count(encoded.indices, places)
        self._meet(batch, encoded.indices, [place for place, number in enumerate(places) if number >= len(self)])
        self.pages += batch.num_rows
        return here.take(encoded.indices)

    def groups(self) -> tuple[Group, ...]:
        """The groups of all pages so far, largest first."""
        return tuple(_group(mold, self._first_pages, self.pages) for mold in self._molds())

    def spelled(self, numbers: pa.ChunkedArray) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
        """The id of the group and the fingerprint of each page, from the numbers that `add` gave."""
        molds = self._molds()
        place = {number: place for place, mold in enumerate(molds) for number in mold.members}
        places = _look_up(pa.array([place[number] for number in range(len(self))], pa.int32()), numbers)
        words = [fingerprint_string(entries) for entries in self._fingerprints()]
        return _spell(places, [mold.id for mold in molds]), _spell(numbers, words)

    @property
    def memory_bytes(self) -> int:
        """Bytes of the native part: fingerprints, index, components."""
        return self._native.memory_bytes()

    def _molds(self) -> list[Mold]:
        """The components as of now, worked out once for all that is asked before more pages come."""
        if self._latest is None:
            self._latest = _molds(self._fingerprints(), self._native.groups(), self._counts)
        return self._latest

    def _fingerprints(self) -> list[bytes]:
        entries: list[bytes] = array(self._native.fingerprints()).to_pylist()
        return entries

    def _count(self, indices: pa.Array, places: list[int]) -> None:
        """Counts the pages of each fingerprint, given by its place among those of the batch."""
        counted = indices.value_counts()
        for place, count in zip(counted.field(0).to_pylist(), counted.field(1).to_pylist(), strict=True):
            if place is not None:
                self._counts[places[place]] += count

    def _meet(self, batch: pa.RecordBatch, indices: pa.Array, new: list[int]) -> None:
        """Notes the first page of each new fingerprint; new numbers come in the order of the rows."""
        of_rows = indices.to_pylist() if new else []
        rows: list[int] = []
        for place in new:
            rows.append(of_rows.index(place, rows[-1] if rows else 0))
        self._first_pages += zip([self.pages + row for row in rows], addresses(batch, rows), strict=True)


def _molds(distinct: list[bytes], components: list[int], counts: Counter[int]) -> list[Mold]:
    """The components, largest first, then by id: an order that the arrival of pages does not change."""
    members: dict[int, list[int]] = {}
    for number, component in enumerate(components):
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
    lengths = [DIGITS] * len(digests)
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
