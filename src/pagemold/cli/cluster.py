"""`pagemold cluster`: sources → groups."""

import time
from typing import Annotated

import typer

from pagemold import flow
from pagemold.cli import options
from pagemold.cli.guard import say
from pagemold.cli.outcome import counted, outcome, remarks
from pagemold.cli.output import check_output, print_groups, print_lines, write_file
from pagemold.cli.progress import progress
from pagemold.data import Clustering
from pagemold.errors import UsageError
from pagemold.methods import DEFAULT_METHOD

# Below this many seconds a rate says more about starting than about reading.
_WORTH_A_RATE = 1.0


def cluster(
    sources: options.Sources,
    method: options.Method = DEFAULT_METHOD,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write one row a page: .jsonl, .csv or .parquet."),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", metavar="WHAT", help="Group all pages together, or the pages of each host alone.")
    ] = "all",
    coarser: Annotated[
        float | None,
        typer.Option("--coarser", metavar="BITS", help="For grammar: join groups at this price a page.", min=0),
    ] = None,
    finer: Annotated[
        float | None,
        typer.Option("--finer", metavar="BITS", help="For grammar: undo joins that saved less a page.", min=0),
    ] = None,
    json: options.Json = False,
    top: options.TopGroups = 25,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    links: Annotated[
        str | None,
        typer.Option(
            "--links",
            metavar="FILE",
            help="For links: the links of a crawl (FILE.crawl.sqlite), instead of looking for them in the pages.",
        ),
    ] = None,
    cut_off: Annotated[
        int | None,
        typer.Option(
            "--cut-off",
            metavar="N",
            help="For links: leave out places that lead to fewer pages. Default: 1 for every 765 pages, 100 at most.",
            min=1,
            show_default=False,
        ),
    ] = None,
    fold: Annotated[
        bool, typer.Option("--fold", help="For links: take li[4] and li[7] for one place where their pages agree.")
    ] = False,
    assign: Annotated[
        bool, typer.Option("--assign", help="For links: give the pages left out to the nearest group.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="For links: which pages are sampled.", min=0, max=2**62, show_default=False
        ),
    ] = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
    strict: options.Strict = False,
) -> int:
    """Group pages by the template they came from.

    A table of the groups by default; --json gives one JSON object a page on standard output.
    """
    if output:
        check_output(output)
    if coarser is not None and finer is not None:
        raise UsageError("wrong_argument", "--coarser and --finer exclude each other")
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=strict)
    began = time.monotonic()
    given = {"links": links, "cut_off": cut_off, "fold": fold or None, "assign": assign or None, "seed": seed}
    settings = {name: value for name, value in given.items() if value is not None}
    clustering = flow.cluster(pages, method, by=by, jobs=jobs, watch=progress(progress_bar, quiet), **settings)
    if coarser is not None or finer is not None:
        clustering = flow.cut(clustering, finer if finer is not None else -(coarser or 0.0))
    line = summary_line(clustering, time.monotonic() - began)
    if output:
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


def summary_line(clustering: Clustering, seconds: float) -> str:
    """A run of grouping in one line."""
    pages = len(clustering)
    alone = clustering.rows["group"].null_count - clustering.left_out
    said = [f"{counted(pages, 'page')} in {counted(len(clustering.groups), 'group')}"]
    if alone:
        said.append(f"{alone:,} without structure")
    if clustering.left_out:
        said.append(f"{clustering.left_out:,} in no group")
    said += clustering.notes
    said += remarks(clustering.summary)
    said.append(f"{seconds:.1f} s")
    if seconds >= _WORTH_A_RATE:
        said[-1] += f", {pages / seconds:,.0f} pages/s"
    return " · ".join(said)
