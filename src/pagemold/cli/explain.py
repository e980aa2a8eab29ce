"""`pagemold explain`: why two pages are together or apart."""

import json as json_format
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pagemold import flow
from pagemold.cli import options
from pagemold.cli.guard import standard_output, writing
from pagemold.cli.outcome import outcome
from pagemold.cli.output import show
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.data import Explanation
from pagemold.reasons import explain as explain_pages
from pagemold.sources import read

# The reasons against come from few paths, those for from many.
_SHOWN = 12


def explain(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="What was given to `cluster`.", show_default=False)],
    one: Annotated[
        str, typer.Argument(metavar="A", help="URL or path of a page in it, or id of a group.", show_default=False)
    ],
    other: Annotated[str, typer.Argument(metavar="B", help="The same of another.", show_default=False)],
    json: options.Json = False,
    top: Annotated[int, typer.Option("--top", metavar="N", help="Paths to show; 0 for all.", min=0)] = _SHOWN,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Tell why two pages are in one group or in two, path by path, in bits."""
    pages = read(source)
    clustering = flow.cluster(pages, "grammar", jobs=jobs, watch=progress(progress_bar, quiet))
    found = explain_pages(pages, clustering, one, other)
    if json:
        with writing("standard output"):
            print(json_format.dumps(asdict(found) | {"together": found.together}), file=standard_output())
    else:
        print_explanation(found, top)
    return outcome(clustering.summary, strict=False, quiet=quiet)


def print_explanation(found: Explanation, top: int) -> None:
    """The verdict in a line, then the paths that weigh most."""
    show(Text(_verdict(found)))
    if not found.reasons:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    if not found.together:
        table.add_column("bits", justify="right", no_wrap=True)
    table.add_column("of A's group" if not found.together else "of the group", justify="right", no_wrap=True)
    if not found.together:
        table.add_column("of B's group", justify="right", no_wrap=True)
    table.add_column("path", overflow="fold")
    for reason in found.reasons[: top or None]:
        shares = [f"{reason.share:.0%}"] if found.together else [f"{reason.share:.0%}", f"{reason.other_share:.0%}"]
        bits = [] if found.together else [f"{reason.bits:+.1f}"]
        table.add_row(*map(Text, [*bits, *shares, printable(reason.path, limit=400)]))
    show(table)


def _verdict(found: Explanation) -> str:
    if found.together:
        said = f"together in {found.groups[0]}: its mold saves {found.bits:,.0f} bits on the two pages"
        return said + (". Only one of them has:" if found.reasons else ", and they have the same paths")
    against = f"apart, in {found.groups[0]} and {found.groups[1]}: one mold for both groups"
    cost = f"would cost {-found.bits:,.0f} bits" if found.bits < 0 else f"would save {found.bits:,.0f} bits"
    return (
        f"{against} {cost}. What weighs most (below 0 against, above 0 for one mold; "
        "where both have what the other lacks, that counts several times):"
    )
