"""A temporary folder for bytes that cannot be read where they lie: standard input, packed members of a WACZ."""

import io
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterable
from typing import cast

from pagemold.errors import SourceError
from pagemold.sources.part import unreadable

_PIECE = 1 << 20


class Spool:
    """Files of our own naming in a folder of our own, gone with the object. Names of members never reach the disk."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._remove: weakref.finalize[..., Spool] | None = None
        self._files = 0
        self._stdin: str | None = None

    def write(self, pieces: Iterable[bytes]) -> str:
        """The pieces one after the other in a new file; gives its location."""
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="pagemold-")
            self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._files += 1
        location = os.path.join(self._folder, str(self._files))
        with open(location, "wb") as file:
            file.writelines(pieces)
        return location

    def stdin(self) -> str:
        """Standard input as a file. It can be read only once, so what came is kept for the next reading."""
        if self._stdin is None:
            if sys.stdin is None:
                raise SourceError("source_missing", "-: there is no standard input")
            stream = cast(io.BufferedReader, sys.stdin.buffer)
            try:
                # One piece as it comes, not a full one: Python hears of Ctrl-C only between pieces.
                self._stdin = self.write(iter(lambda: stream.read1(_PIECE), b""))
            except OSError as error:
                raise unreadable("-", error) from error
        return self._stdin

    def close(self) -> None:
        """Removes everything now rather than with the object."""
        if self._remove is not None:
            self._remove()
        self._folder = self._stdin = None
