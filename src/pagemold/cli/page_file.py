"""One page from a file or from standard input, for commands that look at single pages."""

import os
import stat
import sys

# The limit of a page, and one byte more so that a longer page is seen to be cut.
_PAGE_BYTES = 10_000_001


def read_page(file: str) -> bytes:
    """The bytes of a regular file, or of standard input for `-`; OSError says what is wrong."""
    if file == "-":
        if sys.stdin is None:
            raise OSError(None, "there is no standard input")
        return sys.stdin.buffer.read(_PAGE_BYTES)
    if not stat.S_ISREG(os.stat(file).st_mode):
        kind = "a folder" if os.path.isdir(file) else "not a regular file; use - to read from a pipe"
        raise OSError(None, kind)
    with open(file, "rb") as stream:
        return stream.read(_PAGE_BYTES)
