"""One page from a file or from standard input, for commands that look at single pages."""

import os
import stat
import sys

# How files begin that hold many pages, or anything else, and what to call them.
_NO_PAGES = {
    b"WARC/": "a WARC archive",
    b"\x1f\x8b": "packed with gzip, an archive perhaps",
    b"\x28\xb5\x2f\xfd": "packed with zstd, an archive perhaps",
    b"PK\x03\x04": "a WACZ or another zip file",
    b"PAR1": "a Parquet file",
    b'{"': "JSON lines",
}
# The limit of a page, and one byte more so that a longer page is seen to be cut.
_PAGE_BYTES = 10_000_001


def read_page(file: str) -> bytes:
    """The bytes of a regular file, or of standard input for `-`; OSError says what is wrong."""
    if file == "-":
        if sys.stdin is None:
            raise OSError(None, "there is no standard input")
        return _checked(sys.stdin.buffer.read(_PAGE_BYTES))
    if not stat.S_ISREG(os.stat(file).st_mode):
        kind = "a folder" if os.path.isdir(file) else "not a regular file; use - to read from a pipe"
        raise OSError(None, kind)
    with open(file, "rb") as stream:
        return _checked(stream.read(_PAGE_BYTES))


def _checked(page: bytes) -> bytes:
    for start, kind in _NO_PAGES.items():
        if page.startswith(start):
            raise OSError(None, f"{kind}, not an HTML page")
    return page
