"""JSONL and Parquet with `url` and `html` columns: pages that somebody else has already taken out of their archive."""

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa

from pagemold._native import extract
from pagemold.arrow import page_batch, page_column
from pagemold.sources.run import Asked

# Enough pages to keep all cores busy, few enough that large pages do not pile up.
BATCH_PAGES = 512
BATCH_BYTES = 32 << 20
COLUMNS = ("url", "html")


class Row(NamedTuple):
    """One page of a table. `offset` and `length` say where its row lies: bytes of a line, or the number of a row."""

    url: str | None
    html: bytes
    offset: int
    length: int


def batches(rows: Iterator[Row], source: str, text: bool, asked: Asked) -> Iterator[pa.RecordBatch]:
    """Rows → batches of pages. Text columns are decoded already; binary ones are decoded as a file would be."""
    pages: list[Row] = []
    size = 0
    for row in rows:
        pages.append(row)
        size += len(row.html)
        if len(pages) >= BATCH_PAGES or size >= BATCH_BYTES:
            yield _batch(pages, source, text, asked)
            pages, size = [], 0
    if pages:
        yield _batch(pages, source, text, asked)


def _batch(rows: list[Row], source: str, text: bool, asked: Asked) -> pa.RecordBatch:
    columns = extract(
        [row.html for row in rows],
        content_types=["text/html; charset=utf-8"] * len(rows) if text else None,
        features=list(asked.features),
        html=asked.html,
        jobs=asked.jobs,
        limits=asked.limits,
        minhash=asked.minhash,
        seed=asked.seed,
    )
    unknown = [None] * len(rows)
    known = {
        "source": page_column("source", [source] * len(rows)),
        "path": page_column("path", unknown),
        "url": page_column("url", [row.url for row in rows]),
        "offset": page_column("offset", [row.offset for row in rows]),
        "length": page_column("length", [row.length for row in rows]),
        "status": page_column("status", unknown),
        "content_type": page_column("content_type", unknown),
    }
    if text:
        known["encoding_source"] = page_column("encoding_source", ["text"] * len(rows))
    return page_batch(columns, known)
