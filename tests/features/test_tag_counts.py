"""Tag counts: a bag of the tag tokens."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, counts
from tests.oracles import tag_counts
from tests.oracles.tags import tag_tokens
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("", {}),
    ("<p>a<br/>b</p>", {"p": 2, "br": 1}),
    ("<DIV></div><title><p></title>", {"div": 2, "title": 2}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: dict[str, int]) -> None:
    assert counts("tag_counts", html) == expected


@given(well_formed())
def test_page_of_known_tokens(page: WellFormed) -> None:
    assert_agrees("tag_counts", tag_counts.items(page.tokens), tag_counts.name, page.html)


@given(pages)
def test_any_page(html: str) -> None:
    assert_agrees("tag_counts", tag_counts.items(tag_tokens(html)), tag_counts.name, html)
