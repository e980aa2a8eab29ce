"""Pages that are broken or are no pages: rows 2 and 6 to 9 of the table of hostile input."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import Tree
from pagemold.flow import cluster
from tests.native import EVERY_FEATURE, UTF8, row, rows
from tests.oracles.fingerprint import fingerprint
from tests.oracles.tags import tag_tokens
from tests.pages import FORUM, PAGES, SHOP
from tests.strategies import pages


def xpath_of_first(tag: str, page: bytes) -> str:
    """The XPath of the first such element of a page."""
    parsed = Tree(page)
    return next(parsed.xpath(node) for node in range(len(parsed)) if parsed.tag(node) == tag)


@pytest.mark.parametrize("depth", [1, 300, 500])
def test_a_link_below_many_elements_is_found_where_it_is(depth: int) -> None:
    page = b"<div>" * depth + b"<a href=/>"
    assert xpath_of_first("a", page) == "/html/body" + "/div" * depth + "/a"
    assert row(page)["flags"] == set()


def test_a_link_below_too_many_elements_is_found_and_the_page_flagged() -> None:
    page = b"<div>" * 100_000 + b"<a href=/>"
    assert xpath_of_first("a", page).count("/") <= 512
    assert row(page, "leaf_paths")["flags"] == {"depth"}


# --- NUL bytes -------------------------------------------------------------------------------------------------------


@given(pages, st.lists(st.integers(0, 2_000), max_size=5))
def test_nul_bytes_give_the_tags_of_the_standard_on_every_run(html: str, places: list[int]) -> None:
    for place in places:
        html = html[:place] + "\0" + html[place:]
    assert row(html, "fingerprint")["fingerprint"] == fingerprint(tag_tokens(html))
    assert rows([html], EVERY_FEATURE) == rows([html], EVERY_FEATURE)


# --- invalid UTF-8 ---------------------------------------------------------------------------------------------------

INVALID = [b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x80" * 9]


@pytest.mark.parametrize("content_type", [UTF8, "text/html", None])
@pytest.mark.parametrize("invalid", INVALID)
def test_invalid_utf8_does_not_change_the_fingerprint(invalid: bytes, content_type: str | None) -> None:
    clean = SHOP.replace('<meta charset="utf-8">', "<meta name=x>").encode()
    damaged = clean.replace(b"Home", b"Ho" + invalid + b"me").replace(b"menu-item", b"menu" + invalid + b"-item")
    first, second = rows([clean, damaged], ["fingerprint"], content_type=content_type)
    assert len(first["fingerprint"]) == 25
    assert first["fingerprint"] == second["fingerprint"]
    assert "failed" not in second["flags"]


@given(st.binary(max_size=200))
def test_invalid_utf8_becomes_replacement_characters(page: bytes) -> None:
    (got,) = rows([b"<p>" + page], [], html=True)
    assert got["html"] == b"<p>" + page.decode(errors="replace").encode()


# --- encodings -------------------------------------------------------------------------------------------------------

META = '<meta charset="koi8-r"><p>'
ENCODINGS = [
    ("byte order mark first", b"\xef\xbb\xbf" + META.encode(), "text/html; charset=windows-1251", "UTF-8", "bom"),
    ("UTF-16 by its mark", b"\xff\xfe" + "<p>x".encode("utf-16-le"), UTF8, "UTF-16LE", "bom"),
    ("then HTTP", META.encode(), "text/html; charset=windows-1251", "windows-1251", "http"),
    ("HTTP labels are labels", META.encode(), 'text/html;Charset="latin1"', "windows-1252", "http"),
    ("unknown HTTP label does not count", META.encode(), "text/html; charset=martian", "KOI8-R", "meta"),
    ("then meta", META.encode(), "text/html", "KOI8-R", "meta"),
    ("meta without HTTP", META.encode(), None, "KOI8-R", "meta"),
    ("meta cannot be UTF-16", b"<meta charset=utf-16><p>", None, "UTF-8", "meta"),
    ("then a detector", ("<p>" + "日本語の文章です。" * 20).encode("shift_jis"), None, "Shift_JIS", "detector"),
    ("a detector knows UTF-8", ("<p>" + "Größe für Äpfel " * 9).encode(), "text/html", "UTF-8", "detector"),
]


@pytest.mark.parametrize(
    ("page", "content_type", "encoding", "source"),
    [case[1:] for case in ENCODINGS],
    ids=[case[0] for case in ENCODINGS],
)
def test_which_encoding_wins_and_why(page: bytes, content_type: str | None, encoding: str, source: str) -> None:
    (got,) = rows([page], [], content_type=content_type, html=True)
    assert (got["encoding"], got["encoding_source"]) == (encoding, source)


# --- no page at all --------------------------------------------------------------------------------------------------


def jpeg() -> bytes:
    """A JPEG header, then noise; in 50,000 random bytes some things look like tags."""
    return b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01" + random.Random(9).randbytes(50_000)


PDF = b"""%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Contents 4 0 R>> endobj
4 0 obj <</Length 9>> stream
<a>b</a>
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
"""
NO_PAGES = [
    ("empty", b""),
    ("white space", b" \n\t" * 99),
    ("plain text", b"Dear reader,\n\n1 < 2 and 3 > 2.\n"),
    ("PDF", PDF),
    ("JPEG", jpeg()),
    ("byte order mark alone", b"\xef\xbb\xbf"),
]


@pytest.mark.parametrize("page", [case[1] for case in NO_PAGES], ids=[case[0] for case in NO_PAGES])
@pytest.mark.parametrize("content_type", ["text/html", UTF8])
def test_what_is_no_page_is_flagged(page: bytes, content_type: str) -> None:
    (got,) = rows([page], ["fingerprint"], content_type=content_type)
    assert got["flags"] == {"no_structure"}


@pytest.mark.parametrize("page", [*PAGES, b"<p>x", b"<b>Error</b>", b"x<br>y", FORUM.upper().encode()])
def test_a_page_is_not_flagged(page: bytes) -> None:
    assert row(page, "fingerprint")["flags"] == set()


def test_what_is_no_page_is_never_grouped() -> None:
    labels = cluster([SHOP.encode(), *(page for _, page in NO_PAGES), SHOP.encode()]).labels
    assert labels[0] is not None
    assert labels == [labels[0], *([None] * len(NO_PAGES)), labels[0]]
