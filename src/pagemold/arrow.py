"""Columns of the compiled core → Arrow, without copying, and back to the words a person reads.

The core hands out plain bytes so that it needs no Arrow of its own; this is the one place that knows their layout.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import FLAG_NAMES
from pagemold.errors import UsageError

# A column as it crosses the border: (type, data, offsets, inner offsets), all buffers little-endian. Types: u8 u16 u32
# u64 bool (one byte each), utf8 binary (int64 offsets), list<u32> list<u64>, list<utf8> (offsets into items, inner
# offsets of items into data), list<word> (numbers of words; the words, a line each, in place of inner offsets),
# fixed<u32>[K].
Column: TypeAlias = tuple[str, bytes, bytes | None, bytes | None]
Columns: TypeAlias = dict[str, Column]

# What every batch of pages carries, in this order; `html` and the features that were asked for follow.
# The same few values on every page (a source, a content type) are kept once a batch, with a small number a page.
_REPEATED_TEXT = pa.dictionary(pa.int32(), pa.large_utf8())
PAGE_SCHEMA = pa.schema(
    {
        "source": _REPEATED_TEXT,
        "path": pa.large_utf8(),
        "url": pa.large_utf8(),
        "offset": pa.uint64(),
        "length": pa.uint64(),
        "status": pa.uint16(),
        "content_type": _REPEATED_TEXT,
        "encoding": _REPEATED_TEXT,
        "encoding_source": _REPEATED_TEXT,
        "size": pa.uint64(),
        "flags": pa.uint16(),
    }
)

_NUMBERS = {"u8": pa.uint8(), "u16": pa.uint16(), "u32": pa.uint32(), "u64": pa.uint64()}
_TEXTS = {"utf8": pa.large_utf8(), "binary": pa.large_binary()}
_EMPTY_IS_UNKNOWN = frozenset({"url", "content_type"})


@cache
def scalar(value: int, kind: pa.DataType) -> pa.Scalar:
    """A number as Arrow's own, made once: for a bare Python number Arrow looks for numpy and pandas each time, which
    costs more than what is done with it, and imports them where they are installed.
    """
    return pa.scalar(value, kind)


def array(column: Column) -> pa.Array:
    """One column of the core as an Arrow array over the same memory."""
    kind, data, offsets, inner_offsets = column
    if kind in _NUMBERS:
        return _numbers(_NUMBERS[kind], data)
    if kind == "bool":
        return _numbers(pa.uint8(), data).cast(pa.bool_())
    if kind.startswith("fixed<u32>["):
        return pa.FixedSizeListArray.from_arrays(_numbers(pa.uint32(), data), int(kind[len("fixed<u32>[") : -1]))
    if offsets is None:
        raise ValueError(f"a column of type {kind} needs offsets")
    if kind in _TEXTS:
        return _texts(_TEXTS[kind], data, offsets)
    if kind == "list<word>":
        words = pc.split_pattern(pa.array([inner_offsets or b""], pa.large_utf8()), "\n").flatten()
        items = pa.DictionaryArray.from_arrays(_numbers(pa.int32(), data), words)
    elif kind == "list<utf8>":
        if inner_offsets is None:
            raise ValueError(f"a column of type {kind} needs inner offsets")
        items = _texts(pa.large_utf8(), data, inner_offsets)
    elif kind in ("list<u32>", "list<u64>"):
        items = _numbers(_NUMBERS[kind[len("list<") : -1]], data)
    else:
        raise ValueError(f"unknown column type {kind}")
    return pa.LargeListArray.from_arrays(_numbers(pa.int64(), offsets), items)


def _numbers(kind: pa.DataType, data: bytes) -> pa.Array:
    return pa.Array.from_buffers(kind, len(data) * 8 // kind.bit_width, [None, pa.py_buffer(data)])


def _texts(kind: pa.DataType, data: bytes, offsets: bytes) -> pa.Array:
    return pa.Array.from_buffers(kind, len(offsets) // 8 - 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def page_batch(columns: Columns, known: Mapping[str, pa.Array]) -> pa.RecordBatch:
    """A batch of pages: the core's columns, with those that the source knows better in their place."""
    arrays = {name: known[name] if name in known else _tidy(name, array(columns[name])) for name in PAGE_SCHEMA.names}
    for name, column in columns.items():
        if name == "html":
            arrays[name] = array(column).cast(pa.large_utf8())
        elif name not in arrays and name != "input":
            arrays[name] = array(column)
    return pa.RecordBatch.from_arrays(list(arrays.values()), list(arrays))


def _tidy(name: str, values: pa.Array) -> pa.Array:
    """Unknown becomes null, and what repeats is stored once."""
    if name in _EMPTY_IS_UNKNOWN:
        values = _null_where(pc.equal(pc.binary_length(values), scalar(0, pa.int64())), values)
    elif name == "status":
        values = _null_where(pc.equal(values, scalar(0, pa.uint16())), values)
    return values.dictionary_encode() if PAGE_SCHEMA.field(name).type == _REPEATED_TEXT else values


def _null_where(unknown: pa.Array, values: pa.Array) -> pa.Array:
    return pc.if_else(unknown, pa.scalar(None, values.type), values) if unknown.true_count else values


def page_column(name: str, values: Iterable[str | int | None]) -> pa.Array:
    """One column of the page schema from Python values."""
    kind = PAGE_SCHEMA.field(name).type
    if kind == _REPEATED_TEXT:
        return pa.array(values, pa.large_utf8()).dictionary_encode()
    return pa.array(values, kind)


def classified(pages: pa.Table | pa.RecordBatch, answers: Mapping[str, pa.Array | pa.ChunkedArray]) -> pa.Table:
    """A row a page with what is said of its template, in the columns that all who classify answer in."""
    return pa.table(
        {
            "url": pages["url"],
            "path": pages["path"],
            **{name: answers[name] for name in ("group", "group_name", "score", "runner_up", "margin", "bits")},
            "flags": flag_lists(pages["flags"]),
            "source": pages["source"],
            "offset": pages["offset"],
        }
    )


@cache
def flag_names(bits: int) -> tuple[str, ...]:
    """The names of the flags set in `bits`."""
    return tuple(name for bit, name in enumerate(FLAG_NAMES) if bits >> bit & 1)


def flag_lists(flags: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Flag bits as lists of names; each distinct combination is spelled once."""
    if isinstance(flags, pa.ChunkedArray):
        flags = flags.combine_chunks()
    encoded = flags.dictionary_encode()
    names = [flag_names(bits) for bits in encoded.dictionary.to_pylist()]
    return pa.array(names, pa.list_(pa.string())).take(encoded.indices)


def flag_counts(flags: pa.Array | pa.ChunkedArray) -> Counter[str]:
    """How many pages carry each flag."""
    counts: Counter[str] = Counter()
    for pair in flags.value_counts().to_pylist():
        for name in flag_names(pair["values"]):
            counts[name] += pair["counts"]
    return counts


def flag_bits(*names: str) -> int:
    """The bits of these flags together."""
    return sum(1 << FLAG_NAMES.index(name) for name in names)


def flagged(flags: pa.ChunkedArray, where: pa.Array | pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """The flags with one more where it is said so."""
    return pc.if_else(where, pc.bit_wise_or(flags, scalar(flag_bits(name), pa.uint16())), flags)


# Pages with one of these have nothing to go by: they are in no group and get no template.
NO_STRUCTURE = flag_bits("no_structure", "failed")


def has_structure(flags: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Which pages have something to go by."""
    bits = pc.bit_wise_and(flags, scalar(NO_STRUCTURE, pa.uint16()))
    return pc.equal(bits, scalar(0, pa.uint16()))


# The columns of a page's trie of class paths: what the grammar reads.
TRIE = ("class_trie", "class_trie:parents", "class_trie:names")


def frame(table: Callable[[], pa.Table], asked: str) -> Any:
    """A table as a pandas DataFrame, for what was `asked`; it is not made where pandas is missing."""
    try:
        import pandas  # noqa: F401
    except ImportError as missing:
        message = f"{asked} needs pandas: pip install pandas; .table() gives the same rows as Arrow"
        raise UsageError("missing_package", message) from missing
    return table().to_pandas()


def trie_columns(batch: pa.RecordBatch) -> dict[str, Any]:
    """The tries of a batch as the core takes them; pages without structure are marked as such."""
    hashes, parents, names = (batch[name] for name in TRIE)
    segments = names.flatten()
    return {
        "hashes": number_bytes(hashes.flatten()),
        "parents": number_bytes(parents.flatten()),
        "segments": number_bytes(segments.indices),
        "offsets": number_bytes(pc.subtract(hashes.offsets, hashes.offsets[0])),
        "words": segments.dictionary.to_pylist(),
        "usable": number_bytes(has_structure(batch["flags"]).cast(pa.uint8())),
    }


def text_bytes(texts: pa.LargeStringArray) -> tuple[bytes, bytes]:
    """A column of texts as the core takes it: offsets from 0, and the bytes; nothing of what is unknown."""
    _, ends, data = texts.buffers()
    offsets = pa.Array.from_buffers(pa.int64(), len(texts) + 1, [None, ends], offset=texts.offset)
    start, stop = offsets[0].as_py(), offsets[-1].as_py()
    whole: bytes = data.slice(start, stop - start).to_pybytes() if data is not None else b""
    return number_bytes(pc.subtract(offsets, offsets[0])), whole


def list_bytes(lists: pa.LargeListArray) -> tuple[bytes, bytes]:
    """A column of lists of numbers of eight bytes as if they were texts."""
    offsets = pc.multiply(pc.subtract(lists.offsets, lists.offsets[0]), scalar(8, pa.int64()))
    return number_bytes(offsets), number_bytes(lists.flatten())


def number_bytes(numbers: pa.Array) -> bytes:
    """A column of numbers as the core takes it."""
    width, (_, data) = numbers.type.bit_width // 8, numbers.buffers()
    start = numbers.offset * width
    whole: bytes = data.slice(start, len(numbers) * width).to_pybytes() if data is not None else b""
    return whole
