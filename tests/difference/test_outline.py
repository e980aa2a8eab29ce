"""Where two pages differ: the lines of a cheapest edit, equal parts folded, nothing lost."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import Tree
from pagemold.data import Line
from pagemold.difference import outline, written
from tests.native import native_tree
from tests.oracles.tree import walk
from tests.oracles.tree_edit import Costs, Labelled, distance

ITEMS = ["<p>", "<b>x</b>", "<ul><li>1<li>2</ul>", "<div><i></i></div>", "<br>", "<table><tr><td>"]
pages = st.lists(st.sampled_from(ITEMS), max_size=4).map("".join)


def lines(one: str, other: str) -> list[Line]:
    found = outline(Tree(one.encode()), Tree(other.encode()))
    assert found is not None
    return found


def labelled(html: str) -> Labelled:
    def of(node: object) -> Labelled:
        return Labelled(hash(node.label), tuple(of(child) for child in node.children))  # type: ignore[attr-defined]

    return of(native_tree(html))


CASES = [
    ("<p>", "<p>", ["… 4 the same"]),
    ("<p>", "<p><b>", ["  html", "…   1 the same", "    body", "      p", "+       b"]),
    ("<p><b>", "<p>", ["  html", "…   1 the same", "    body", "      p", "-       b"]),
    ("<b></b>", "<i></i>", ["  html", "…   1 the same", "    body", "~     b → i"]),
    ("<p class=a>", "<p class=b>", ["  html", "…   1 the same", "    body", "~     p.a → p.b"]),
    (
        "<ul><li></ul>",
        "<ul><li><li><li><li></ul>",
        [
            "  html",
            "…   1 the same",
            "    body",
            "      ul",
            "+       li",
            "+       and again, 2 times",
            "…       1 the same",
        ],
    ),
]


@pytest.mark.parametrize(("one", "other", "expected"), CASES)
def test_cases(one: str, other: str, expected: list[str]) -> None:
    assert [written(line) for line in lines(one, other)] == expected


@given(pages, pages)
def test_as_many_changes_as_the_distance(one: str, other: str) -> None:
    found = lines(one, other)
    changes = 0
    for at, line in enumerate(found):
        if line.sign in "+-~":
            again = line.text == "and again"
            changes += line.count * (block_size(found, at) if again else 1)
    assert changes == distance(labelled(one), labelled(other), Costs())


def block_size(found: list[Line], at: int) -> int:
    """How many lines the block has that a line repeats."""
    start = at - 1
    while found[start].depth > found[at].depth:
        start -= 1
    return at - start


@given(pages)
def test_equal_pages_are_one_folded_line(html: str) -> None:
    (line,) = lines(html, html)
    assert (line.sign, line.count) == ("…", len(Tree(html.encode())))


@given(pages, pages)
def test_every_removed_line_is_an_element_of_the_first_page(one: str, other: str) -> None:
    labels = Counter(node.label for node, _ in walk(native_tree(one)))
    removed = Counter(line.text for line in lines(one, other) if line.sign == "-" and line.text != "and again")
    assert removed <= labels


def test_pages_beyond_reason_are_not_aligned() -> None:
    large = Tree(b"<p>" * 5000)
    assert outline(large, large) is None
