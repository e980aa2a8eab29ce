"""Rows in bulk say the same as rows one by one."""

import csv
import io
import json
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from pagemold.cli import rows as rows_module
from pagemold.cli.printable import printable
from pagemold.cli.rows import json_lines, write_csv, write_jsonl, write_parquet

texts = st.text() | st.sampled_from(['"', "\\", "\n", "\x7f", "\u202e", "=1+1", "", "null", "\x9b"])
records = st.fixed_dictionaries(
    {
        "url": st.none() | texts,
        "repeated": st.none() | texts,
        "flags": st.lists(st.sampled_from(["depth", "size"]), max_size=2),
        "status": st.none() | st.integers(0, 65535),
        "share": st.none() | st.floats(allow_nan=False, allow_infinity=False),
    }
)


def table(values: list[dict[str, Any]]) -> pa.Table:
    schema = pa.schema(
        {
            "url": pa.large_utf8(),
            "repeated": pa.large_utf8(),
            "flags": pa.list_(pa.string()),
            "status": pa.uint16(),
            "share": pa.float64(),
        }
    )
    rows = pa.Table.from_pylist(values, schema)
    return rows.set_column(1, "repeated", rows["repeated"].dictionary_encode())


@given(st.lists(records))
def test_json_is_what_json_says(values: list[dict[str, Any]]) -> None:
    text = b"".join(json_lines(table(values))).decode()
    assert [json.loads(line) for line in text.split("\n")[:-1]] == values
    assert not set(text) & set("\x7f\x9b\u202e")


@given(st.lists(records, max_size=8))
def test_json_does_not_depend_on_pieces(values: list[dict[str, Any]]) -> None:
    rows = pa.concat_tables([table(values[:3]), table(values[3:])])
    whole = b"".join(json_lines(rows))
    before = rows_module._ROWS_AT_ONCE
    rows_module._ROWS_AT_ONCE = 2
    try:
        assert b"".join(json_lines(rows)) == whole
    finally:
        rows_module._ROWS_AT_ONCE = before


def test_json_by_hand() -> None:
    values = [{"url": 'a"b', "repeated": "é", "flags": ["depth", "size"], "status": None, "share": 0.5}]
    file = io.BytesIO()
    write_jsonl(table(values), file)
    assert file.getvalue().decode() == (
        '{"url": "a\\"b", "repeated": "é", "flags": ["depth", "size"], "status": null, "share": 0.5}\n'
    )


def test_csv_cells_are_no_formulas() -> None:
    starts = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a=b", "'quoted", 'say "hi"', "", "x y"]
    starts += [" =1", "\u3000@x", "\n=1", " \t -1", "\uff1d1", " a"]
    values = [{"url": text, "repeated": text, "flags": ["size", "depth"], "status": 200} for text in starts]
    file = io.BytesIO()
    write_csv(table([*values, {}]), file)
    found = list(csv.DictReader(io.StringIO(file.getvalue().decode(), newline="")))
    signs = tuple("=+-@\t\r\n\uff1d")
    safe = [
        "'" * (text.startswith(signs) or text.lstrip().startswith(signs)) + printable(text, limit=None)
        for text in starts
    ]
    assert [row["url"] for row in found] == [row["repeated"] for row in found] == [*safe, ""]
    assert [row["flags"] for row in found] == ["size depth"] * len(starts) + [""]
    assert found[-1]["status"] == ""


@given(st.lists(records, max_size=8))
def test_csv_escapes_all_that_a_terminal_or_a_reader_would_obey(values: list[dict[str, Any]]) -> None:
    file = io.BytesIO()
    write_csv(pa.concat_tables([table(values[:3]), table(values[3:])]), file)
    text = file.getvalue().decode()
    assert text.count("\n") == len(values) + 1
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    for row, value in zip(found, values, strict=True):
        for name in ("url", "repeated"):
            assert row[name] in (plain := printable(value[name] or "", limit=None), f"'{plain}")
            assert not row[name].lstrip().startswith(("=", "+", "-", "@"))


def test_csv_by_hand() -> None:
    file = io.BytesIO()
    write_csv(table([{"url": "a\x00b\u202ec\nd"}, {"url": "\n"}, {"url": "\u200b=1"}]).select(["url"]), file)
    assert file.getvalue() == b'"url"\n"a\\x00b\\u202ec\\x0ad"\n"\'\\x0a"\n"\\u200b=1"\n'


def test_parquet_loses_nothing() -> None:
    values = [{"url": "=a", "repeated": None, "flags": ["size"], "status": 200, "share": 0.25}]
    file = io.BytesIO()
    write_parquet(table(values), file)
    assert pa.parquet.read_table(pa.BufferReader(file.getvalue())).to_pylist() == values
