"""The pages of a collection as an Arrow table."""

import sqlite3
from collections.abc import Iterator

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA, flag_lists, page_column
from pagemold.store.templates import shown_name

_TEXT = pa.large_utf8()
_REPEATED = pa.dictionary(pa.int32(), _TEXT)
_COLUMNS: dict[str, tuple[str, pa.DataType]] = {
    "url": ("pages.url", _TEXT),
    "path": ("pages.path", _TEXT),
    "group": ("shown.id", _REPEATED),
    "flags": ("pages.flags", pa.uint16()),
    "source": ("sources.name", _REPEATED),
    "group_name": ("{shown_name}", _REPEATED),
    "score": ("pages.score", pa.float64()),
    "page": ("pages.id", pa.int64()),
    "offset": ("pages.offset", pa.uint64()),
    "length": ("pages.length", pa.uint64()),
    "status": ("pages.status", pa.uint16()),
    "content_type": ("kinds.word", _REPEATED),
    "encoding": ("encodings.word", _REPEATED),
    "encoding_source": ("evidence.word", _REPEATED),
    "size": ("pages.size", pa.uint64()),
    "fingerprint": ("CASE WHEN entries IS NULL THEN NULL ELSE 'lzw1:' || lower(hex(entries)) END", _REPEATED),
}
_QUERY = f"""
SELECT {", ".join(expression for expression, _ in _COLUMNS.values())}
FROM pages JOIN sources ON sources.number = pages.source
LEFT JOIN templates ON templates.number = pages.template
LEFT JOIN templates AS shown ON shown.number = templates.shown_as
LEFT JOIN fingerprints ON fingerprints.number = pages.fingerprint
LEFT JOIN words AS kinds ON kinds.number = pages.content_type
LEFT JOIN words AS encodings ON encodings.number = pages.encoding
LEFT JOIN words AS evidence ON evidence.number = pages.encoding_source
ORDER BY pages.id
"""
_AT_ONCE = 16_384


def pages_table(connection: sqlite3.Connection, *, flags_in_words: bool = True) -> pa.Table:
    """One row a page, in the order in which they came."""
    schema = pa.schema([(name, kind) for name, (_, kind) in _COLUMNS.items()])
    cursor = connection.execute(_QUERY.format(shown_name=shown_name(connection)))
    batches = []
    while rows := cursor.fetchmany(_AT_ONCE):
        columns = list(zip(*rows, strict=True))
        arrays = [_array(values, field.type) for values, field in zip(columns, schema, strict=True)]
        batches.append(pa.RecordBatch.from_arrays(arrays, schema=schema))
    table = pa.Table.from_batches(batches, schema).unify_dictionaries()
    if not flags_in_words:
        return table
    return table.set_column(table.column_names.index("flags"), "flags", flag_lists(table["flags"]))


def fingerprint_batches(connection: sqlite3.Connection, pages: list[int]) -> Iterator[pa.RecordBatch]:
    """Rows as a reading gives them, with `fingerprint`, for these pages; what grouping does not look at is left out."""
    query = """SELECT pages.path, pages.url, sources.name, pages.flags, entries FROM pages
        JOIN sources ON sources.number = pages.source
        LEFT JOIN fingerprints ON fingerprints.number = pages.fingerprint WHERE pages.id = ?"""
    for start in range(0, len(pages), _AT_ONCE):
        rows = [connection.execute(query, (page,)).fetchone() for page in pages[start : start + _AT_ONCE]]
        path, url, source, flags, entries = zip(*rows, strict=True)
        known = {"path": path, "url": url, "source": source, "flags": flags}
        zero: tuple[object, ...] = (None,) * len(rows)
        arrays = [page_column(name, known.get(name, zero)) for name in PAGE_SCHEMA.names]
        arrays.append(pa.array([it or b"" for it in entries], pa.large_binary()))
        yield pa.RecordBatch.from_arrays(arrays, [*PAGE_SCHEMA.names, "fingerprint"])


def _array(values: tuple[object, ...], kind: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode()
    return pa.array(values, kind)
