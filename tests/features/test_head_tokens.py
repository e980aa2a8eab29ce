"""Head tokens: the tag tokens until the head ends."""

import pytest
from hypothesis import given

from tests.native import row
from tests.oracles.hashing import label_hash
from tests.oracles.tags import head_tokens
from tests.strategies import pages

CASES = [
    ("", []),
    ("<title>a</title><p>", ["title", "title"]),
    ("<html><head><meta></head><body>", ["html", "head", "meta"]),
    ("<html><head><meta><body></head>", ["html", "head", "meta"]),
    ("<head><noscript><img></noscript></head>", ["head", "noscript"]),
]


@pytest.mark.parametrize(("html", "tokens"), CASES)
def test_cases(html: str, tokens: list[str]) -> None:
    assert row(html, "head_tokens:names")["head_tokens:names"] == tokens


@given(pages)
def test_agrees_with_the_oracle(html: str) -> None:
    expected = [label_hash(token) for token in head_tokens(html)]
    assert row(html, "head_tokens")["head_tokens"] == expected
    assert row(html, "tag_tokens", "head_tokens", "leaf_paths")["head_tokens"] == expected
