"""`pagemold demo`: the whole story on a small site that comes with the package."""

import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event
from typing import Annotated

import typer

from pagemold import flow
from pagemold.cli import options
from pagemold.cli.cluster import summary_line
from pagemold.cli.group_table import print_groups
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.outcome import outcome
from pagemold.cli.output import print_lines
from pagemold.cli.progress import progress
from pagemold.demo import Site, serve
from pagemold.errors import UsageError, counted
from pagemold.methods import DEFAULT_METHOD
from pagemold.sources import read


def demo(
    method: options.Method = DEFAULT_METHOD,
    json: options.Json = False,
    top: options.TopGroups = 25,
    warc: Annotated[
        str | None, typer.Option("--warc", metavar="FILE", help="Keep the crawl as FILE, a .warc.gz.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--serve",
            metavar="PORT",
            help="Only serve the site, at this port of this machine, until interrupted; 0 for any free one.",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Serve a small shop and blog on this machine, crawl it, group its pages and show the groups."""
    if port is not None:
        if warc or json:
            given = "--warc" if warc else "--json"
            raise UsageError("wrong_argument", f"{given}: with --serve nothing is crawled or grouped")
        return _serve(port, quiet)
    with tempfile.TemporaryDirectory(prefix="pagemold-demo-") as folder:
        archive = Path(warc) if warc else Path(folder, "demo.warc.gz")
        _crawl(archive, quiet)
        began = time.monotonic()
        clustering = flow.cluster(read(archive), method, jobs=jobs, watch=progress(progress_bar, quiet), headings=True)
        line = summary_line(clustering, time.monotonic() - began)
    if json:
        print_lines(clustering.table())
    else:
        print_groups(clustering, top)
    if not quiet:
        say(line)
        if warc:
            say(f"kept the crawl as {warc}")
    return outcome(clustering.summary, strict=False, quiet=quiet)


def _serve(port: int, quiet: bool) -> int:
    """Serves the site until somebody interrupts that, which is how it ends."""
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        try:
            url = stack.enter_context(serve(Site(), port))
        except OSError as error:
            raise UsageError("wrong_argument", f"--serve {port}: {error.strerror or error}") from error
        with writing("standard output"):
            print(url, file=standard_output(), flush=True)
        if not quiet:
            say(f"until interrupted; `pagemold crawl {url} --allow-private --rate 0 -o shop.warc.gz` crawls it")
        Event().wait()
    return 0


def _crawl(archive: Path, quiet: bool) -> None:
    """Every response of the demo site, and nothing beside it; an earlier crawl under this name makes room."""
    # Not above: other commands need not wait for the network code.
    from pagemold.crawl import Plan, crawl, state_of

    for file in (archive, state_of(archive)):
        with writing(str(archive)):
            file.unlink(missing_ok=True)
    with serve(Site()) as url:
        found = crawl([url], archive, Plan(rate=0.0, allow_private=True, durable=False))
    if not quiet:
        say(f"crawled {counted(found.requests, 'response')}, {counted(found.bytes, 'byte')}, from {url}")
