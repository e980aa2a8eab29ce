"""`pagemold explain`: why two pages are together or apart."""

import json as json_format
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pagemold import flow
from pagemold._native import EXCHANGED
from pagemold.cli import options
from pagemold.cli.folded import Folded
from pagemold.cli.guard import standard_output, writing
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import outcome, without_pages
from pagemold.cli.output import line_width, show
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.data import Account, Explanation, Join, Reason
from pagemold.errors import UsageError, counted
from pagemold.reasons import explain as explain_pages

# The reasons against come from few paths, those for from many.
_SHOWN = 12
# Columns of a terminal from which headings of shares fit on one line beside paths.
_NARROW = 60
# The heading of the shares of the one group that both pages are in.
_SHARE = "of the group"
# What is shown of a path, here and by `template`.
LONGEST_PATH = 400
SIGNS = "bits above 0 speak for one template, below 0 against it"
WRAPPERS = (
    f"div.x{EXCHANGED}: div.x or another element in its place, with much the same inside; [div.y]: what it is called"
)
# Why two groups are apart though one would save bits.
LEFT_APART = "groups are joined step by step among near ones, and no pair is weighed again after the last step"
NO_DIFFERENCE = "Neither has anything that the other lacks."


def explain(
    sources: options.GroupedSources,
    one: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="URL or path of a page in it, or how one ends; file; FILE:OFFSET; id or name of a group.",
            show_default=False,
        ),
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="Another page or group, given as A is.", show_default=False)
    ],
    by: options.By = "all",
    coarser: options.Coarser = None,
    finer: options.Finer = None,
    json: options.Json = False,
    top: Annotated[int, typer.Option("--top", metavar="N", help="Paths to show of a kind; 0 for all.", min=0)] = _SHOWN,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Tell why two pages are in one group or in two, path by path, in bits.

    Bits are those of the groups that `cluster` finds without a cut, of all pages together, or with --by host of those
    of the host that both pages are on; with --coarser or --finer it is also said whether the two are together there.
    """
    level = options.level(coarser, finer)
    if any(map(is_mold, sources)):
        said = "a collection keeps no page and no reasons; give the sources that its pages came from"
        raise UsageError("wrong_argument", f"{next(filter(is_mold, sources))}: {said}")
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=False)
    clustering = flow.cluster(pages, "grammar", by=by, jobs=jobs, watch=progress(progress_bar, quiet), headings=True)
    if not len(clustering):
        return without_pages(clustering.summary, quiet=quiet)
    cut = clustering if level is None else clustering.cut(level)
    found = explain_pages(cut, one, other)
    # The same group may be called otherwise beside those of a cut.
    names, cut_names = ({group.id: group.name or "" for group in it.groups} for it in (clustering, cut))
    if json:
        verdicts = {"together": found.together, "together_in_cut": found.together_in_cut}
        with writing("standard output"):
            print(json_format.dumps(asdict(found) | verdicts), file=standard_output())
    else:
        if level is not None:
            option = f"--finer {finer:g}" if coarser is None else f"--coarser {coarser:g}"
            print_cut(found, cut_names, option)
        print_explanation(found, names, top)
    return outcome(clustering.summary, strict=False, quiet=quiet)


def print_cut(found: Explanation, names: Mapping[str, str], option: str) -> None:
    """Whether the pages are together where the tree is cut elsewhere, which the bits do not speak of."""
    here, there = _called(found.cut_groups, names)
    verdict = f"together in {here}" if found.together_in_cut else f"apart, in {here} and {there}"
    _say(f"With {option}: {verdict}.")
    _say("Without that cut, which all bits below speak of:")


def print_explanation(found: Explanation, names: Mapping[str, str], top: int) -> None:
    """The verdict in a line, which pages it is about, then the paths that weigh most."""
    here, there = _called(found.groups, names)
    if found.together:
        _print_together(found, here, top)
    else:
        _print_apart(found, here, there, top)


def _print_apart(found: Explanation, here: str, there: str, top: int) -> None:
    _say(f"apart, in {here} and {there}: {price(found.bits)}.")
    if not found.one_family:
        _say("They share too little of a frame to be joined, whatever that costs: no --coarser does it.")
    else:
        if found.bits > 0:
            _say(f"They are left apart all the same: {LEFT_APART}.")
        _say(_cut_that_joins(found))
    _print_pages(found)
    _print_weighed(found.account, found.reasons, "group", top)


def _print_together(found: Explanation, here: str, top: int) -> None:
    twice = "the page, counted twice" if found.one_page else "the two pages"
    _say(f"together in {here}: its template saves {found.bits:,.0f} bits on {twice}.")
    if found.finer is not None:
        _say(f"In two groups from --finer {found.finer:.2f} on (bits a page of the smaller side).")
    elif not found.one_page:
        _say("No --finer parts them.")
    _print_pages(found)
    if found.join is not None:
        _print_join(found.join, top)
        _say("What the template of the group saves on the two pages, compared with none:")
    shared = _weighty(reason for reason in found.reasons if reason.pages == (True, True))
    _say(f"Both have ({SIGNS}):")
    show(_table(shared, top, [_SHARE]))
    one_sided = [reason for reason in found.reasons if reason.pages in ((True, False), (False, True))]
    if differing := _weighty(one_sided):
        _say("Only one of them has:")
        show(_table(differing, top, [_SHARE]))
    else:
        _say("What only one of them has weighs nothing." if one_sided else NO_DIFFERENCE)
    if lacking := _weighty(reason for reason in found.reasons if reason.pages == (False, False)):
        _say("Neither has, though other pages of the group do:")
        show(_table(lacking, top, [_SHARE]))
    _say_of_wrappers([reason for table in (shared, differing, lacking) for reason in table[: top or None]])


def _print_join(join: Join, top: int) -> None:
    """What made one group of the parts that two pages were in."""
    here, there = (counted(pages, "page") for pages in join.pages)
    bits = join.account.bits
    saves = f"{'saves' if bits > 0 else 'costs'} {_bits(bits)}"
    _say(f"Before they were joined, A was in a part of {here}, B in one of {there}: that {saves}.")
    _print_weighed(join.account, join.reasons, "part", top)


def _print_weighed(account: Account | None, reasons: Sequence[Reason], sides: str, top: int) -> None:
    """What speaks for and against one template for two groups, or two parts of one."""
    weighty = _weighty(reasons)
    if account is not None:
        told = f"what is alike gives {account.alike:+,.0f} and what differs {account.differing:+,.0f}"
        _say(f"One template is given {account.advance:+,.0f} bits in advance; {told}.")
    _say(f"What weighs most ({SIGNS}; where both {sides}s have what")
    _say("the other lacks, what differs counts several times, and by its logarithm where only one has):")
    show(_table(weighty, top, [f"of A's {sides}", f"of B's {sides}"]))
    _say_of_wrappers(weighty[: top or None])


def _cut_that_joins(found: Explanation) -> str:
    if found.coarser is None:
        return "No --coarser makes them one group."
    return f"One group from --coarser {found.coarser:.2f} on (bits a page of the smaller side)."


def _say_of_wrappers(shown: Sequence[Reason]) -> None:
    if any(EXCHANGED in reason.path for reason in shown):
        _say(f"{WRAPPERS}.")


def _weighty(reasons: Iterable[Reason]) -> list[Reason]:
    """Those that do not show as 0.0."""
    return [reason for reason in reasons if abs(round(reason.bits, 1)) > 0]


def _print_pages(found: Explanation) -> None:
    """Which pages are meant: whoever gave a group or the end of an address cannot know."""
    for letter, address in zip("AB", found.addresses, strict=True):
        _say(f"{letter}: {address or '-'}")
    if found.one_page:
        _say("A and B are one and the same page.")


def _called(ids: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Groups as people read them."""
    return [" ".join(filter(None, [id, names.get(id)])) for id in ids]


def _say(line: str) -> None:
    show(Text(printable(line)))


def price(bits: float) -> str:
    """What one template for two groups would cost or save."""
    return f"one template for both would {'cost' if bits < 0 else 'save'} {_bits(bits)}"


def _bits(bits: float) -> str:
    """How many, without their sign."""
    return counted(round(abs(bits)), "bit")


def _table(reasons: Sequence[Reason], top: int, shares_of: Sequence[str]) -> Table:
    """The reasons with as many of their shares as there are headings for."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    if line_width() < _NARROW:
        shares_of = ["\n".join(heading.rsplit(" ", 1)) for heading in shares_of]
    for heading in ("bits", *shares_of):
        table.add_column(heading, justify="right", no_wrap=True)
    for heading in ("A", "B"):
        table.add_column(heading, no_wrap=True)
    table.add_column("path", overflow="fold")
    for reason in reasons[: top or None]:
        shares = [reason.share, reason.other_share][: len(shares_of)]
        has = ["yes" if here else "-" for here in reason.pages or ()]
        cells = [f"{reason.bits:+.1f}", *(f"{share:.0%}" for share in shares), *has]
        table.add_row(*map(Text, cells), Folded(printable(reason.path, limit=LONGEST_PATH)))
    if 0 < top < len(reasons):
        table.add_row(Text("…"), *[""] * (len(table.columns) - 2), Text(f"and {len(reasons) - top:,} more (--top 0)"))
    return table
