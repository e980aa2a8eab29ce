"""The element tree is the one that the HTML Standard's tree construction yields, with scripting off."""

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import Limits, Tree
from tests.native import native_tree, parsed
from tests.oracles.tree import Node, tree_by_lexbor, trees
from tests.pages import PAGES
from tests.strategies import WellFormed, letter_soup, mutated, reference_soup, tag_soup, well_formed

CASES = [
    ("nothing", "", "html(head body)"),
    ("text only", "a", "html(head body)"),
    ("text is not a tag", "<body>a<b", "html(head body)"),
    ("implied end tags", "<p>a<p>b", "html(head body(p p))"),
    ("table parts are implied", "<table><td>", "html(head body(table(tbody(tr(td)))))"),
    ("misplaced content goes before the table", "<table><tr><b>", "html(head body(b table(tbody(tr))))"),
    ("misnested formatting", "<b>1<p>2</b>3", "html(head body(b p(b)))"),
    ("open formatting goes on", "<p><b>1<p>2", "html(head body(p(b) p(b)))"),
    ("contents of a template hang below it", "<body><template><tr></template>", "html(head body(template(tr)))"),
    ("noscript in the body is parsed", "<body><noscript><p>", "html(head body(noscript(p)))"),
    ("noscript in the head ends at what is no metadata", "<noscript><link><p>", "html(head(noscript(link)) body(p))"),
    ("a select holds what it is given", "<select><div><option>", "html(head body(select(div(option))))"),
    ("a select does not hold an input", "<select><input>", "html(head body(select input))"),
    ("frames", "<frameset><frame>", "html(head frameset(frame))"),
    (
        "a template says that there will be no frames",
        "<template></template><rp><frameset>",
        "html(head(template) body(rp))",
    ),
    ("image is img", "<table><image>", "html(head body(img table))"),
    ("isindex is nothing special", "<i><isindex></i>", "html(head body(i(isindex)))"),
    ("source does not reopen formatting", "<p><b></p><source>", "html(head body(p(b) source))"),
    ("nor does NUL", "<p><b></p>\0", "html(head body(p(b)))"),
    ("nor does a line end after pre", "<p><b></p><pre>\n", "html(head body(p(b) pre))"),
    ("nor does text in a textarea", "<p><b></p><textarea>x", "html(head body(p(b) textarea))"),
    (
        "svg names get their case",
        "<svg><LINEARGRADIENT/><foreignobject>",
        "html(head body(svg(linearGradient foreignObject)))",
    ),
    ("only an HTML rp ends by itself", "<form><svg><rp></form><g>", "html(head body(form(svg(rp(g)))))"),
    ("CDATA in svg is text", "<svg><![CDATA[<p>]]><g>", "html(head body(svg(g)))"),
    ("CDATA in HTML is a comment", "<p><![CDATA[<i><b>]]>", "html(head body(p(b)))"),
    ("CDATA where svg holds HTML", "<svg><desc><p><b></p><![CDATA[x]]>", "html(head body(svg(desc(p(b) b))))"),
]


def written(root: Node) -> str:
    """A tree in one line: `ul(li li(a))`."""
    return root.label + (f"({' '.join(written(child) for child in root.children)})" if root.children else "")


@pytest.mark.parametrize(("html", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_cases(html: str, expected: str) -> None:
    assert written(native_tree(html)) == expected


@given(well_formed())
def test_pages_whose_tree_is_known(page: WellFormed) -> None:
    assert native_tree(page.html) == page.root


def assert_standard(html: str) -> None:
    """One of the independent parsers agrees. NUL is left out, since one is wrong about it; it has its own test."""
    html = html.replace("\0", "")
    assert native_tree(html) in trees(html)


@given(tag_soup)
def test_tag_soup(html: str) -> None:
    assert_standard(html)


@given(letter_soup)
def test_letter_soup(html: str) -> None:
    assert_standard(html)


@pytest.mark.parametrize("page", PAGES)
def test_pages_as_people_write_them(page: bytes) -> None:
    assert_standard(page.decode())


@given(mutated(PAGES))
def test_mutated_pages(page: bytes) -> None:
    assert_standard(page.decode(errors="replace"))


@given(well_formed(), st.lists(st.integers(0, 500), min_size=1, max_size=5))
def test_nul_characters(page: WellFormed, places: list[int]) -> None:
    html = page.html
    for place in places:
        html = html[:place] + "\0" + html[place:]
    assert native_tree(html) == tree_by_lexbor(html)


@given(reference_soup)
def test_character_references_in_attributes(value: str) -> None:
    for html in (f'<p class="{value}">', f"<p class='{value}' id=x>", f"<p class=a{value}>"):
        assert native_tree(html) in trees(html)


def text_of(tag: str, html: str) -> str:
    page = parsed(html)
    return next(page.text(node) for node in range(len(page)) if page.tag(node) == tag)


@given(reference_soup)
def test_character_references_in_text(value: str) -> None:
    html = f"<title>{value}</title>"
    title = turbohtml.parse(html).find("title")
    assert title is not None
    assert text_of("title", html) == title.text


TEXTS = [
    ("p", "<p>a\0b", "ab"),
    ("title", "<title>a\0&lt;</title>", "a\ufffd<"),
    ("textarea", "<textarea>\n\na\0</textarea>", "\na\ufffd"),
    ("pre", "<pre>\n\nx", "\nx"),
    ("script", "<script>a\0&lt;</script>", "a\ufffd&lt;"),
    ("svg", "<svg>a\0<![CDATA[&lt;\0]]>", "a\ufffd&lt;\ufffd"),
    ("p", "<p>a\r\nb\rc&#13;", "a\nb\nc\r"),
]


@pytest.mark.parametrize(("tag", "html", "text"), TEXTS)
def test_nul_and_line_ends_in_text(tag: str, html: str, text: str) -> None:
    assert text_of(tag, html) == text


def test_text_of_an_element_is_all_the_text_below_it() -> None:
    page = Tree(b"<title>a&lt;b</title><p>one <b>two</b> &amp;\r\nthree<script>x &amp; <i></script>")
    texts = {page.tag(node): page.text(node) for node in range(len(page))}
    assert texts["title"] == "a<b"
    assert texts["b"] == "two"
    assert texts["p"] == "one two &\nthreex &amp; <i>"


def test_a_second_body_tag_adds_the_attributes_that_are_missing() -> None:
    page = Tree(b"<body class=a title='x&amp;y'><body id=b class=c>")
    assert page.attributes(2) == [("class", "a"), ("title", "x&y"), ("id", "b")]


def test_no_such_element() -> None:
    with pytest.raises(IndexError):
        Tree(b"<p>").tag(4)


def test_deeper_elements_attach_flat_and_none_is_lost() -> None:
    page = Tree(b"<div>" * 50, Limits(depth=10))
    depths: list[int] = []
    for node in range(len(page)):
        parent = page.parent(node)
        depths.append(1 if parent is None else depths[parent] + 1)
    assert len(page) == 53
    assert max(depths) == 10
