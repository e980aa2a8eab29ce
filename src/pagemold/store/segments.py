"""The segments of a collection as one index: page numbers run through all of them."""

import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TypeAlias

from pagemold._native import Segment
from pagemold.errors import CollectionError, counted
from pagemold.store.schema import SEGMENTS

# Where each page's items begin, the items, and how often each occurs: int64, uint64, uint32.
Bags: TypeAlias = tuple[memoryview, memoryview, memoryview]
Hit: TypeAlias = tuple[int, float]


@dataclass(frozen=True, slots=True)
class Span:
    """One segment and the number of its first page."""

    first_page: int
    segment: Segment
    file: str


def open_spans(folder: str, connection: sqlite3.Connection) -> list[Span]:
    """The segments that the database names. A file that is missing or damaged is an error that names it."""
    rows = connection.execute("SELECT file, first_page, pages FROM segments ORDER BY first_page").fetchall()
    return [_open(folder, file, first, pages) for file, first, pages in rows]


def _open(folder: str, file: str, first_page: int, pages: int) -> Span:
    path = os.path.join(folder, SEGMENTS, os.path.basename(file))
    if not os.path.exists(path):
        raise CollectionError("collection_damaged", f"{path}: missing")
    segment = Segment(path)
    if segment.pages != pages:
        raise CollectionError("collection_damaged", f"{path}: holds {counted(segment.pages, 'page')}, not {pages:,}")
    return Span(first_page, segment, file)


def raw(bags: Bags) -> Bags:
    """The same as bytes, which is how they cross the border."""
    offsets, items, counts = (part.cast("B") if part.nbytes else memoryview(b"") for part in bags)
    return offsets, items, counts


def nearest(
    spans: Sequence[Span],
    queries: Bags,
    k: int,
    measure: str = "cosine",
    *,
    thorough: bool = False,
    jobs: int = 1,
) -> list[list[Hit]]:
    """For each query the pages nearest to it, nearest first, then by number."""
    effort = 2**62 if thorough else None
    found: list[list[Hit]] = [[] for _ in range(len(queries[0]) - 1)]
    for span in spans:
        answers = span.segment.nearest(
            raw(queries), k, measure=measure, window=effort, candidates=effort, members=effort, jobs=jobs
        )
        for hits, more in zip(found, answers, strict=True):
            hits += [(span.first_page + page, score) for page, score in more]
    return [nsmallest(k, hits, key=lambda hit: (-hit[1], hit[0])) for hits in found]


def bag_of(spans: Sequence[Span], page: int) -> Bags:
    """The bag of a stored page as a query."""
    from array import array

    for span in spans:
        if span.first_page <= page < span.first_page + span.segment.pages:
            items, counts = span.segment.bag(page - span.first_page)
            offsets = array("q", [0, len(items)])
            return memoryview(offsets), memoryview(array("Q", items)), memoryview(array("I", counts))
    raise CollectionError("no_such_page", f"there is no page {page:,}")
