"""Where results go: a table on the terminal, lines on standard output, or a file that is whole or not there."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pagemold.cli.guard import standard_output, writing
from pagemold.cli.outcome import counted
from pagemold.cli.printable import printable
from pagemold.cli.rows import json_lines, write_csv, write_jsonl, write_parquet
from pagemold.data import Clustering, Group
from pagemold.errors import OutputError, UsageError
from pagemold.reasons import named

_FILE_WIDTH = 160
_NAME_WIDTH = 40
# A narrower terminal shows addresses rather than fingerprints.
_WIDE = 100
_WRITERS: dict[str, Callable[[pa.Table, BinaryIO], None]] = {
    ".jsonl": write_jsonl,
    ".csv": write_csv,
    ".parquet": write_parquet,
}


def check_output(path: str) -> None:
    """Refuses a target that cannot work before any page is read."""
    if Path(path).suffix.lower() not in _WRITERS:
        raise UsageError("wrong_argument", f"{path}: the name must end in {', '.join(_WRITERS)}")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise OutputError("output_unwritable", f"{path}: cannot write: there is no folder {folder}")
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise OutputError("output_unwritable", f"{path}: cannot write there")


def write_file(rows: pa.Table, path: str) -> None:
    """Rows in the format of the name."""
    _write(path, lambda file: _WRITERS[Path(path).suffix.lower()](rows, file))


def write_text(text: str, path: str) -> None:
    """A text in UTF-8."""
    _write(path, lambda file: file.write(text.encode("utf-8", "backslashreplace")))


def _write(path: str, write: Callable[[BinaryIO], object]) -> None:
    """Writes beside the target, then renames: nobody ever sees half a file, and a full disk leaves the old one."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    with writing(path):
        try:
            with open(temporary, "xb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            _sync_folder(folder or ".")
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def _sync_folder(folder: str) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def print_lines(rows: pa.Table) -> None:
    """JSON lines on standard output."""
    output = standard_output()
    with writing("standard output"):
        output.flush()
        for piece in json_lines(rows):
            output.buffer.write(piece)
        output.buffer.flush()


def print_groups(clustering: Clustering, top: int) -> None:
    """The groups as a table, largest first; `top=0` shows all of them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("group", no_wrap=True)
    table.add_column("pages", justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("name", overflow="ellipsis", no_wrap=True, max_width=_NAME_WIDTH)
    # Neither holds a space, so they are cut, not wrapped; the columns before them keep their width.
    table.add_column("example", overflow="ellipsis")
    columns = 5
    by_links = any(group.inbound for group in clustering.groups)
    by_fingerprints = any(group.fingerprint for group in clustering.groups)
    if (by_links or by_fingerprints) and Console(file=standard_output(), width=_width()).width >= _WIDE:
        # What the method goes by.
        table.add_column("linked from" if by_links else "fingerprint", overflow="ellipsis")
        columns = 6
    shown = clustering.groups[: top or None]
    for group in shown if all(group.name for group in shown) else named(shown, clustering.rows, None):
        table.add_row(*_cells(group)[:columns])
    show(table)
    if 0 < top < len(clustering.groups):
        show(Text(f"… and {counted(len(clustering.groups) - top, 'more group')} (--top 0 shows all)"))


def _cells(group: Group) -> list[Text]:
    cells = [
        group.id,
        f"{group.size:,}",
        f"{group.share:.1%}",
        _called(group),
        group.example or "",
        group.inbound or group.fingerprint or "",
    ]
    # Text, not str: a URL may look like markup to rich.
    return [Text(printable(cell, limit=300)) for cell in cells]


def _called(group: Group) -> str:
    """The name with the flags, which are not lost where the name is long."""
    flags = "".join(f" ({flag})" for flag in group.flags)
    name = printable(group.name or "", limit=300)
    room = _NAME_WIDTH - len(flags)
    return (name if len(name) <= room else name[: room - 1] + "…") + flags


class _Console(Console):
    """Rich's console, except that a closed pipe is for the caller to judge: rich would end the process with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _width() -> int | None:
    """None: as wide as the terminal is."""
    return None if standard_output().isatty() else _FILE_WIDTH


def show(what: Table | Text) -> None:
    """Prints on standard output: as wide as the terminal, or as a file bears it."""
    with writing("standard output"):
        _Console(file=standard_output(), highlight=False, width=_width()).print(what, soft_wrap=isinstance(what, Text))
