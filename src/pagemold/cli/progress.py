"""Progress on standard error: a bar over the sources that are read, a line about a crawl."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from pagemold.errors import counted
from pagemold.flow import Watch
from pagemold.sources import Reading

if TYPE_CHECKING:
    from pagemold.crawl import Crawler


def progress(wanted: bool | None, quiet: bool) -> Watch | None:
    """Someone to watch a reading, or nobody: by default only a terminal gets a bar."""
    return _watch if _is_shown(wanted, quiet) else None


def _is_shown(wanted: bool | None, quiet: bool) -> bool:
    if sys.stderr is None or quiet or wanted is False:
        return False
    return bool(wanted) or sys.stderr.isatty()


def _watch(reading: Reading) -> Iterator[pa.RecordBatch]:
    console = Console(file=sys.stderr, force_terminal=True)
    columns = (
        TextColumn("reading"),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[pages]:,} pages"),
        TextColumn("{task.fields[speed]:,.0f} pages/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("reading", total=reading.bytes_total or None, pages=0, speed=0.0)
        pages = 0
        for batch in reading:
            pages += batch.num_rows
            elapsed = bar.tasks[task].elapsed or 0.0
            bar.update(task, completed=reading.bytes_done, pages=pages, speed=pages / elapsed if elapsed else 0.0)
            yield batch


def templates_met(templates: int, single: int) -> str:
    """How many templates a crawl met; a page that is like no other may be of one, or just odd.

    >>> templates_met(9, 2)
    '9 templates, 2 of them of one page'
    """
    said = f"{templates:,} template{'s' * (templates != 1)}"
    return f"{said}, {single:,} of them of one page" if single and templates > 1 else said


@contextmanager
def crawl_progress(wanted: bool | None, quiet: bool) -> Iterator[Callable[["Crawler"], None] | None]:
    """Someone to look on while a crawl goes: pages, pages a second, queue, errors, templates seen."""
    if not _is_shown(wanted, quiet):
        yield None
        return
    console = Console(file=sys.stderr, force_terminal=True)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=console, transient=True) as line:
        task = line.add_task("crawling")
        before: list[int] = []

        def watch(crawler: "Crawler") -> None:
            tally, elapsed = crawler.tally, line.tasks[task].elapsed or 0.0
            if not before:
                before.append(tally.pages)
            rate = (tally.pages - before[0]) / elapsed if elapsed else 0.0
            queue = crawler.frontier.counts().get("queued", 0)
            said = f"{counted(tally.pages, 'page')} · {rate:,.1f} pages/s · {queue:,} in the queue"
            said += f" · {counted(tally.failed, 'error')}"
            met = templates_met(len(crawler.templates), crawler.templates.single)
            line.update(task, description=f"crawling · {said} · {met}")

        yield watch
