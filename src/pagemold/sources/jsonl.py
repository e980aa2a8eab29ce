"""JSON lines, plain or packed with gzip or zstd: one object a line with `url` and `html`."""

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa

from pagemold.data import Problem
from pagemold.errors import SourceError
from pagemold.sources import tables
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Part, unreadable
from pagemold.sources.run import Asked
from pagemold.sources.sniff import GZIP, ZSTD

# A page of 10 MB with every character escaped; a longer line is not a page, and must not fill the memory.
LINE_BYTES = 64 << 20


class NoHtml(ValueError):
    """A line that is an object, but not a page."""


class JsonlRun:
    """One JSONL file being read. A bad line is a problem with its number, and the run goes on."""

    def __init__(self, part: Part, asked: Asked, ledger: Ledger) -> None:
        self._part = part
        self._asked = asked
        self._ledger = ledger
        self._bytes_done = 0

    def bytes_done(self) -> int:
        return self._bytes_done

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        try:
            yield from tables.batches(self._rows(), self._part.source, True, self._asked)
        except SourceError as error:
            self._ledger.fail(error)

    def _rows(self) -> Iterator[tables.Row]:
        good = bad = without = 0
        for number, offset, line in self._lines():
            line = line.strip()
            if not line:
                continue
            try:
                row = self._row(line, offset, first=not good)
            except (ValueError, RecursionError) as error:
                bad += 1
                without += isinstance(error, NoHtml)
                self._damage(offset, len(line), "bad_line", f"line {number:,}: {_reason(error)}")
                continue
            good += 1
            if row:
                yield row
        if without and not good:
            raise SourceError("missing_column", f"{self._part.source}: no column `html`")
        if bad and not good:
            raise SourceError("source_format", f"{self._part.source}: no line is a JSON object")

    def _row(self, line: bytes, offset: int, first: bool) -> tables.Row | None:
        """One line as a page. The first line with `html` must have `url` too; a later one may leave it out."""
        values = json.loads(line)
        if not isinstance(values, dict):
            raise ValueError("not an object")
        if "html" not in values:
            raise NoHtml("no `html`")
        if first and "url" not in values:
            raise SourceError("missing_column", f"{self._part.source}: no column `url`")
        for name in tables.COLUMNS:
            if not isinstance(values.get(name), str | None):
                raise ValueError(f"`{name}` is not a string")
        if values["html"] is None:
            self._ledger.skip("no_html", 1)
            return None
        return tables.Row(_clean(values.get("url")), values["html"].encode("utf-8", "surrogatepass"), offset, len(line))

    def _lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Number, offset and content of each line; offsets count in the unpacked text."""
        offset = 0
        try:
            with open(self._part.location, "rb") as file:
                lines = _unpack(file)
                for number, line in enumerate(iter(lambda: lines.readline(LINE_BYTES), b""), start=1):
                    self._bytes_done = file.tell()
                    length = len(line)
                    if length == LINE_BYTES and not line.endswith(b"\n"):
                        length += _skip_line(lines)
                        self._damage(offset, length, "bad_line", f"line {number:,}: longer than {LINE_BYTES:,} bytes")
                    else:
                        yield number, offset, line
                    offset += length
        except (EOFError, zlib.error, pa.ArrowException, gzip.BadGzipFile) as error:
            self._damage(offset, 0, "bad_packing", f"the rest cannot be unpacked: {error}")
        except OSError as error:
            # Arrow tells of damaged zstd as an OSError without a number.
            if error.errno is not None:
                raise unreadable(self._part.source, error) from error
            self._damage(offset, 0, "bad_packing", f"the rest cannot be unpacked: {error}")

    def _damage(self, offset: int, skipped: int, code: str, message: str) -> None:
        self._ledger.damage(Problem(self._part.source, offset, skipped, code, message))


def _unpack(file: io.BufferedReader) -> BinaryIO:
    magic = file.peek(4)[:4]
    if magic.startswith(GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if magic == ZSTD:
        stream: Any = pa.CompressedInputStream(pa.PythonFile(file, "r"), "zstd")
        return io.BufferedReader(stream)
    return file


def _reason(error: Exception) -> str:
    """Why a line is bad; its number is said elsewhere."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno:,}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _skip_line(lines: BinaryIO) -> int:
    """Passes over the rest of a line; gives its length."""
    length = 0
    for piece in iter(lambda: lines.readline(LINE_BYTES), b""):
        length += len(piece)
        if piece.endswith(b"\n"):
            break
    return length


def _clean(url: str | None) -> str | None:
    """A URL that Arrow can hold: half a surrogate pair is not text."""
    return url.encode("utf-8", "replace").decode() if url else None
