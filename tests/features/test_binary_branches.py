"""Binary branches: each element with its first child and its next sibling."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, counts
from tests.native import native_tree
from tests.oracles import binary_branches
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("<p>", {"html(head,ε)": 1, "head(ε,body)": 1, "body(p,ε)": 1, "p(ε,ε)": 1}),
    ("<p></p><p></p><p>", {"html(head,ε)": 1, "head(ε,body)": 1, "body(p,ε)": 1, "p(ε,p)": 2, "p(ε,ε)": 1}),
    ("<p><b></b>", {"html(head,ε)": 1, "head(ε,body)": 1, "body(p,ε)": 1, "p(b,ε)": 1, "b(ε,ε)": 1}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: dict[str, int]) -> None:
    assert counts("binary_branches", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("binary_branches", binary_branches.items(page.root), binary_branches.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("binary_branches", binary_branches.items(native_tree(html)), binary_branches.name, html)
