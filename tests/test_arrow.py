"""Columns of the core become Arrow arrays over the same memory."""

import struct

import pyarrow as pa
import pytest

from pagemold._native import FLAG_NAMES, extract
from pagemold.arrow import (
    PAGE_SCHEMA,
    Column,
    array,
    flag_bits,
    flag_counts,
    flag_lists,
    flag_names,
    page_batch,
    page_column,
)


def numbers(code: str, *values: int) -> bytes:
    return struct.pack(f"<{len(values)}{code}", *values)


@pytest.mark.parametrize(
    ("column", "kind", "values"),
    [
        (("u8", numbers("B", 1, 255), None, None), pa.uint8(), [1, 255]),
        (("u16", numbers("H", 1, 65535), None, None), pa.uint16(), [1, 65535]),
        (("u32", numbers("I", 7), None, None), pa.uint32(), [7]),
        (("u64", numbers("Q", 2**64 - 1), None, None), pa.uint64(), [2**64 - 1]),
        (("u64", b"", None, None), pa.uint64(), []),
        (("bool", b"\x00\x01", None, None), pa.bool_(), [False, True]),
        (("utf8", "aé".encode(), numbers("q", 0, 1, 1, 3), None), pa.large_utf8(), ["a", "", "é"]),
        (("binary", b"\x00\xff", numbers("q", 0, 0, 2), None), pa.large_binary(), [b"", b"\x00\xff"]),
        (("list<u32>", numbers("I", 1, 2, 3), numbers("q", 0, 2, 2, 3), None), None, [[1, 2], [], [3]]),
        (("list<u64>", numbers("Q", 2**63), numbers("q", 0, 1), None), None, [[2**63]]),
        (("list<utf8>", b"abc", numbers("q", 0, 2, 3), numbers("q", 0, 1, 1, 3)), None, [["a", ""], ["bc"]]),
        (("fixed<u32>[2]", numbers("I", 1, 2, 3, 4), None, None), None, [[1, 2], [3, 4]]),
    ],
)
def test_every_type(column: Column, kind: pa.DataType | None, values: list[object]) -> None:
    converted = array(column)
    converted.validate(full=True)
    assert converted.to_pylist() == values
    assert kind is None or converted.type == kind


def test_memory_is_shared() -> None:
    data = numbers("Q", *range(100))
    assert array(("u64", data, None, None)).buffers()[1].address == pa.py_buffer(data).address


@pytest.mark.parametrize(
    "column", [("utf8", b"", None, None), ("list<utf8>", b"", numbers("q", 0), None), ("f64", b"", b"", None)]
)
def test_a_column_that_makes_no_sense(column: Column) -> None:
    with pytest.raises(ValueError, match="column"):
        array(column)


def test_a_batch_has_the_page_schema_and_its_features() -> None:
    columns = extract([b"<p>one", b"<p>two"], features=["fingerprint"], html=True)
    batch = page_batch(columns, {"source": page_column("source", ["a", "a"]), "path": page_column("path", [None, "x"])})
    assert batch.schema.names == [*PAGE_SCHEMA.names, "html", "fingerprint"]
    assert batch.select(PAGE_SCHEMA.names).schema == PAGE_SCHEMA
    assert batch["html"].to_pylist() == ["<p>one", "<p>two"]
    assert batch["path"].to_pylist() == [None, "x"]


def test_unknown_becomes_null() -> None:
    batch = page_batch(extract([b"<p>"]), {"source": page_column("source", ["a"]), "path": page_column("path", ["p"])})
    assert batch.select(["url", "status", "content_type"]).to_pylist() == [
        {"url": None, "status": None, "content_type": None}
    ]


def test_flags_in_words() -> None:
    bits = [0, flag_bits("depth", "failed"), 0]
    flags = pa.array(bits, pa.uint16())
    assert flag_names(bits[1]) == ("depth", "failed")
    assert flag_lists(flags).to_pylist() == [[], ["depth", "failed"], []]
    assert flag_lists(pa.chunked_array([flags, flags])).to_pylist() == [[], ["depth", "failed"], []] * 2
    assert flag_counts(flags) == {"depth": 1, "failed": 1}
    assert flag_bits(*FLAG_NAMES) == 2 ** len(FLAG_NAMES) - 1
