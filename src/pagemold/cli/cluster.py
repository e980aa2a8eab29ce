"""`pagemold cluster`: sources → groups."""

import time
from typing import Annotated

import typer

from pagemold import flow
from pagemold.cli import options
from pagemold.cli.guard import say
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import counted, outcome, remarks
from pagemold.cli.output import check_output, print_groups, print_lines, write_file
from pagemold.cli.progress import progress
from pagemold.data import Clustering, Group
from pagemold.errors import UsageError
from pagemold.mold import Mold, create_mold
from pagemold.sources import Pages

# Below this many seconds a rate says more about starting than about reading.
_WORTH_A_RATE = 1.0


def cluster(
    sources: options.Sources,
    method: options.Method = "fingerprint",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Keep as a collection: .mold. Or one row a page: .jsonl, .csv, .parquet.",
        ),
    ] = None,
    structural_only: Annotated[
        bool, typer.Option("--structural-only", help="In a collection, leave out tags that only mark up text.")
    ] = False,
    json: options.Json = False,
    top: options.TopGroups = 25,
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
    """Group pages by the template they came from.

    A table of the groups by default; --json gives one JSON object a page on standard output.
    """
    if structural_only and not (output and is_mold(output)):
        raise UsageError("wrong_argument", "--structural-only is for collections: -o NAME.mold")
    if output and not is_mold(output):
        check_output(output)
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=strict)
    began = time.monotonic()
    if output and is_mold(output):
        clustering = _keep(output, pages, method, jobs, progress(progress_bar, quiet), structural_only)
    else:
        clustering = flow.cluster(pages, method, jobs=jobs, watch=progress(progress_bar, quiet))
    line = summary_line(clustering, time.monotonic() - began)
    if output and not is_mold(output):
        write_file(clustering.table(), output)
    if json:
        print_lines(clustering.table())
    elif len(clustering):
        print_groups(clustering, top)
    # Where nothing could be read, the lines about that are enough.
    if not quiet and (len(clustering) or not clustering.summary.errors):
        say(line)
        if output:
            say(f"wrote {counted(len(clustering), 'row')} to {output}")
    return outcome(clustering.summary, strict=strict, quiet=quiet)


def _keep(
    folder: str, pages: Pages, method: str, jobs: int, watch: flow.Watch | None, structural_only: bool
) -> Clustering:
    """A new collection, shown as any other clustering."""
    branches = "structural_branches" if structural_only else "binary_branches"
    added = create_mold(folder, pages, method, jobs=jobs, watch=watch, branches=branches)
    with Mold(folder) as mold:
        rows = mold.table(flags_in_words=False)
        groups = tuple(
            Group(it.id, it.pages, it.pages / max(rows.num_rows, 1), it.example, it.fingerprint or "")
            for it in mold.templates()
        )
    return Clustering(method, groups, rows, added.summary)


def summary_line(clustering: Clustering, seconds: float) -> str:
    """A run of grouping in one line."""
    pages = len(clustering)
    alone = clustering.rows["group"].null_count
    said = [f"{counted(pages, 'page')} in {counted(len(clustering.groups), 'group')}"]
    if alone:
        said.append(f"{alone:,} without structure")
    said += remarks(clustering.summary)
    said.append(f"{seconds:.1f} s")
    if seconds >= _WORTH_A_RATE:
        said[-1] += f", {pages / seconds:,.0f} pages/s"
    return " · ".join(said)
