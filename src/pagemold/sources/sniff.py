"""The kind of a file, told by its first bytes. A name decides only where the bytes say nothing."""

import re
import zlib

import pyarrow as pa

from pagemold.sources.part import Kind

_HEAD_BYTES = 512
# A packed file shows its text only when the first block is there, which for zstd is up to 128 KiB.
_PACKED_HEAD_BYTES = 256 * 1024
_INNER_BYTES = 64
_HTML_NAMES = (".html", ".htm", ".xhtml", ".shtml")
_ARCHIVE_NAMES = (".warc", ".warc.gz", ".warc.zst")
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_PARQUET = b"PAR1"
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
# White space, comments and an XML declaration may stand before the first tag.
_BEFORE_HTML = re.compile(rb"(?:\s+|<!--.*?-->|<\?.*?>)*", re.DOTALL)
_HTML_START = re.compile(rb"<!doctype\s+html|<html[\s>/]", re.IGNORECASE)
_ANY_TAG = re.compile(rb"<[a-zA-Z!?]")


def head_of(location: str) -> bytes:
    """The first bytes of a file, as many as its kind needs."""
    with open(location, "rb") as file:
        head = file.read(_HEAD_BYTES)
        return head + file.read(_PACKED_HEAD_BYTES) if is_packed(head) else head


def is_packed(head: bytes) -> bool:
    """Whether this is gzip or zstd."""
    return head.startswith((GZIP, ZSTD))


def has_html_name(name: str) -> bool:
    """Whether the file's name says HTML."""
    return name.lower().endswith(_HTML_NAMES)


def looks_like_html(head: bytes) -> bool:
    """Whether these first bytes open an HTML document."""
    text = _as_ascii(head)
    start = _BEFORE_HTML.match(text)
    return bool(_HTML_START.match(text, start.end() if start else 0))


def kind_of(head: bytes, name: str) -> Kind | None:
    """The kind of a file that a user named, or `None` where it is nothing we read."""
    text = _unpacked(head)
    kind = _kind_of_magic(head, text)
    if kind is Kind.JSONL and has_html_name(name):
        return Kind.DOCUMENT
    if kind is not None:
        return kind
    # A damaged beginning does not make it something else; the archive reader looks for the first whole record.
    if name.lower().endswith(_ARCHIVE_NAMES) or (is_packed(head) and not text):
        return Kind.ARCHIVE
    if is_packed(head):
        return None
    return Kind.DOCUMENT if has_html_name(name) or _ANY_TAG.match(_as_ascii(head).lstrip()) else None


def kind_in_folder(head: bytes, name: str) -> Kind | None:
    """The kind of a file found in a folder: stricter, because nobody said that it holds pages.

    Zip files count only when called `.wacz` (a folder may hold any zip), and tables are read only when named.
    Files with an HTML name are pages whatever they hold; the caller knows them without opening them.
    """
    kind = _kind_of_magic(head, _unpacked(head))
    if kind is Kind.ARCHIVE or (kind is Kind.WACZ and name.lower().endswith(".wacz")):
        return kind
    if kind is None and name.lower().endswith(_ARCHIVE_NAMES) and head:
        return Kind.ARCHIVE
    return Kind.DOCUMENT if kind is None and looks_like_html(head) else None


def _kind_of_magic(head: bytes, text: bytes) -> Kind | None:
    if head.startswith(_ZIP):
        return Kind.WACZ
    if head.startswith(_PARQUET):
        return Kind.PARQUET
    if head.startswith(_ZSTD_DICTIONARY):
        return Kind.ARCHIVE
    text = text.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"WARC/"):
        return Kind.ARCHIVE
    return Kind.JSONL if text.startswith(b"{") else None


def _unpacked(head: bytes) -> bytes:
    """The first bytes of what gzip or zstd holds: both WARC and JSONL come packed. Empty where it is damaged."""
    try:
        if head.startswith(GZIP):
            return zlib.decompressobj(wbits=31).decompress(head, _INNER_BYTES)
        if head.startswith(ZSTD):
            with pa.CompressedInputStream(pa.BufferReader(head), "zstd") as stream:
                return bytes(stream.read(_INNER_BYTES))
    except (zlib.error, OSError, pa.ArrowException):
        return b""
    return head


def _as_ascii(head: bytes) -> bytes:
    """The head without its byte order mark, two-byte encodings folded to one so that tags can be seen."""
    encoding = _UTF16.get(head[:2])
    if encoding:
        return head[2:].decode(encoding, "replace").encode("ascii", "replace")
    return head.removeprefix(b"\xef\xbb\xbf")
