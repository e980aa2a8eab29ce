"""Labels of pages from a table of tab-separated columns: `url` or `path`, and `label`."""

import csv

from pagemold.errors import SourceError

_NAMES = ("url", "path")


def read_labels(path: str) -> tuple[dict[str, str], int]:
    """The label of each page by its name, and how many lines only repeated another."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as lines:
            return _labels(path, csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    except OSError as error:
        raise SourceError("source_missing", f"{path}: cannot read: {error.strerror or error}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise SourceError("bad_labels", f"{path}: not a table of UTF-8 text with tabs: {error}") from error


def _labels(path: str, rows: "csv.DictReader[str]") -> tuple[dict[str, str], int]:
    columns = rows.fieldnames or []
    name_column = next((name for name in _NAMES if name in columns), None)
    if name_column is None or "label" not in columns:
        raise SourceError("bad_labels", f"{path}: the first line must name the columns url or path, and label")
    labels: dict[str, str] = {}
    repeated = 0
    for row in rows:
        name, label = row[name_column], row["label"]
        if not name or not label:
            raise SourceError(
                "bad_labels", f"{path}: line {rows.line_num} has no {name_column if not name else 'label'}"
            )
        repeated += name in labels
        if labels.setdefault(name, label) != label:
            raise SourceError("bad_labels", f"{path}: line {rows.line_num}: {name} is {labels[name]} and {label}")
    if not labels:
        raise SourceError("bad_labels", f"{path}: has no labels")
    return labels, repeated
