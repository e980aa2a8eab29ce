"""Progress on standard error: a bar over the sources that are read, a line about a crawl."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa
from rich.console import Console, RenderableType
from rich.progress import DownloadColumn, Progress, SpinnerColumn, Task
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

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


# What a bar takes of a line, at least and at most.
_BAR = (5, 40)


# What stands side by side on the line of a task, a space between, in so many columns.
_Parts: TypeAlias = Callable[[Task, int], list[RenderableType]]


class _Line(Progress):
    """Progress on one line, however narrow the terminal is or becomes: one that wraps is drawn anew below itself."""

    def __init__(self, parts: _Parts) -> None:
        self._parts = parts
        super().__init__(console=Console(file=sys.stderr, force_terminal=True), transient=True)

    def get_renderables(self) -> Iterator[RenderableType]:
        """The line of each task, in one row."""
        for task in self.tasks:
            line = Table.grid(padding=(0, 1))
            line.add_row(*self._parts(task, self.console.width))
            yield line


def _reading(task: Task, width: int) -> list[RenderableType]:
    """A bar over the bytes that are read, and in words how it goes."""
    left = task.time_remaining
    words = [
        f"{task.fields['pages']:,} pages",
        "-:--:--" if left is None else str(timedelta(seconds=int(left))),
        f"{task.fields['speed']:,.0f} pages/s",
        str(DownloadColumn().render(task)),
    ]
    fits = fitting(words, width - _BAR[0] - 1, " ")
    room = width - len(fits) - 1
    if room < _BAR[0]:
        return [_cropped(fits)]
    now = task.get_time()
    size = min(room, _BAR[1])
    return [ProgressBar(task.total, task.completed, size, task.total is None, animation_time=now), _cropped(fits)]


_SIGN = SpinnerColumn()


def _crawling(task: Task, width: int) -> list[RenderableType]:
    """A sign that turns, and in words how it goes."""
    return [_SIGN.render(task), _cropped(fitting(task.fields["words"], width - 2))]


def fitting(words: Sequence[str], width: int, between: str = " · ") -> str:
    """As many words as fit, from the first on, which is there in any case.

    >>> fitting(["6 pages", "3.0 pages/s", "0 errors"], 24)
    '6 pages · 3.0 pages/s'
    """
    lines = [between.join(words[:count]) for count in range(len(words), 0, -1)]
    return next((line for line in lines if len(line) <= width), words[0])


def _cropped(line: str) -> Text:
    return Text(line, no_wrap=True, overflow="crop")


def _watch(reading: Reading) -> Iterator[pa.RecordBatch]:
    with _Line(_reading) as bar:
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
    with _Line(_crawling) as line:
        task = line.add_task("crawling", words=["crawling"])
        before: list[int] = []

        def watch(crawler: "Crawler") -> None:
            tally, elapsed = crawler.tally, line.tasks[task].elapsed or 0.0
            if not before:
                before.append(tally.pages)
            rate = (tally.pages - before[0]) / elapsed if elapsed else 0.0
            queue = crawler.frontier.counts().get("queued", 0)
            words = [counted(tally.pages, "page"), f"{rate:,.1f} pages/s", f"{queue:,} in the queue"]
            words += [counted(tally.failed, "error")]
            words += [templates_met(len(crawler.templates), crawler.templates.single)]
            line.update(task, words=words)

        yield watch
