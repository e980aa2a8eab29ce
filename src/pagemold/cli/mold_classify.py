"""`pagemold classify` by a collection."""

import json as json_format
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA, page_column
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.output import write_file
from pagemold.cli.printable import printable
from pagemold.cli.shortened import padded
from pagemold.cli.template_table import print_templates
from pagemold.data import Page
from pagemold.errors import CollectionError, counted
from pagemold.flow import Watch
from pagemold.mold import Mold
from pagemold.sources import Pages
from pagemold.store.model import Assignment
from pagemold.store.templates import Template

# Rows that are Python values at once, which take many times the room.
_AT_ONCE = 16_384
_SCHEMA = pa.schema(
    [
        PAGE_SCHEMA.field("url"),
        PAGE_SCHEMA.field("path"),
        ("group", pa.large_utf8()),
        ("group_name", pa.large_utf8()),
        ("score", pa.float64()),
        ("runner_up", pa.large_utf8()),
        ("margin", pa.float64()),
        ("bits", pa.float64()),
        ("flags", pa.list_(pa.string())),
        PAGE_SCHEMA.field("source"),
        PAGE_SCHEMA.field("offset"),
    ]
)


class _Kept:
    """Rows on their way to a file."""

    def __init__(self) -> None:
        self._rows: list[dict[str, Any]] = []
        self._tables: list[pa.Table] = []

    def add(self, row: dict[str, Any]) -> None:
        """One more."""
        self._rows.append(row)
        if len(self._rows) >= _AT_ONCE:
            self._pack()

    def table(self) -> pa.Table:
        """All of them."""
        self._pack()
        return pa.concat_tables(self._tables).unify_dictionaries()

    def _pack(self) -> None:
        columns = {name: [row[name] for row in self._rows] for name in _SCHEMA.names}
        arrays = [
            page_column(name, values) if name in ("source", "offset") else pa.array(values, _SCHEMA.field(name).type)
            for name, values in columns.items()
        ]
        self._tables.append(pa.Table.from_arrays(arrays, schema=_SCHEMA))
        self._rows.clear()


def classify_by_mold(
    mold: str,
    pages: Pages,
    *,
    output: str | None,
    json: bool,
    jobs: int,
    watch: Watch | None,
    quiet: bool,
    strict: bool,
) -> int:
    """Tells the template of each page, or none, in lines, rows of a file, or both; nothing is stored."""
    lines, kept, seen, known = standard_output(), _Kept(), 0, 0
    with Mold(mold) as collection:
        templates = _templates(collection)
        names = {it.id: it.name for it in templates}
        heading, shown = _columns({it.id: it.called or it.id for it in templates})
        for page, found in collection.classify(pages, jobs=jobs, watch=watch):
            seen += 1
            known += found.template is not None
            row = _row(page, found, names) if json or output else {}
            if output:
                kept.add(row)
            if json or not output:
                with writing("standard output"):
                    if seen == 1 and not json:
                        print(f"score   {heading}  page", file=lines)
                    print(json_format.dumps(row) if json else _line(page, found, shown), file=lines)
    if output:
        rows = kept.table()
        write_file(rows, output)
        if seen and not (json or quiet):
            print_templates(rows, {id: name.rstrip() for id, name in shown.items()})
    # Where nothing could be read, the lines about that are enough.
    if not quiet and (seen or not pages.summary.errors):
        said = f"{counted(seen, 'page')} · {known:,} of a known template" if seen else "no pages to classify"
        say(" · ".join([said, *remarks(pages.summary)]))
    return outcome(pages.summary, strict=strict, quiet=quiet)


def _templates(collection: Mold) -> list[Template]:
    """What there is to classify by."""
    found = collection.templates()
    if not found:
        there = "has no page with a template" if len(collection) else "is empty"
        message = f"{collection.folder}: {there}, so there is nothing to classify by; pagemold add puts pages into it"
        raise CollectionError("collection_empty", message)
    return found


def _columns(names: Mapping[str, str]) -> tuple[str, dict[str | None, str]]:
    """The heading of the column of templates, and what stands in it for each of them and for none."""
    heading, none, *columns = padded(["template", "-", *names.values()])
    return heading, dict(zip([None, *names], [none, *columns], strict=True))


def _line(page: Page, found: Assignment, shown: Mapping[str | None, str]) -> str:
    score = f"{found.score:.4f}" if found.template else "-     "
    template = shown.get(found.template, found.template)
    return f"{score}  {template}  {printable(page.url or page.path or '-')}"


def _row(page: Page, found: Assignment, names: Mapping[str, str | None]) -> dict[str, Any]:
    return {
        "url": page.url,
        "path": page.path,
        "group": found.template,
        "group_name": names.get(found.template or ""),
        "score": round(found.score, 6) if found.template else None,
        "runner_up": found.runner_up,
        "margin": _margin(found),
        "bits": None if found.bits is None else round(found.bits, 6),
        "flags": page.flags,
        "source": page.source,
        "offset": page.offset,
    }


def _margin(found: Assignment) -> float | None:
    """How far the runner-up is behind, in bits where the model counts them; nothing where there is no runner-up."""
    if found.bits is not None:
        return None if found.margin is None else round(found.margin, 6)
    is_followed = found.template is not None and found.runner_up is not None
    return round(found.score - found.runner_up_score, 6) if is_followed else None
