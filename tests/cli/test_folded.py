"""Paths that are too long for a line."""

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from pagemold.cli.folded import Folded, folded

PATH = "html/body/main.main/article.post.post-#.tag-#/section.comments"


@pytest.mark.parametrize(
    ("path", "width", "lines"),
    [
        (PATH, 100, [PATH]),
        (PATH, 35, ["html/body/main.main", "/article.post.post-#.tag-#", "/section.comments"]),
        ("html/div.w-1\\/2.wide", 10, ["html/div", ".w-1\\/2", ".wide"]),
        ("html/head/meta[og:type=article]", 16, ["html/head/meta", "[og:type=article", "]"]),
        ("", 5, [""]),
    ],
)
def test_folds_between_segments_or_else_classes(path: str, width: int, lines: list[str]) -> None:
    assert folded(path, width) == lines


@pytest.mark.parametrize("width", [-3, 0, 1, 2, 7, 20])
def test_nothing_is_lost_and_no_line_is_too_long(width: int) -> None:
    lines = folded(PATH, width)
    assert "".join(lines) == PATH
    assert max(map(len, lines)) <= max(width, 1)


def test_a_column_folds_at_the_width_it_gets() -> None:
    table = Table(box=None, pad_edge=False, padding=0)
    table.add_column("path", width=30)
    table.add_row(Folded(PATH))
    console = Console(file=StringIO(), width=80)
    console.print(table)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert lines == ["path", "html/body/main.main", "/article.post.post-#.tag-#", "/section.comments"]
