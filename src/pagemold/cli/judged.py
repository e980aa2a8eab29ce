"""Pages that have both a group that was found and a label that is true: two files, joined by address or path."""

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from pagemold.errors import SourceError

_KEYS = ("url", "path")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Judged:
    """A label and a group a page, and how many pages only one of the files knows."""

    labels: list[str]
    groups: list[str | None]
    only_found: int
    only_gold: int


def judged(found: str, gold: str) -> Judged:
    """Joins the rows of `pagemold cluster -o` with a table of true labels by the column that both have."""
    key, labels = true_labels(gold)
    groups = found_groups(found, key)
    both = [name for name in labels if name in groups]
    if not both:
        raise SourceError("nothing_in_common", f"{found} and {gold} have no page in common, by {key}")
    return Judged(
        [labels[name] for name in both],
        [groups[name] for name in both],
        len(groups) - len(both),
        len(labels) - len(both),
    )


def true_labels(path: str) -> tuple[str, dict[str, str]]:
    """The column that names pages, `url` or `path`, and the label of each; labels are never empty."""
    with _open(path) as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        header = next(rows, [])
        key = next((name for name in _KEYS if name in header), None)
        if key is None or "label" not in header:
            raise _wrong(path, "the first line must name the columns url or path, and label, with tabs between them")
        columns = header.index(key), header.index("label")
        return key, _by_name(path, ((number, *_cells(path, number, row, columns)) for number, row in _filled(rows)))


def _filled(rows: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Rows with the number of their line; empty lines are nothing."""
    return ((number, row) for number, row in enumerate(rows, 2) if any(row))


def _cells(path: str, number: int, row: list[str], columns: tuple[int, int]) -> tuple[str, str]:
    name, label = (row[column] if column < len(row) else "" for column in columns)
    if not name or not label:
        raise _wrong(path, f"line {number}: no {'name of a page' if not name else 'label'}")
    return name, label


def found_groups(path: str, key: str) -> dict[str, str | None]:
    """The group of each page. Pages without that kind of name are passed over: a file has no url."""
    if (suffix := Path(path).suffix.lower()) not in _READERS:
        raise SourceError("source_format", f"{path}: the name must end in {', '.join(_READERS)}")
    rows = _READERS[suffix](path, key)
    return _by_name(path, ((number, name, group or None) for number, name, group in rows if name))


def _by_name(path: str, rows: Iterable[tuple[int, str, Value]]) -> dict[str, Value]:
    named: dict[str, Value] = {}
    for number, name, value in rows:
        if name in named:
            raise _wrong(path, f"line {number}: {name} is there twice")
        named[name] = value
    return named


_Rows = Iterator[tuple[int, str | None, str | None]]


def _json_rows(path: str, key: str) -> _Rows:
    with _open(path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line) if line.strip() else None
            except ValueError:
                raise _wrong(path, f"line {number}: not JSON") from None
            if row is None:
                continue
            if not isinstance(row, dict) or key not in row or "group" not in row:
                raise _wrong(path, f"line {number}: no {key} and group; was it written by pagemold cluster?")
            yield number, row[key], row["group"]


def _csv_rows(path: str, key: str) -> _Rows:
    with _open(path) as lines:
        rows = csv.DictReader(lines)
        if not {key, "group"} <= set(rows.fieldnames or ()):
            raise _wrong(path, f"no columns {key} and group; was it written by pagemold cluster?")
        for row in rows:
            yield rows.line_num, row[key], row["group"]


def _parquet_rows(path: str, key: str) -> _Rows:
    try:
        table = pq.ParquetFile(path)
        if not {key, "group"} <= set(table.schema_arrow.names):
            raise _wrong(path, f"no columns {key} and group; was it written by pagemold cluster?")
        columns = table.read([key, "group"])
    except OSError as error:
        raise SourceError("source_unreadable", f"{path}: {error.strerror or error}") from None
    except pa.ArrowInvalid:
        raise _wrong(path, "not Parquet") from None
    for number, row in enumerate(zip(columns[key].to_pylist(), columns["group"].to_pylist(), strict=True), 1):
        yield number, *row


_READERS = {".jsonl": _json_rows, ".csv": _csv_rows, ".parquet": _parquet_rows}


@contextmanager
def _open(path: str) -> Iterator[TextIO]:
    """A text file whose troubles are errors of ours."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            yield file
    except OSError as error:
        raise SourceError("source_unreadable", f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise _wrong(path, f"not readable as text: {error}") from None


def _wrong(path: str, what: str) -> SourceError:
    return SourceError("source_format", f"{path}: {what}")
