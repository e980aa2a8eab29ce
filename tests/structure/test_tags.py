"""The scanner yields exactly the tags that the HTML Standard's tokenizer yields."""

import pytest
from hypothesis import given

from tests.native import row
from tests.oracles.hashing import label_hash
from tests.oracles.tags import tag_tokens
from tests.oracles.test_oracles import TAG_CASES
from tests.pages import PAGES
from tests.strategies import WellFormed, letter_soup, mutated, tag_soup, well_formed


def assert_tokens(page: str | bytes, tokens: list[str]) -> None:
    assert row(page, "tag_tokens")["tag_tokens"] == [label_hash(token) for token in tokens], tokens


@pytest.mark.parametrize(("html", "tokens"), TAG_CASES)
def test_cases(html: str, tokens: str) -> None:
    assert_tokens(html, tokens.split())


@given(well_formed())
def test_pages_whose_tags_are_known(page: WellFormed) -> None:
    assert_tokens(page.html, page.tokens)


@given(tag_soup)
def test_tag_soup(html: str) -> None:
    assert_tokens(html, tag_tokens(html))


@given(letter_soup)
def test_letter_soup(html: str) -> None:
    assert_tokens(html, tag_tokens(html))


@pytest.mark.parametrize("page", PAGES)
def test_pages_as_people_write_them(page: bytes) -> None:
    assert_tokens(page, tag_tokens(page.decode()))


@given(mutated(PAGES))
def test_mutated_pages(page: bytes) -> None:
    assert_tokens(page, tag_tokens(page.decode(errors="replace")))
