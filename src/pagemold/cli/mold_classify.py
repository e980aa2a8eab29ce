"""`pagemold classify` by a collection."""

from collections.abc import Iterator, Mapping

import pyarrow as pa

from pagemold.arrow import PAGE_SCHEMA
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.output import print_lines, write_file
from pagemold.cli.printable import printable
from pagemold.cli.shortened import padded
from pagemold.cli.template_table import print_templates, rounded
from pagemold.errors import CollectionError, counted
from pagemold.flow import Watch
from pagemold.mold import Mold
from pagemold.sources import Pages
from pagemold.store.model import assignment_table
from pagemold.store.templates import Template


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
    kept, seen, known = [assignment_table(PAGE_SCHEMA.empty_table(), [], {})], 0, 0
    with Mold(mold) as collection:
        template, shown = _columns({it.id: it.called or it.id for it in _templates(collection)})
        for rows in map(rounded, collection.classified(pages, jobs=jobs, watch=watch)):
            if json:
                print_lines(rows)
            elif rows.num_rows and not output:
                heading = [] if seen else [f"score   {template}  page"]
                with writing("standard output"):
                    print(*heading, *_lines(rows, shown), sep="\n", file=standard_output())
            kept += [rows] if output else []
            seen += rows.num_rows
            known += rows.num_rows - rows["group"].null_count
    if output:
        rows = pa.concat_tables(kept).unify_dictionaries()
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


def _lines(rows: pa.Table, shown: Mapping[str | None, str]) -> Iterator[str]:
    columns = (rows[name].to_pylist() for name in ("score", "group", "url", "path"))
    for score, template, url, path in zip(*columns, strict=True):
        told = "-     " if score is None else f"{score:.4f}"
        yield f"{told}  {shown.get(template, template)}  {printable(url or path or '-')}"
