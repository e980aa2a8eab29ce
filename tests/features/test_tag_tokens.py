"""Tag tokens as a feature: the label hash of each token, in document order."""

import pytest
from hypothesis import given

from tests.native import row
from tests.oracles.hashing import label_hash
from tests.oracles.tags import tag_tokens
from tests.strategies import pages

CASES = [
    ("", []),
    ("<p>a<br/>b</p>", ["p", "br", "p"]),
    ("<SCRIPT><p></SCRIPT>", ["script", "script"]),
    ('<a href=">">x', ["a"]),
]


@pytest.mark.parametrize(("html", "tokens"), CASES)
def test_cases(html: str, tokens: list[str]) -> None:
    assert row(html, "tag_tokens")["tag_tokens"] == [label_hash(token) for token in tokens]


@given(pages)
def test_agrees_with_the_oracle(html: str) -> None:
    assert row(html, "tag_tokens")["tag_tokens"] == [label_hash(token) for token in tag_tokens(html)]
