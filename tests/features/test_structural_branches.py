"""Binary branches without tags that only mark up text."""

from copy import deepcopy

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, counts
from tests.native import native_tree
from tests.oracles import structural_branches
from tests.strategies import WellFormed, pages, well_formed

HEAD = {"html(head,ε)": 1, "head(ε,body)": 1}
CASES = [
    ("<p><b>one</b><br>two", HEAD | {"body(p,ε)": 1, "p(ε,ε)": 1}),
    ("<b><p></p><i><p></p></i></b><div>", HEAD | {"body(p,ε)": 1, "p(ε,p)": 1, "p(ε,div)": 1, "div(ε,ε)": 1}),
    ("<div><span><span><a></a></span></span></div>", HEAD | {"body(div,ε)": 1, "div(a,ε)": 1, "a(ε,ε)": 1}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: dict[str, int]) -> None:
    assert counts("structural_branches", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    items = structural_branches.items(deepcopy(page.root))
    assert_agrees("structural_branches", items, structural_branches.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("structural_branches", structural_branches.items(native_tree(html)), structural_branches.name, html)


def test_depth_is_no_matter() -> None:
    html = "<div><b>" * 100_000
    assert counts("structural_branches", html)["div(div,ε)"] > 100
