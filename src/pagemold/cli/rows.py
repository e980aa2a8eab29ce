"""Rows as JSON lines, CSV or Parquet, a column at a time: a million pages make no million Python objects."""

import json
from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from pagemold.cli.printable import printable

_ROWS_AT_ONCE = 16_384
_TEXT = pa.large_utf8()
# What JSON must escape, and what a terminal would obey: the latter too, because JSON lines are looked at with `head`.
_UNSAFE_JSON = r'["\\\x00-\x1f\x7f-\x{9f}\x{61c}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]'
# A spreadsheet takes a cell that begins so for a formula; some pass over white space first, some take wide signs too.
_FORMULA = r"^[\s\v\p{Z}]*[=+\-@\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]|^[\t\r\n]"
# What `printable` escapes, so that only such cells are looked at one by one.
_UNSAFE_CSV = r"[\x00-\x1f\x7f-\x{9f}\x{61c}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{2069}\x{feff}]"


def json_lines(rows: pa.Table) -> Iterator[bytes]:
    """One JSON object a row, many rows a piece."""
    for start in range(0, rows.num_rows, _ROWS_AT_ONCE):
        for batch in rows.slice(start, _ROWS_AT_ONCE).combine_chunks().to_batches():
            yield _json_piece(batch)


def _json_piece(batch: pa.RecordBatch) -> bytes:
    pieces: list[pa.Array | pa.Scalar] = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        lead = ("{" if not pieces else ", ") + json.dumps(name) + ": "
        pieces += [pa.scalar(lead, _TEXT), _json_values(column)]
    lines = pc.binary_join_element_wise(*pieces, pa.scalar("}\n", _TEXT), pa.scalar("", _TEXT))
    # The lines lie one after the other in memory already.
    text: bytes = lines.buffers()[2].to_pybytes()
    return text[: pc.sum(pc.binary_length(lines)).as_py()]


def _json_values(column: pa.Array) -> pa.Array:
    if pa.types.is_dictionary(column.type):
        values = _json_values(column.dictionary).take(column.indices)
    elif pa.types.is_large_string(column.type):
        values = _json_strings(column)
    elif pa.types.is_integer(column.type):
        values = column.cast(_TEXT)
    elif pa.types.is_list(column.type):
        values = _json_lists(column)
    else:
        values = pa.array([json.dumps(value) for value in column.to_pylist()], _TEXT)
    return values.fill_null(pa.scalar("null", _TEXT))


def _json_strings(texts: pa.Array) -> pa.Array:
    quote = pa.scalar('"', _TEXT)
    quoted = pc.binary_join_element_wise(quote, texts, quote, pa.scalar("", _TEXT))
    unsafe = pc.match_substring_regex(texts, _UNSAFE_JSON).fill_null(pa.scalar(False))
    if not unsafe.true_count:
        return quoted
    escaped = pa.array([json.dumps(text) for text in texts.filter(unsafe).to_pylist()], _TEXT)
    return pc.replace_with_mask(quoted, unsafe, escaped)


def _json_lists(lists: pa.Array) -> pa.Array:
    """Lists of words that need no escape, such as the names of flags."""
    words = pc.binary_join(lists, '", "').cast(_TEXT)
    quoted = pc.binary_join_element_wise(pa.scalar('["', _TEXT), words, pa.scalar('"]', _TEXT), pa.scalar("", _TEXT))
    return pc.if_else(pc.equal(pc.list_value_length(lists), 0), pa.scalar("[]", _TEXT), quoted)


def write_jsonl(rows: pa.Table, file: BinaryIO) -> None:
    """JSON lines into an open file."""
    for piece in json_lines(rows):
        file.write(piece)


def write_csv(rows: pa.Table, file: BinaryIO) -> None:
    """CSV for spreadsheets: lists become words with spaces, no cell is taken for a formula, controls are escaped."""
    for number, name in enumerate(rows.column_names):
        rows = rows.set_column(number, name, _csv_column(rows[name]))
    pa.csv.write_csv(rows, file)


def _csv_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_list(column.type):
        column = pc.binary_join(column, " ")
    if pa.types.is_dictionary(column.type):
        column = column.cast(_TEXT)
    if not pa.types.is_large_string(column.type):
        return column
    return pa.chunked_array([_disarmed(texts) for texts in column.chunks], _TEXT)


def _disarmed(texts: pa.Array) -> pa.Array:
    suspect = pc.match_substring_regex(texts, f"{_FORMULA}|{_UNSAFE_CSV}").fill_null(pa.scalar(False))
    if not suspect.true_count:
        return texts
    formula = pc.match_substring_regex(texts.filter(suspect), _FORMULA).to_pylist()
    cells = zip(formula, texts.filter(suspect).to_pylist(), strict=True)
    disarmed = [("'" if armed else "") + printable(text, limit=None) for armed, text in cells]
    return pc.replace_with_mask(texts, suspect, pa.array(disarmed, _TEXT))


def write_parquet(rows: pa.Table, file: BinaryIO) -> None:
    """Parquet, the lossless form."""
    pq.write_table(rows, file)
