"""Element paths that are too long for a line: folded between their segments, not inside a name."""

import re
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from pagemold.cli.shortened import cells

# What is escaped belongs to a class.
_SEGMENTS = re.compile(r"(?<!\\)(?=/)")
_CLASSES = re.compile(r"(?<!\\)(?=[.\[#])")
# A letter, or what stands for one: `\u202e` as `printable` writes it, `\.` in a class.
_LETTERS = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\?.", re.DOTALL)
# Narrower than this nobody can read a path: lines are too long then.
_LEAST = 12


def folded(path: str, width: int) -> list[str]:
    """The lines of a path, each no wider than `width`, if that is wide enough to be read; all but the first begin with
    what the fold is at.

    >>> folded("html/body/main.main/article.product", 20)
    ['html/body/main.main', '/article.product']
    >>> folded("html/div.related.section.wide", 12)
    ['html/div', '.related', '.section', '.wide']
    """
    width = max(width, _LEAST)
    return _filled(_pieces(path, width), width)


def _pieces(path: str, width: int) -> Iterator[str]:
    """What is not torn: segments, or where one is too long its classes, or else as many letters as fit."""
    for segment in _SEGMENTS.split(path):
        for piece in [segment] if cells(segment) <= width else _CLASSES.split(segment):
            yield from [piece] if cells(piece) <= width else _filled(_LETTERS.findall(piece), width)


def _filled(pieces: Iterable[str], width: int) -> list[str]:
    """Lines of as many pieces as fit."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and cells(lines[-1]) + cells(piece) > width:
            lines.append("")
        lines[-1] += piece
    return lines


class Folded:
    """A path as a cell of a table: folded at the width that its column gets."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join(folded(self._path, options.max_width)), overflow="fold")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max(map(cells, _SEGMENTS.split(self._path)))
        return Measurement(widest, cells(self._path)).with_maximum(options.max_width)
