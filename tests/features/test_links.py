"""Links: targets as written, in document order, each with the indexed XPath of its element."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.native import native_tree, row
from tests.oracles import links
from tests.strategies import pages

CASES = [
    ("<a href=x>1</a>", [("x", "/html/body/a")]),
    ("<a href=x>1</a><a href=y>2</a>", [("x", "/html/body/a[1]"), ("y", "/html/body/a[2]")]),
    ("<a href=x>1</a><a href=x>2</a>", [("x", "/html/body/a[1]")]),
    ("<ul><li><a href=x>1</a><li><a href=y>2", [("x", "/html/body/ul/li[1]/a"), ("y", "/html/body/ul/li[2]/a")]),
    ("<a href=' x\n'>1</a><a href=' '>2</a><a>3</a><a href='#top'>4</a>", [("x", "/html/body/a[1]")]),
    ("<a href='?a=1&amp;b=2'>1</a>", [("?a=1&b=2", "/html/body/a")]),
    ("<map><area href=x></map><iframe src=y></iframe>", [("x", "/html/body/map/area"), ("y", "/html/body/iframe")]),
    ("<frameset><frame src=x><frame src=y>", [("x", "/html/frameset/frame[1]"), ("y", "/html/frameset/frame[2]")]),
    ("<table><a href=x>1</a><tr><td><a href=y>2", [("x", "/html/body/a"), ("y", "/html/body/table/tbody/tr/td/a")]),
    ("<svg><a href=x></a></svg><link href=y><img src=z>", []),
    ("<script>document.write('<a href=x>')</script><!-- <a href=y> -->", []),
]


def found(html: str) -> list[tuple[str, str]]:
    columns = row(html, "link_targets", "link_xpaths")
    return list(zip(columns["link_targets"], columns["link_xpaths"], strict=True))


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: list[tuple[str, str]]) -> None:
    assert found(html) == expected


@pytest.mark.parametrize(
    ("html", "base"), [("<base href=/x/><base href=/y/>", ["/x/"]), ("<base target=x>", []), ("<p>", [])]
)
def test_base(html: str, base: list[str]) -> None:
    assert row(html, "link_base")["link_base"] == base


def test_a_huge_target_is_no_address() -> None:
    assert found(f"<a href={'x' * 9_000}>1</a><a href=y>2</a>") == [("y", "/html/body/a[2]")]


SOUP = [
    "<ul>",
    "<li>",
    "</ul>",
    "<div>",
    "</div>",
    "<p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "</a>",
    "<b>",
    "</b>",
    "x",
]
SOUP += [
    "<a href=1>",
    "<a href=' 2 '>",
    "<A HREF='3'>",
    "<a href=#x>",
    "<a>",
    "<area href=4>",
    "<iframe src=5></iframe>",
]


@given(st.lists(st.sampled_from(SOUP), max_size=40).map("".join))
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert found(html) == links.links(native_tree(html))


@given(pages)
def test_real_and_broken_pages(html: str) -> None:
    found(html)
