"""Node paths: the labels from the root to every element and text node."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.oracles import node_paths
from tests.strategies import WellFormed, well_formed

ALWAYS = {"html", "html/head", "html/body"}
CASES = [
    ("<p>", {"html/body/p"}),
    ("<p>one", {"html/body/p", 'html/body/p/"one"'}),
    ("<p> one \n<p>one", {"html/body/p", 'html/body/p/"one"'}),
    ("<p> \n\t", {"html/body/p"}),
    ("<p>p", {"html/body/p", 'html/body/p/"p"'}),
    ("<p>a &amp; b<!-- c -->d", {"html/body/p", 'html/body/p/"a & b"', 'html/body/p/"d"'}),
    ("<p>\u00a0", {"html/body/p", 'html/body/p/"\u00a0"'}),
    ("<b>x</b>y", {"html/body/b", 'html/body/b/"x"', 'html/body/"y"'}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("node_paths", html) == ALWAYS | expected


@given(well_formed())
def test_page_by_another_parser(page: WellFormed) -> None:
    assert_agrees("node_paths", node_paths.items(page.html), node_paths.name, page.html)


def test_text_changes_no_other_feature() -> None:
    html = "<ul><li>one<li>two <b>three</b></ul>"
    for feature in ("leaf_paths", "class_paths", "binary_branches", "pq_grams"):
        alone = names(feature, html)
        assert names(feature, html.replace("one", "").replace("two", "").replace("three", "")) == alone
