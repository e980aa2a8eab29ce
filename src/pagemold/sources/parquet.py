"""Parquet with `url` and `html` columns, streamed a few rows at a time."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from pagemold.data import Problem
from pagemold.errors import SourceError
from pagemold.sources import tables
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Part
from pagemold.sources.run import Asked

_READ_ROWS = 64


class ParquetRun:
    """One Parquet file being read. `offset` of its pages is the number of the row, from 0."""

    def __init__(self, part: Part, asked: Asked, ledger: Ledger) -> None:
        self._part = part
        self._asked = asked
        self._ledger = ledger
        self._share_done = 0.0

    def bytes_done(self) -> int:
        return int(self._part.size * self._share_done)

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        try:
            with self._open() as file:
                text = self._check(file.schema_arrow)
                yield from tables.batches(self._rows(file), self._part.source, text, self._asked)
        except SourceError as error:
            self._ledger.fail(error)

    def _open(self) -> pq.ParquetFile:
        try:
            return pq.ParquetFile(self._part.location)
        except (OSError, pa.ArrowException) as error:
            raise SourceError("source_format", f"{self._part.source}: not a Parquet file: {_line(error)}") from error

    def _check(self, schema: pa.Schema) -> bool:
        """Raises where a column is missing or of a wrong type; says whether `html` is text rather than bytes."""
        for name in tables.COLUMNS:
            if name not in schema.names:
                raise SourceError("missing_column", f"{self._part.source}: no column `{name}`")
            if not (_is_text(schema.field(name).type) or (name == "html" and _is_bytes(schema.field(name).type))):
                raise SourceError("missing_column", f"{self._part.source}: column `{name}` does not hold text")
        return _is_text(schema.field("html").type)

    def _rows(self, file: pq.ParquetFile) -> Iterator[tables.Row]:
        number = 0
        total = max(file.metadata.num_rows, 1)
        try:
            for batch in file.iter_batches(batch_size=_READ_ROWS, columns=list(tables.COLUMNS)):
                urls = batch["url"].cast(pa.large_binary()).to_pylist()
                pages = batch["html"].cast(pa.large_binary()).to_pylist()
                self._share_done = number / total
                for url, html in zip(urls, pages, strict=True):
                    if html is None:
                        self._ledger.skip("no_html", 1)
                    else:
                        # Nobody checks text in Parquet when it is written; an address that is not UTF-8 costs no page.
                        yield tables.Row(url.decode("utf-8", "replace") if url else None, html, number, 1)
                    number += 1
        except (OSError, pa.ArrowException) as error:
            message = f"the rest, from row {number:,}, cannot be read: {_line(error)}"
            self._ledger.damage(Problem(self._part.source, number, 0, "bad_rows", message))


def _is_text(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_bytes(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind))


def _line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
