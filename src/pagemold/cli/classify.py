"""`pagemold classify`: pages with labels, and other pages → the template of each, or none."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pagemold.cli import options
from pagemold.cli.guard import say
from pagemold.cli.labels import read_labels
from pagemold.cli.mold_classify import classify_by_mold
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.output import check_output, print_lines, write_file
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.cli.template_table import print_templates, rounded
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
        str | None,
        typer.Option(
            "--method",
            "-m",
            metavar="NAME",
            help=f"With --train, how: {_METHODS}. Default: grammar.",
            show_default=False,
        ),
    ] = None,
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

    With --train or -o a table of the templates found, with a collection alone a line a page; --json gives one JSON
    object a page.

    Tables have a dash for none. In rows, by grammar, margin is the bits that the runner-up takes more than the
    template; of a page that has none, more than no template at all: below 0, the nearest would save bits, but the page
    is too strange to it.
    """
    if output:
        check_output(output)
    chosen = (status, all_statuses, all_types, min_bytes, include, exclude)
    if train is None and not apply and is_mold(sources[0]):
        if method is not None:
            raise UsageError("wrong_argument", "--method is not for a collection: it has one")
        if len(sources) < 2:
            raise UsageError("wrong_argument", f"{sources[0]}: give the SOURCE to classify too")
        pages = options.select(sources[1:], *chosen, whole=strict)
        watch = progress(progress_bar, quiet)
        return classify_by_mold(
            sources[0], pages, output=output, json=json, jobs=jobs, watch=watch, quiet=quiet, strict=strict
        )
    if mold := next(filter(is_mold, [*sources, *(apply or [])]), None):
        other = "--train and --apply" if train or apply else "another source before it"
        raise UsageError("wrong_argument", f"{mold}: a collection does not go with {other}: MOLD SOURCE…")
    if train is None or not apply:
        raise UsageError("wrong_argument", "give a collection and SOURCE, or --train LABELS.tsv SOURCE --apply SOURCE")
    labels, repeated = read_labels(train)
    known = options.select(sources, *chosen, whole=strict)
    asked = options.select(apply, *chosen, whole=strict)
    # Arrays are for those who compare: the other commands start without them.
    from pagemold.classifier import TemplateClassifier

    watch = progress(progress_bar, quiet)
    began = time.monotonic()
    classifier = TemplateClassifier(method or "grammar", jobs=jobs).fit(known, labels, watch=watch)
    learnt = time.monotonic()
    rows = rounded(classifier.classify(asked, watch=watch))
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
