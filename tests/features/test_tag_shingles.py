"""Tag shingles: windows of four tag tokens."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.oracles import tag_shingles
from tests.oracles.tags import tag_tokens
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("", set()),
    ("<p></p>", {"p p"}),
    ("<p></p><br>", {"p p br"}),
    ("<p></p><br><hr>", {"p p br hr"}),
    ("<a></a><b></b><i>", {"a a b b", "a b b i"}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("tag_shingles", html) == expected


@given(well_formed())
def test_page_of_known_tokens(page: WellFormed) -> None:
    assert_agrees("tag_shingles", tag_shingles.items(page.tokens), tag_shingles.name, page.html)


@given(pages)
def test_any_page(html: str) -> None:
    assert_agrees("tag_shingles", tag_shingles.items(tag_tokens(html)), tag_shingles.name, html)
