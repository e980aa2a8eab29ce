"""Which pages of a batch are new, which wait for a template, and which are known."""

import sqlite3
from collections import Counter
from typing import NamedTuple

import pyarrow as pa

from pagemold.arrow import NO_STRUCTURE
from pagemold.store.keys import page_keys


class Incoming(NamedTuple):
    """The new rows with their keys, and the rows with structure but no template, with the numbers of their pages."""

    new: pa.RecordBatch
    new_keys: list[int]
    pending: pa.RecordBatch
    pending_pages: list[int]


def sift(
    batch: pa.RecordBatch,
    feature: str,
    connection: sqlite3.Connection,
    locations: dict[str, str],
    waiting: set[int],
    nowhere: Counter[bytes],
    next_page: int,
) -> Incoming:
    """Looks up every page by its key: in the database, among those that wait for a commit, and in the batch itself."""
    keys = list(page_keys(batch, feature, locations, nowhere))
    known = _known(connection, keys) if next_page else {}
    new_rows: list[int] = []
    new_keys: list[int] = []
    pending_rows: list[int] = []
    pending_pages: list[int] = []
    met: set[int] = set()
    for row, (key, flags) in enumerate(zip(keys, batch["flags"].to_pylist(), strict=True)):
        if key in met or key in waiting:
            continue
        met.add(key)
        page, template = known.get(key, (None, None))
        if page is None:
            page = next_page + len(new_rows)
            new_rows.append(row)
            new_keys.append(key)
        if template is None and not flags & NO_STRUCTURE:
            pending_rows.append(row)
            pending_pages.append(page)
    return Incoming(_rows(batch, new_rows), new_keys, _rows(batch, pending_rows), pending_pages)


def _known(connection: sqlite3.Connection, keys: list[int]) -> dict[int, tuple[int, int | None]]:
    found: dict[int, tuple[int, int | None]] = {}
    for start in range(0, len(keys), 500):
        some = keys[start : start + 500]
        query = f"SELECT key, id, template FROM pages WHERE key IN ({', '.join('?' * len(some))})"
        found |= {key: (page, template) for key, page, template in connection.execute(query, some)}
    return found


def _rows(batch: pa.RecordBatch, rows: list[int]) -> pa.RecordBatch:
    return batch if len(rows) == batch.num_rows else batch.take(pa.array(rows, pa.int64()))
