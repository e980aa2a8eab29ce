"""Short text: a sketch of what is read on a page with few words."""

import pytest
from hypothesis import given

from tests.native import row
from tests.oracles.hashing import sequence_hash
from tests.oracles.short_text import MOST_BYTES, MOST_WORDS, SKETCH, sketch
from tests.strategies import WellFormed, well_formed

CASES = [
    ("<p>Hello, world!", {"hello", "world"}),
    ("<p>Order 123 of 2024-05-06", {"order", "#", "of"}),
    ("<p>one <b>One</b> ONE", {"one"}),
    ("<title>t</title><script>s()</script><style>p{}</style><p>x<noscript>n</noscript>", {"x", "n"}),
    ("<p>x<textarea>t</textarea><iframe>u</iframe>", {"x"}),
    ("<p>caf\u00e9 &amp; th\u00e9", {"caf\u00e9", "th\u00e9"}),
    ("<p>room12b", {"room#b"}),
    ("<p>", set()),
    ("<meta http-equiv=Refresh content='0; url=x.html'><body><p>Moved to <a>x", set()),
    ("<meta http-equiv=refresh content=0,x.html><body><p>Moved to x", set()),
    ("<meta http-equiv=refresh content='10.5;URL=x.html'><body><p>Moved to x", set()),
    ("<meta http-equiv=refresh content='11; url=x.html'><body><p>News", {"news"}),
    ("<meta http-equiv=refresh content='300; url=/news'><body><p>News", {"news"}),
    ("<meta http-equiv=refresh content='; url=x.html'><body><p>News", {"news"}),
    ("<meta http-equiv=refresh content='+5; url=x.html'><body><p>News", {"news"}),
    ("<meta http-equiv=refresh content='300; '><body><p>News", {"news"}),
    ("<meta http-equiv=refresh content=300><body><p>News", {"news"}),
    ("<noscript><meta http-equiv=refresh content='0; url=x.html'></noscript><body><p>News", {"news"}),
    ("<body><meta http-equiv=refresh content='0; url=x.html'><p>News", {"news"}),
]


def found(html: str) -> list[int]:
    hashes: list[int] = row(html, "short_text")["short_text"]
    return hashes


@pytest.mark.parametrize(("html", "words"), CASES)
def test_cases(html: str, words: set[str]) -> None:
    assert found(html) == [0, *sorted(sequence_hash([word]) for word in words)] == sketch(html)


@given(well_formed())
def test_page_by_another_parser(page: WellFormed) -> None:
    assert found(page.html) == sketch(page.html)


def test_a_page_with_many_words_has_none() -> None:
    assert found("<p>" + "word " * MOST_WORDS) != []
    assert found("<p>" + "x" * MOST_BYTES) != []
    assert found("<p>" + "x" * (MOST_BYTES + 1)) == []
    assert found("<p>" + "word " * (MOST_WORDS + 1)) == []


def test_a_sketch_is_the_smallest_hashes() -> None:
    words = [chr(97 + a) + chr(97 + b) for a in range(10) for b in range(10)]
    assert found("<p>" + " ".join(words)) == [0, *sorted(sequence_hash([word]) for word in words)[:SKETCH]]


@pytest.mark.parametrize("count", [192, 193, 300, 380])
def test_a_sketch_of_many_words_some_of_them_repeated(count: int) -> None:
    words = [f"{'abcdefghijklmnopqrst'[number % 20]}{'abcdefghijklmnopqrst'[number // 20]}x" for number in range(count)]
    repeated = words + words[:: count // (MOST_WORDS - count) + 1]
    assert len(set(words)) == count < len(repeated) <= MOST_WORDS
    html = "<p>" + " ".join(repeated)
    assert found(html) == sketch(html)
    assert found(html) == [0, *sorted(sequence_hash([word]) for word in set(words))[:SKETCH]]
