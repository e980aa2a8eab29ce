"""pq-grams with p = 2 and q = 3."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, counts
from tests.native import native_tree
from tests.oracles import pq_grams
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    (
        "<p>",
        {
            "*,html,*,*,head": 1,
            "*,html,*,head,body": 1,
            "*,html,head,body,*": 1,
            "*,html,body,*,*": 1,
            "html,head,*,*,*": 1,
            "html,body,*,*,p": 1,
            "html,body,*,p,*": 1,
            "html,body,p,*,*": 1,
            "body,p,*,*,*": 1,
        },
    ),
    (
        "<p></p><p>",
        {
            "*,html,*,*,head": 1,
            "*,html,*,head,body": 1,
            "*,html,head,body,*": 1,
            "*,html,body,*,*": 1,
            "html,head,*,*,*": 1,
            "html,body,*,*,p": 1,
            "html,body,*,p,p": 1,
            "html,body,p,p,*": 1,
            "html,body,p,*,*": 1,
            "body,p,*,*,*": 2,
        },
    ),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: dict[str, int]) -> None:
    assert counts("pq_grams", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("pq_grams", pq_grams.items(page.root), pq_grams.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("pq_grams", pq_grams.items(native_tree(html)), pq_grams.name, html)
