"""Class set: every class token of the page, as written."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.native import native_tree
from tests.oracles import class_set
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("<p>", set()),
    ("<p class>", set()),
    ('<p class="b  a\n\tB"><b class=a>', {"a", "b", "B"}),
    ("<p class=item-12>", {"item-12"}),
    ("<p class=x class=y>", {"x"}),
    ('<p class="&lt;a&gt; caf&eacute; a&nbsp;b">', {"<a>", "café", "a\u00a0b"}),
    ("<html class=a><html class=b id=c>", {"a"}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("class_set", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("class_set", class_set.items(page.root), class_set.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("class_set", class_set.items(native_tree(html)), class_set.name, html)
