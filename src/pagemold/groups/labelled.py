"""What every method that compares whole pages begins and ends with: usable pages in, labelled rows and groups out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold.arrow import PAGE_SCHEMA, has_structure
from pagemold.clustering import Group
from pagemold.groups.identity import addresses, content_id

_ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Collected:
    """Every page's row, which pages can be grouped, and the features of those."""

    rows: pa.Table
    usable: NDArray[np.bool_]
    batches: list[pa.RecordBatch]


def collect(batches: Iterable[pa.RecordBatch], features: Sequence[str]) -> Collected:
    """Sets aside pages without structure; they are in no group."""
    rows, usable, kept = [], [np.zeros(0, np.bool_)], []
    for batch in batches:
        fine = has_structure(batch["flags"])
        rows.append(batch.select(PAGE_SCHEMA.names))
        usable.append(fine.to_numpy(zero_copy_only=False))
        kept.append(batch.select(list(features)).filter(fine))
    return Collected(pa.Table.from_batches(rows, PAGE_SCHEMA), np.concatenate(usable), kept)


def lists(batches: Iterable[pa.RecordBatch], column: str) -> Iterator[NDArray[Any]]:
    """The numbers of each page in a column of lists."""
    for batch in batches:
        offsets, values = batch[column].offsets.to_numpy(), batch[column].values.to_numpy()
        for start, end in pairwise(offsets.tolist()):
            yield values[start:end]


@dataclass(frozen=True, slots=True)
class Distinct:
    """Pages that look the same are one. Ascending digests make an order that the arrival of pages does not change."""

    digests: list[bytes]
    # For each page the number of its like, for each number a page and how many pages there are.
    numbers: NDArray[np.int64]
    samples: NDArray[np.int64]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.digests)


def distinct(pages: Iterable[Iterable[NDArray[Any]]]) -> Distinct:
    """Distinct pages, each given by its arrays of features."""
    digests = np.array([_digest(arrays) for arrays in pages], "S32")
    found, samples, numbers, counts = np.unique(digests, return_index=True, return_inverse=True, return_counts=True)
    return Distinct(found.tolist(), numbers.astype(np.int64), samples.astype(np.int64), counts.astype(np.int64))


def _digest(arrays: Iterable[NDArray[Any]]) -> bytes:
    digest = blake2b(digest_size=16)
    for array in arrays:
        digest.update(len(array).to_bytes(8, "little") + np.ascontiguousarray(array).tobytes())
    # In hexadecimal: numpy's byte strings lose zeros at the end.
    return digest.hexdigest().encode()


def answer(
    pages: Collected, like: Distinct, labels: NDArray[np.int64], letter: str
) -> tuple[pa.Table, tuple[Group, ...]]:
    """Rows with a group column, and the groups, largest first; `labels` has the cluster of each distinct page."""
    members: dict[int, list[int]] = {}
    for number, label in enumerate(labels.tolist()):
        members.setdefault(label, []).append(number)
    ids = {label: _id(letter, [like.digests[number] for number in numbers]) for label, numbers in members.items()}
    named = np.array([ids[label] for label in labels.tolist()], object)
    column = np.full(len(pages.usable), None, object)
    column[pages.usable] = named[like.numbers] if len(named) else named
    kind = pa.dictionary(pa.int32(), pa.large_utf8())
    groups = pa.array(column, pa.large_utf8()).dictionary_encode().cast(kind)
    return pages.rows.append_column("group", groups), _groups(pages, like, labels, ids)


def _id(letter: str, digests: list[bytes]) -> str:
    return content_id(letter, b"".join(sorted(digests)), _ID_DIGITS)


def _groups(pages: Collected, like: Distinct, labels: NDArray[np.int64], ids: dict[int, str]) -> tuple[Group, ...]:
    """Largest first, then by id; the first page of a group is its example."""
    places = np.flatnonzero(pages.usable)
    label_of_page = labels[like.numbers] if len(labels) else labels
    found, first, counts = np.unique(label_of_page, return_index=True, return_counts=True)
    examples = addresses(pages.rows, places[first].tolist())
    groups = [
        Group(ids[label], count, count / len(pages.usable), example)
        for label, count, example in zip(found.tolist(), counts.tolist(), examples, strict=True)
    ]
    return tuple(sorted(groups, key=lambda group: (-group.size, group.id)))
