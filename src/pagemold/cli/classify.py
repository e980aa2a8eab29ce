"""`pagemold classify`: pages with labels, and other pages → the template of each, or none."""

import time
from typing import TYPE_CHECKING, Annotated

import pyarrow as pa
import typer
from rich.table import Table
from rich.text import Text

from pagemold.cli import options
from pagemold.cli.guard import say
from pagemold.cli.labels import read_labels
from pagemold.cli.mold_classify import classify_by_mold
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.output import check_output, print_lines, show, write_file
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.errors import UsageError, counted

if TYPE_CHECKING:
    from pagemold.classifier import TemplateClassifier

_METHODS = "grammar, fingerprint, rtdm, lcts, tv, cp, cps, ctss, md5, mdh5"


def classify(
    sources: options.Sources,
    train: Annotated[
        str | None,
        typer.Option("--train", metavar="TSV", help="Labels of the SOURCE's pages: columns url or path, and label."),
    ] = None,
    apply: Annotated[
        list[str] | None,
        typer.Option("--apply", metavar="SOURCE", help="Pages to classify; may be repeated.", show_default=False),
    ] = None,
    method: Annotated[
        str, typer.Option("--method", "-m", metavar="NAME", help=f"How to tell templates: {_METHODS}.")
    ] = "grammar",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write one row a page: .jsonl, .csv or .parquet."),
    ] = None,
    json: options.Json = False,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
    strict: options.Strict = False,
) -> int:
    """Tell the templates of pages, by a collection (MOLD SOURCE…) or by pages with labels (--train, --apply).

    With --train a table of the templates found, with a collection one row a page; --json gives one JSON object a page.

    Tables have a dash for none. In rows, by grammar, margin is the bits that the runner-up takes more than the
    template; of a page that has none, more than no template at all: below 0, the nearest would save bits, but the page
    is too strange to it.
    """
    if train is None and is_mold(sources[0]):
        if apply or output or method != "grammar":
            raise UsageError("wrong_argument", "--apply, --output and --method are not for a collection")
        chosen = (status, all_statuses, all_types, min_bytes, include, exclude)
        if len(sources) < 2:
            raise UsageError("wrong_argument", f"{sources[0]}: give the SOURCE to classify too")
        pages = options.select(sources[1:], *chosen, whole=strict)
        watch = progress(progress_bar, quiet)
        return classify_by_mold(sources[0], pages, json=json, jobs=jobs, watch=watch, quiet=quiet, strict=strict)
    if train is None or not apply:
        raise UsageError("wrong_argument", "give a collection and SOURCE, or --train LABELS.tsv SOURCE --apply SOURCE")
    if output:
        check_output(output)
    labels, repeated = read_labels(train)
    chosen = (status, all_statuses, all_types, min_bytes, include, exclude)
    known = options.select(sources, *chosen, whole=strict)
    asked = options.select(apply, *chosen, whole=strict)
    # Arrays are for those who compare: the other commands start without them.
    from pagemold.classifier import TemplateClassifier

    watch = progress(progress_bar, quiet)
    began = time.monotonic()
    classifier = TemplateClassifier(method, jobs=jobs).fit(known, labels, watch=watch)
    learnt = time.monotonic()
    rows = _rounded(classifier.classify(asked, watch=watch))
    if output:
        write_file(rows, output)
    if json:
        print_lines(rows)
    elif rows.num_rows and not (quiet and output):
        print_templates(rows)
    if not quiet:
        say(training_line(classifier, repeated, learnt - began))
        none = f", {rows['group'].null_count:,} of no known template"
        said = [f"{counted(rows.num_rows, 'page')}{none}" if rows.num_rows else "no pages to classify"]
        say(" · ".join([*said, *remarks(asked.summary), f"{time.monotonic() - learnt:.1f} s"]))
    codes = [outcome(pages.summary, strict=strict, quiet=quiet) for pages in (known, asked)]
    return max(codes)


def _rounded(rows: pa.Table) -> pa.Table:
    """Numbers as rows of a collection have them."""
    for name in ("score", "margin", "bits"):
        numbers = [None if it is None else round(it, 6) for it in rows[name].to_pylist()]
        rows = rows.set_column(rows.column_names.index(name), name, pa.array(numbers, pa.float64()))
    return rows


def training_line(classifier: "TemplateClassifier", repeated: int, seconds: float) -> str:
    """What was learnt from, and what was passed over, in one line."""
    said = [f"learnt {counted(len(classifier.classes_), 'template')} from {counted(classifier.trained_, 'page')}"]
    passed = {
        "without a label": classifier.unlabelled_,
        "with a label but without structure": classifier.without_structure_,
    }
    said += [f"{counted(number, 'page')} {what}" for what, number in passed.items() if number]
    if classifier.unused_:
        example = printable(classifier.unused_[0], limit=80)
        said.append(f"{counted(len(classifier.unused_), 'label')} without a page, such as {example}")
    if repeated:
        said.append(f"{counted(repeated, 'line')} repeated")
    return " · ".join([*said, f"{seconds:.1f} s"])


def print_templates(rows: pa.Table) -> None:
    """The templates as a table: pages, share, the first page as an example."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("template", overflow="ellipsis")
    table.add_column("pages", justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("example", overflow="ellipsis")
    examples: dict[str | None, str] = {}
    counts: dict[str | None, int] = {}
    addresses = zip(rows["group"].to_pylist(), rows["url"].to_pylist(), rows["path"].to_pylist(), strict=True)
    for template, url, path in addresses:
        counts[template] = counts.get(template, 0) + 1
        examples.setdefault(template, url or path or "")
    # The largest first, none last.
    for template in sorted(counts, key=lambda name: (name is None, -counts[name], name or "")):
        share = f"{counts[template] / rows.num_rows:.1%}"
        cells = [template or "-", f"{counts[template]:,}", share, examples[template]]
        table.add_row(*(Text(printable(cell, limit=300)) for cell in cells))
    show(table)
