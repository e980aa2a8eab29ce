"""Nothing from the web moves the cursor or turns a line around."""

import unicodedata

import pytest

from pagemold.cli.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://a/größe?q=日本", "http://a/größe?q=日本"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\tb\nc\rd\x00", r"a\x09b\x0ac\x0dd\x00"),
        ("\x7f\x85\x9b", r"\x7f\x85\x9b"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\u2066a\u2069\u200e\u200f\u061c", r"\u2066a\u2069\u200e\u200f\u061c"),
        ("\u2028\ufeff\u200b", r"\u2028\ufeff\u200b"),
        ("\udce9", r"\udce9"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_no_control_and_no_direction_mark_gets_through() -> None:
    every = "".join(map(chr, range(0x2100)))
    left = [char for char in printable(every, limit=100_000) if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    turning = [char for char in printable(every, limit=100_000) if unicodedata.bidirectional(char) in BIDI_MARKS]
    assert (left, turning) == ([], [])


BIDI_MARKS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def test_long_text_is_cut() -> None:
    assert printable("x" * 1_000_000, limit=10) == "xxxxxxxxx…"
