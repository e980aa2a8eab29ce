"""A few pages of a reading once more, by where they lie: for methods that look at samples only."""

import os
from collections.abc import Callable
from functools import cache

import pyarrow as pa

from pagemold.sources.files import FileRun
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part
from pagemold.sources.run import Asked
from pagemold.sources.selection import Selection
from pagemold.sources.sniff import head_of, kind_of


def read_again(rows: pa.Table, asked: Asked, selection: Selection) -> pa.Table | None:
    """These rows with other features, in their order, without reading what lies between them.

    None where a source has no places to go to, such as a table, standard input or an archive packed as a whole.
    """
    is_archive = cache(lambda source: kind_of(head_of(source), source) is Kind.ARCHIVE)
    places = zip(*(rows[name].to_pylist() for name in ("source", "path", "offset", "length")), strict=True)
    parts = [
        part for source, path, offset, length in places if (part := _part(source, path, offset, length, is_archive))
    ]
    if len(parts) < rows.num_rows or not parts:
        return None
    batches = list(FileRun(parts, asked, selection, Ledger(skip_unreadable=True)))
    found = pa.Table.from_batches(batches) if batches else rows.slice(0, 0)
    same = found["source"].to_pylist() == rows["source"].to_pylist() and found["url"].equals(rows["url"])
    return found if same else None


def _part(source: str, path: str | None, offset: int, length: int, is_archive: Callable[[str], bool]) -> Part | None:
    if not os.path.isfile(source):
        return None
    if path is not None:
        return Part(Kind.DOCUMENT, source, source, path)
    if not length or not is_archive(source):
        return None
    return Part(Kind.ARCHIVE, source, source, start=offset, end=offset + length)
