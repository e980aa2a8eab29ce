"""Paths that are too long for a line."""

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from pagemold.cli.folded import Folded, folded
from pagemold.cli.printable import printable
from pagemold.cli.shortened import cells

PATH = "html/body/main.main/article.post.post-#.tag-#/section.comments"


@pytest.mark.parametrize(
    ("path", "width", "lines"),
    [
        (PATH, 100, [PATH]),
        (PATH, 35, ["html/body/main.main", "/article.post.post-#.tag-#", "/section.comments"]),
        ("html/div.w-1\\/2.wider", 12, ["html/div", ".w-1\\/2", ".wider"]),
        ("html/div.漢漢漢漢漢漢漢漢", 12, ["html/div", ".漢漢漢漢漢", "漢漢漢"]),
        ("html/p.123456789\\u202e1234", 12, ["html/p", ".123456789", "\\u202e1234"]),
        ("html/p.1234567890\\.x", 12, ["html/p", ".1234567890", "\\.x"]),
        ("html/head/meta[og:type=article]", 16, ["html/head/meta", "[og:type=article", "]"]),
        ("", 5, [""]),
    ],
)
def test_folds_between_segments_or_else_classes(path: str, width: int, lines: list[str]) -> None:
    assert folded(path, width) == lines


@given(st.text("ab/.#[]\\\x1b\u202e漢é\u0301"), st.integers(-3, 40))
def test_nothing_is_lost_no_line_is_too_wide_and_no_escape_is_torn(path: str, width: int) -> None:
    path = printable(path)
    lines = folded(path, width)
    assert "".join(lines) == path
    assert max(map(cells, lines)) <= max(width, 12)
    escapes = re.compile(r"\\x1b|\\u202e")
    assert sum(len(escapes.findall(line)) for line in lines) == len(escapes.findall(path))


def test_a_column_folds_at_the_width_it_gets() -> None:
    table = Table(box=None, pad_edge=False, padding=0)
    table.add_column("path", width=30)
    table.add_row(Folded(PATH))
    console = Console(file=StringIO(), width=80)
    console.print(table)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert lines == ["path", "html/body/main.main", "/article.post.post-#.tag-#", "/section.comments"]
