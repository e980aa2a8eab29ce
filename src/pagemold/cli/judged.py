"""Pages that have both a group that was found and a label that is true: two files, joined by address or path."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeAlias, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from pagemold.errors import SourceError

_KEYS = ("url", "path")
# What tells pages of one name apart, where the labels have it: two folders may hold the same paths.
_SOURCE = "source"
# A page by its address or path, and where that is known by its source.
Name: TypeAlias = tuple[str, str | None]
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
    key, by_source, labels = true_labels(gold)
    groups, twice = found_groups(found, key, by_source)
    if confused := next((name for name in twice if name in labels), None):
        told = f"line {twice[confused][0]}: {confused[0]} is there twice, from two sources"
        raise _wrong(found, f"{told}; a column {_SOURCE} in {gold} would tell them apart")
    both = [name for name in labels if name in groups]
    if not both:
        raise SourceError("nothing_in_common", f"{found} and {gold} have no page in common, by {key}")
    return Judged(
        [labels[name] for name in both],
        [groups[name] for name in both],
        len(groups) + sum(map(len, twice.values())) - len(both),
        len(labels) - len(both),
    )


def true_labels(path: str) -> tuple[str, bool, dict[Name, str]]:
    """The column that names pages, `url` or `path`, whether sources do too, and the label of each page; labels are
    never empty.
    """
    with _open(path) as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        header = next(rows, [])
        key = next((name for name in _KEYS if name in header), None)
        if key is None or "label" not in header:
            raise _wrong(path, "the first line must name the columns url or path, and label, with tabs between them")
        columns = [header.index(key), header.index("label")]
        columns += [header.index(_SOURCE)] if _SOURCE in header else []
        cells = ((number, *_cells(path, number, row, columns)) for number, row in _filled(rows))
        return key, _SOURCE in header, _by_name(path, cells)


def _filled(rows: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Rows with the number of their line; empty lines are nothing."""
    return ((number, row) for number, row in enumerate(rows, 2) if any(row))


def _cells(path: str, number: int, row: list[str], columns: Sequence[int]) -> tuple[Name, str]:
    name, label, *source = (row[column] if column < len(row) else "" for column in columns)
    if not name or not label:
        raise _wrong(path, f"line {number}: no {'name of a page' if not name else 'label'}")
    return (name, source[0] if source else None), label


def found_groups(path: str, key: str, by_source: bool) -> tuple[dict[Name, str | None], dict[Name, list[int]]]:
    """The group of each page, and the lines of pages that are called like another of another source, where these are
    not asked for. Pages without that kind of name are passed over: a file has no url.
    """
    if (suffix := Path(path).suffix.lower()) not in _READERS:
        raise SourceError("source_format", f"{path}: the name must end in {', '.join(_READERS)}")
    rows = _READERS[suffix](path, key)
    numbers: dict[Name, int] = {}
    groups: dict[Name, str | None] = {}
    for number, name, source, group in rows:
        if name:
            _once(path, number, (name, source), numbers)
            groups[name, source] = group or None
    if by_source:
        return groups, {}
    alone: dict[Name, str | None] = {}
    twice: dict[Name, list[int]] = {}
    for (name, source), group in groups.items():
        if (name, None) in alone:
            twice.setdefault((name, None), []).append(numbers[name, source])
        alone[name, None] = group
    return alone, twice


def _by_name(path: str, rows: Iterable[tuple[int, Name, Value]]) -> dict[Name, Value]:
    numbers: dict[Name, int] = {}
    named: dict[Name, Value] = {}
    for number, name, value in rows:
        _once(path, number, name, numbers)
        named[name] = value
    return named


def _once(path: str, number: int, name: Name, numbers: dict[Name, int]) -> None:
    if name in numbers:
        raise _wrong(path, f"line {number}: {name[0]} is there twice")
    numbers[name] = number


# The line, the name, the source and the group of each page.
_Rows = Iterator[tuple[int, str | None, str | None, str | None]]


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
            yield number, row[key], row.get(_SOURCE), row["group"]


def _csv_rows(path: str, key: str) -> _Rows:
    with _open(path) as lines:
        rows = csv.DictReader(lines)
        if not {key, "group"} <= set(rows.fieldnames or ()):
            raise _wrong(path, f"no columns {key} and group; was it written by pagemold cluster?")
        for row in rows:
            yield rows.line_num, row[key], row.get(_SOURCE), row["group"]


def _parquet_rows(path: str, key: str) -> _Rows:
    try:
        table = pq.ParquetFile(path)
        if not {key, "group"} <= set(table.schema_arrow.names):
            raise _wrong(path, f"no columns {key} and group; was it written by pagemold cluster?")
        columns = table.read([key, "group", *({_SOURCE} & set(table.schema_arrow.names))])
    except OSError as error:
        raise SourceError("source_unreadable", f"{path}: {error.strerror or error}") from None
    except pa.ArrowInvalid:
        raise _wrong(path, "not Parquet") from None
    sources = columns[_SOURCE].to_pylist() if _SOURCE in columns.column_names else [None] * len(columns)
    rows = zip(columns[key].to_pylist(), sources, columns["group"].to_pylist(), strict=True)
    for number, row in enumerate(rows, 1):
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
