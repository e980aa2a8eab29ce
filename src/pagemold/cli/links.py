"""`pagemold links`: the inner links of pages that are there already, with their XPaths, as a SQLite file."""

import os
import sqlite3
from typing import Annotated, Literal

import typer

from pagemold.cli import options
from pagemold.cli.guard import say, writing
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.progress import progress
from pagemold.errors import OutputError, counted


def links(
    sources: options.Sources,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The SQLite file to write.", show_default=False)
    ],
    site: Annotated[
        Literal["host", "domain"],
        typer.Option("--site", help="What a site is: one host, or all hosts of a registrable domain."),
    ] = "host",
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
    """Write every link between pages of a site, with its XPath, to a SQLite file.

    For crawls of other tools and for folders; `pagemold crawl` writes the same table as it goes.
    """
    # Not above: other commands need not wait for it.
    from pagemold.crawl.graph import LinkGraph
    from pagemold.crawl.links import FEATURES, write_links

    if os.path.isdir(output) or not os.path.isdir(os.path.dirname(output) or "."):
        raise OutputError("output_unwritable", f"{output}: cannot write there")
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=strict)
    graph, watch = LinkGraph(site), progress(progress_bar, quiet)
    with pages.batches(FEATURES, jobs=jobs) as reading:
        for batch in watch(reading) if watch else reading:
            graph.add(batch)
    try:
        with writing(output):
            visits = (list(map(graph.readable, found)) for found in graph.walk())
            count = write_links(output, visits)
    except sqlite3.Error as error:
        raise OutputError("output_unwritable", f"{output}: cannot write: {error}") from error
    if not quiet:
        said = [f"{counted(count, 'link')} of {counted(pages.summary.pages, 'page')}", *remarks(pages.summary)]
        say(" · ".join(said))
        say(f"wrote {output}")
    return outcome(pages.summary, strict=strict, quiet=quiet)
