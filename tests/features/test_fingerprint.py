"""LZW-25 fingerprint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.native import row
from tests.oracles.fingerprint import fingerprint
from tests.oracles.tags import tag_tokens
from tests.strategies import pages

# The page whose tag sequence Hachenberg and Gottron give, in words of our own.
PAPER_PAGE = """<html><body>
<p><b>one</b></p> <p><strong>two</strong></p> <p><big>three</big></p> <p><em>four</em></p> <p><i>five</i></p>
<p><small>six</small></p> <p>seven<sub>low</sub> and <sup>high</sup></p>
</body></html>"""
PAPER_FINGERPRINT = [0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2]

CASES = [
    ("no tag at all", "", []),
    ("the paper's example", PAPER_PAGE, PAPER_FINGERPRINT),
    ("an unfinished phrase emits nothing", "<p></p>", [0]),
    ("a phrase grows by one token each time", "<p>" * 6, [0, 1, 2]),
    ("tags in a comment do not count", "<p><!-- <b> --></p><b></b>", [0, 1, 0]),
    ("never more than 25 entries", "".join(f"<x{n}>" for n in range(40)), [0] * 25),
]


@pytest.mark.parametrize(("html", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_cases(html: str, expected: list[int]) -> None:
    assert list(row(html, "fingerprint")["fingerprint"]) == expected


@given(pages)
def test_agrees_with_the_oracle(html: str) -> None:
    assert row(html, "fingerprint")["fingerprint"] == fingerprint(tag_tokens(html))


@given(st.lists(st.sampled_from(["p", "b", "i", "div"]), max_size=200))
def test_long_repetitive_pages(tags: list[str]) -> None:
    html = "".join(f"<{tag}>" for tag in tags)
    assert row(html, "fingerprint")["fingerprint"] == fingerprint(tags)


@given(pages, pages)
def test_what_follows_the_last_entry_is_not_looked_at(start: str, rest: str) -> None:
    head = "".join(f"<x{n}>" for n in range(25))
    assert row(head + start, "fingerprint")["fingerprint"] == row(head + rest, "fingerprint")["fingerprint"]
