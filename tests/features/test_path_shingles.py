"""Path shingles: windows of four tag names along leaf paths."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.native import native_tree
from tests.oracles import path_shingles
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("<p>", {"html/head", "html/body/p"}),
    ("<p><b>", {"html/head", "html/body/p/b"}),
    ("<div><p><b>", {"html/head", "html/body/div/p", "body/div/p/b"}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("path_shingles", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("path_shingles", path_shingles.items(page.root), path_shingles.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("path_shingles", path_shingles.items(native_tree(html)), path_shingles.name, html)
