"""The groups of a clustering as a table that fits the terminal."""

from collections.abc import Sequence
from typing import Literal

from rich.table import Table
from rich.text import Text

from pagemold.cli.output import line_width, show
from pagemold.cli.printable import printable
from pagemold.cli.shortened import beginning, cells, ending, shortened
from pagemold.clustering import Clustering, Group
from pagemold.errors import counted
from pagemold.reasons import with_names

# Names may take this share of what a line has left beside numbers; examples get the rest.
_NAMES = 2 / 3
_LEAST = 12
_GAP = 2
_SHARE = "100.0%  "
# A narrower terminal shows addresses rather than fingerprints.
_WIDE = 100


def print_groups(clustering: Clustering, top: int) -> None:
    """The groups as a table, largest first; `top=0` shows all of them. None where there are no groups."""
    if not clustering.groups:
        return
    shown = with_names(clustering.groups[: top or None], clustering.rows)
    width = line_width()
    names = names_in(shown, width)
    left = width - _numbers_in(shown, width) - max(map(cells, names), default=0) - _GAP
    half = (left - _GAP) // 2
    means = _means(clustering.groups) if width >= _WIDE and half >= _LEAST else None
    room = half if means else left
    # What has no room at all is left out: the columns before it keep their width.
    headings = ["group", "pages", *(["share"] if _has_share(shown, width) else []), "name"]
    if room >= _LEAST:
        headings += ["example", means] if means else ["example"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    # Ids, numbers and flags are never cut: half of a number is another. Where all else is gone, lines are too long.
    whole = {"group": [group.id for group in shown], "pages": [f"{group.size:,}" for group in shown], "name": names}
    for heading in headings:
        least = max(map(cells, whole.get(heading, [])), default=0)
        justify: Literal["left", "right"] = "right" if heading in ("pages", "share") else "left"
        table.add_column(heading, justify=justify, no_wrap=True, min_width=least)
    for group, name in zip(shown, names, strict=True):
        numbers = [group.id, f"{group.size:,}", *([f"{group.share:.1%}"] if "share" in headings else [])]
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
    left = width - _numbers_in(groups, width)
    room = int(left * _NAMES)
    room = room if left - room >= _LEAST + _GAP else left
    flags = list(map(flags_of, groups))
    names = list(map(name_of, groups))
    rooms = [max(room - len(some), 1) for some in flags]
    short = shortened(names, rooms)
    # Where there is hardly any room the ids tell groups apart.
    fitting = [
        ending(name if cells(it) > room else it, room) for name, it, room in zip(names, short, rooms, strict=True)
    ]
    return [name + some for name, some in zip(fitting, flags, strict=True)]


def name_of(group: Group) -> str:
    """The name of a group as a line may have it."""
    return printable(group.name or "", limit=300)


def flags_of(group: Group) -> str:
    """Its flags, as they stand behind the name."""
    return "".join(f" ({flag})" for flag in group.flags)


def _numbers_in(groups: Sequence[Group], width: int) -> int:
    """What ids, sizes and, where they have room, shares take of a line, with the gaps behind them."""
    return _ids_and_sizes(groups) + (len(_SHARE) if _has_share(groups, width) else 0)


def _has_share(groups: Sequence[Group], width: int) -> bool:
    """Whether shares leave enough for the names; sizes tell as much."""
    left = width - _ids_and_sizes(groups) - len(_SHARE)
    return all(min(cells(name_of(group)), _LEAST) + len(flags_of(group)) <= left for group in groups)


def _ids_and_sizes(groups: Sequence[Group]) -> int:
    return max((len(f"{group.id}  {group.size:>5,}  ") for group in groups), default=0)
