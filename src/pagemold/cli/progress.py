"""A progress bar on standard error: bytes of the sources, pages, pages a second."""

import sys
from collections.abc import Iterator

import pyarrow as pa
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from pagemold.flow import Watch
from pagemold.sources import Reading


def progress(wanted: bool | None, quiet: bool) -> Watch | None:
    """Someone to watch a reading, or nobody: by default only a terminal gets a bar."""
    if sys.stderr is None or quiet or wanted is False or (wanted is None and not sys.stderr.isatty()):
        return None
    return _watch


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
