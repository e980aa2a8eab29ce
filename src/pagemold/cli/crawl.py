"""`pagemold crawl`: a site → a WARC file, with its links beside it."""

import json as json_format
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from pagemold.cli import options
from pagemold.cli.crawl_words import happened, why_nothing, why_waiting
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.mold_options import is_mold
from pagemold.cli.output import show
from pagemold.cli.printable import printable
from pagemold.cli.progress import crawl_progress, templates_met
from pagemold.errors import SourceError, counted

if TYPE_CHECKING:
    from pagemold.crawl import CrawlReport

_COLUMNS = ("template", "pages", "skipped", "waiting", "guesses held", "", "example")


def crawl(
    urls: Annotated[
        list[str],
        typer.Argument(metavar="URL", help="Start pages; https:// if no scheme is given.", show_default=False),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to FILE, a .warc.gz, or a .mold with it.", show_default=False
        ),
    ],
    pages: Annotated[int, typer.Option("--pages", metavar="N", help="Pages to fetch at most.", min=1)] = 1_000,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", metavar="N", help="Links to follow from a start page at most.", min=0, show_default=False
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", metavar="R", help="Requests a second and host; 0 for no bound.", min=0.0)
    ] = 2.0,
    site: Annotated[
        Literal["host", "domain"],
        typer.Option("--site", help="What a site is: one host, or all hosts of a registrable domain."),
    ] = "host",
    include: options.Include = None,
    exclude: options.Exclude = None,
    per_template: Annotated[
        int | None,
        typer.Option(
            "--per-template",
            metavar="N",
            help="Skip pages whose template, guessed from the link, was seen N times; 5% are fetched all the same.",
            min=1,
            show_default=False,
        ),
    ] = None,
    sitemap: Annotated[bool, typer.Option("--sitemap", help="Take what the site's sitemaps list, too.")] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Allow addresses of this machine and of private networks.")
    ] = False,
    user_agent: Annotated[
        str | None, typer.Option("--user-agent", metavar="TEXT", help="How to introduce ourselves.", show_default=False)
    ] = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Crawl sites breadth-first into a WARC file, politely; a crawl that was stopped goes on where it was.

    Every URL and every inner link with its XPath goes into FILE.crawl.sqlite. The table shows the templates met.
    """
    mold = output.rstrip("/") if is_mold(output) else None
    output = mold.removesuffix(".mold") + ".warc.gz" if mold else output
    # Not above: other commands need not wait for the network code.
    from pagemold.crawl import Plan, state_of
    from pagemold.crawl import crawl as run_crawl

    plan = Plan(
        pages=pages,
        depth=depth,
        rate=rate,
        site=site,
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        per_template=per_template,
        sitemap=sitemap,
        allow_private=allow_private,
        user_agent=user_agent,
    )
    began = time.monotonic()
    try:
        with crawl_progress(progress_bar, quiet) as watch:
            found = run_crawl(urls, output, plan, watch=watch)
    except KeyboardInterrupt:
        say(f"what was fetched is in {output}; the same command goes on from there")
        raise
    if json:
        with writing("standard output"):
            print(json_format.dumps(found.as_json()), file=standard_output())
    elif found.templates and not quiet:
        _print_coverage(found)
    if not quiet:
        say(crawl_line(found, time.monotonic() - began))
        if found.requests:
            say(f"wrote {output} and {state_of(Path(output)).name}")
    if mold and found.pages:
        _keep(mold, output, quiet)
    return _outcome(found, urls)


def _keep(mold: str, warc: str, quiet: bool) -> None:
    """The crawl as a collection, new or with more pages than before."""
    from pagemold.keeping import add, create_mold
    from pagemold.sources import read

    added = add(mold, read(warc)) if Path(mold).exists() else create_mold(mold, read(warc))
    if not quiet:
        say(f"{counted(added.added, 'page')} added to {mold}")


def crawl_line(found: "CrawlReport", seconds: float) -> str:
    """A crawl in one line."""
    pages = counted(found.pages, "page")
    if found.new_pages < found.pages:
        pages += f" ({found.new_pages:,} of them new)"
    said = [f"{pages}, {counted(found.requests, 'request')}, {found.bytes:,} bytes"]
    said.append(templates_met(len(found.templates), sum(row.pages == 1 for row in found.templates)))
    said += happened(found.reasons)
    if found.queued:
        said.append(f"{counted(found.queued, 'URL')} still waiting: {why_waiting(found.ended.values())}")
    return " · ".join([*said, f"{seconds:.1f} s"])


def _print_coverage(found: "CrawlReport") -> None:
    """The templates met; a column in which nothing was counted is left out."""
    unknown = found.queued - sum(row.waiting for row in found.templates)
    rows = [
        (
            f"T{row.template}",
            f"{row.pages:,}",
            f"{row.skipped:,}",
            f"{row.waiting:,}",
            f"{row.right:,} of {row.checked:,}" if row.checked else "",
            "under-sampled" if row.under_sampled else "",
            printable(row.example, limit=300),
        )
        for row in found.templates
    ]
    if unknown > 0:
        rows.append(("-", "", "", f"{unknown:,}", "", "", "(nothing tells yet which template these have)"))
    filled = [any(cells[place] not in ("", "0") for cells in rows) for place in range(len(_COLUMNS))]
    shown = [place for place, is_filled in enumerate(filled) if is_filled]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place in shown:
        heading, is_number = _COLUMNS[place], place in range(1, 5)
        justify: Literal["left", "right"] = "right" if is_number else "left"
        table.add_column(heading, justify=justify, no_wrap=heading != "example", overflow="ellipsis")
    for cells in rows:
        table.add_row(*(Text(cells[place]) for place in shown))
    show(table)


def _outcome(found: "CrawlReport", urls: list[str]) -> int:
    if found.pages:
        return 0
    why = why_nothing(found.reasons)
    raise SourceError("nothing_fetched", f"{', '.join(urls)}: no page could be fetched: {why}")
