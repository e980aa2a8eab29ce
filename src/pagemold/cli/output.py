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
from pagemold.cli.rows import json_lines, write_csv, write_jsonl, write_parquet
from pagemold.errors import OutputError, UsageError

_FILE_WIDTH = 160
_WRITERS: dict[str, Callable[[pa.Table, BinaryIO], None]] = {
    ".jsonl": write_jsonl,
    ".csv": write_csv,
    ".parquet": write_parquet,
}


def check_output(path: str, *others: str) -> None:
    """Refuses a target that cannot work before any page is read; `others` are endings that the command also knows."""
    if Path(path).suffix.lower() not in _WRITERS:
        raise UsageError("wrong_argument", f"{path}: the name must end in {', '.join([*_WRITERS, *others])}")
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


class _Console(Console):
    """Rich's console, except that a closed pipe is for the caller to judge: rich would end the process with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _width() -> int | None:
    """None: as wide as the terminal is."""
    return None if standard_output().isatty() else _FILE_WIDTH


def line_width() -> int:
    """How wide a line of a table may be."""
    return Console(file=standard_output(), width=_width()).width


def show(what: Table | Text) -> None:
    """Prints on standard output: as wide as the terminal, or as a file bears it."""
    with writing("standard output"):
        console = _Console(file=standard_output(), highlight=False, width=_width())
        console.print(what, soft_wrap=isinstance(what, Text), crop=False)
