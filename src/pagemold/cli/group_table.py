"""The groups of a clustering as a table that fits the terminal."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from pagemold.cli.outcome import counted
from pagemold.cli.output import line_width, show
from pagemold.cli.printable import printable
from pagemold.cli.shortened import beginning, cells, ending, shortened
from pagemold.data import Clustering, Group
from pagemold.reasons import named

# Names may take this share of what a line has left beside numbers; examples get the rest.
_NAMES = 2 / 3
_LEAST = 12
_GAP = 2
# A narrower terminal shows addresses rather than fingerprints.
_WIDE = 100


def print_groups(clustering: Clustering, top: int) -> None:
    """The groups as a table, largest first; `top=0` shows all of them."""
    shown = clustering.groups[: top or None]
    shown = shown if all(group.name for group in shown) else named(shown, clustering.rows, None)
    width = line_width()
    names = names_in(shown, width)
    left = width - _numbers_in(shown) - max(map(cells, names), default=0) - _GAP
    half = (left - _GAP) // 2
    means = _means(clustering.groups) if width >= _WIDE and half >= _LEAST else None
    room = half if means else left
    # What has no room at all is left out: the columns before it keep their width.
    headings = ["group", "pages", "share", "name"]
    if room >= _LEAST:
        headings += ["example", means] if means else ["example"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in ("pages", "share") else "left", no_wrap=True)
    for group, name in zip(shown, names, strict=True):
        numbers = [group.id, f"{group.size:,}", f"{group.share:.1%}"]
        example = ending(printable(group.example or "", limit=2_000), room)
        means_here = beginning(printable(group.inbound or group.fingerprint or "", limit=2_000), room)
        # Text, not str: a URL may look like markup to rich.
        table.add_row(*map(Text, [*numbers, name, example, means_here][: len(headings)]))
    show(table)
    if 0 < top < len(clustering.groups):
        show(Text(f"… and {counted(len(clustering.groups) - top, 'more group')} (--top 0 shows all)"))


def _means(groups: Sequence[Group]) -> str | None:
    """What the method goes by, if it is worth a column."""
    by_links = any(group.inbound for group in groups)
    return "linked from" if by_links else "fingerprint" if any(group.fingerprint for group in groups) else None


def names_in(groups: Sequence[Group], width: int) -> list[str]:
    """The names of groups in a table so wide, with their flags, which are not lost where a name is long."""
    left = width - _numbers_in(groups)
    room = int(left * _NAMES)
    room = room if left - room >= _LEAST + _GAP else left
    flags = ["".join(f" ({flag})" for flag in group.flags) for group in groups]
    names = [printable(group.name or "", limit=300) for group in groups]
    rooms = [max(room - len(some), _LEAST) for some in flags]
    return [name + some for name, some in zip(shortened(names, rooms), flags, strict=True)]


def _numbers_in(groups: Sequence[Group]) -> int:
    """What ids, sizes and shares take of a line, with the gaps behind them."""
    return max((len(f"{group.id}  {group.size:>5,}  100.0%  ") for group in groups), default=0)
