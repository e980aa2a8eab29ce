"""Files are known by their first bytes; names count only where bytes say nothing."""

import gzip

import pyarrow as pa
import pytest

from pagemold.sources.part import Kind
from pagemold.sources.sniff import kind_in_folder, kind_of, looks_like_html

WARC = b"WARC/1.1\r\nWARC-Type: response\r\n"
JSONL = b'{"url": "http://a/", "html": "<p>"}\n'
HTML = b"<!doctype html><html>"
ZIP = b"PK\x03\x04rest"
GZIP_DAMAGED = b"\x1f\x8b\x08\x00" + b"\xff" * 40
ZSTD_DAMAGED = b"\x28\xb5\x2f\xfd" + b"\xff" * 40


def zstd(text: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(text))


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (WARC, "page.html", Kind.ARCHIVE),
        (gzip.compress(WARC), "anything", Kind.ARCHIVE),
        (zstd(WARC), "anything", Kind.ARCHIVE),
        (b"\x5d\x2a\x4d\x18" + b"\x00" * 20, "anything", Kind.ARCHIVE),
        (JSONL, "anything", Kind.JSONL),
        (b"\xef\xbb\xbf \n" + JSONL, "anything", Kind.JSONL),
        (gzip.compress(JSONL), "anything", Kind.JSONL),
        (zstd(JSONL), "anything", Kind.JSONL),
        (JSONL, "page.html", Kind.DOCUMENT),
        (b"PAR1rest", "anything", Kind.PARQUET),
        (ZIP, "anything", Kind.WACZ),
        (HTML, "anything", Kind.DOCUMENT),
        (b"  <div>a fragment", "anything", Kind.DOCUMENT),
        (b"\xff\xfe" + "<p>wide".encode("utf-16-le"), "anything", Kind.DOCUMENT),
        (b"words", "page.HTML", Kind.DOCUMENT),
        (b"words", "page.xhtml", Kind.DOCUMENT),
        (b"damaged from the first byte", "crawl.warc", Kind.ARCHIVE),
        (GZIP_DAMAGED, "anything", Kind.ARCHIVE),
        (ZSTD_DAMAGED, "anything", Kind.ARCHIVE),
        (b"words", "notes.txt", None),
        (b"a < b", "notes.txt", None),
        (b"%PDF-1.7", "paper.pdf", None),
        (gzip.compress(b"words"), "notes.gz", None),
        (gzip.compress(HTML), "page.html.gz", None),
    ],
)
def test_a_file_that_was_named(head: bytes, name: str, kind: Kind | None) -> None:
    assert kind_of(head, name) is kind


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (WARC, "anything", Kind.ARCHIVE),
        (gzip.compress(WARC), "anything", Kind.ARCHIVE),
        (GZIP_DAMAGED, "crawl.warc.gz", Kind.ARCHIVE),
        (ZIP, "crawl.wacz", Kind.WACZ),
        (HTML, "index", Kind.DOCUMENT),
        (GZIP_DAMAGED, "notes.gz", None),
        (ZIP, "book.epub", None),
        (JSONL, "settings.json", None),
        (b"PAR1rest", "data.parquet", None),
        (b"<div>a fragment", "part.tmpl", None),
        (b"words", "notes.txt", None),
        (b"", "crawl.warc", None),
        (b"", "empty", None),
    ],
)
def test_a_file_found_in_a_folder(head: bytes, name: str, kind: Kind | None) -> None:
    assert kind_in_folder(head, name) is kind


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (b"<!DOCTYPE html>", True),
        (b"\xef\xbb\xbf\r\n\t<!doctype   HTML PUBLIC", True),
        (b"<html>", True),
        (b'<HTML lang="en">', True),
        (b"<!-- saved --> <!-- twice -->\n<html>", True),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html>', True),
        (b"\xfe\xff" + "<html>".encode("utf-16-be"), True),
        (b"<htmlx>", False),
        (b"<!doctype svg>", False),
        (b"<!-- never closed <html>", False),
        (b"text <html>", False),
        (b"<?xml version='1.0'?><rss>", False),
        (b"", False),
        (b"\x00" * 512, False),
    ],
)
def test_looks_like_html(head: bytes, answer: bool) -> None:
    assert looks_like_html(head) is answer
