"""`pagemold compare`: two pages → how alike they are by every measure, and where they differ."""

import json as json_format
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pagemold import difference, flow
from pagemold.cli import options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.output import show, write_text
from pagemold.cli.page_file import read_page
from pagemold.cli.printable import printable
from pagemold.data import Comparison
from pagemold.errors import SourceError, UsageError
from pagemold.features import features

_COLOURS = {"-": "red", "+": "green", "~": "yellow", "…": "dim"}
_BAR = 20


def compare(
    one: Annotated[str, typer.Argument(metavar="A", help="An HTML file; - for stdin.", show_default=False)],
    other: Annotated[str, typer.Argument(metavar="B", help="Another one.", show_default=False)],
    json: options.Json = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write the comparison as a page.", show_default=False)
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", metavar="N", help="Lines of the difference to show; 0 for all.", min=0)
    ] = 60,
    kappa: options.Kappa = None,
    costs: options.Costs = None,
    fold: Annotated[
        bool, typer.Option("--fold", help="Tree edits: leave repeated siblings out first, as of long lists.")
    ] = False,
) -> int:
    """Compare two pages by every measure, and show where their structures differ."""
    if one == other == "-":
        raise UsageError("wrong_argument", "- can stand for one of the two pages only")
    given: dict[str, Any] = {"kappa": kappa, "costs": options.edit_costs(costs), "fold": fold or None}
    settings = {name: value for name, value in given.items() if value is not None}
    pages = [_page(file) for file in (one, other)]
    found = flow.compare(*pages, **settings)
    if html:
        write_text(difference.page((one, other), found), html)
    if json:
        with writing("standard output"):
            print(json_format.dumps(found.similarities), file=standard_output())
    else:
        _show(found, lines)
    if html:
        say(f"wrote {html}")
    return 0


def _page(file: str) -> bytes:
    try:
        html = read_page(file)
    except OSError as error:
        raise SourceError("source_unreadable", f"{file}: {error.strerror or error}") from error
    batch = next(features([html], ["fingerprint"], jobs=1))
    if not len(batch["fingerprint"][0].as_py()):
        raise SourceError("no_structure", f"{file}: this is no HTML; there is nothing to compare")
    return html


def _show(found: Comparison, most: int) -> None:
    show(Text(found.verdict, style="bold"))
    show(Text(found.caveat))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, justify in [("measure", "left"), ("", "left"), ("similarity", "right"), ("time", "right")]:
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for name, value in found.similarities.items():
        bar = "█" * round((value or 0) * _BAR)
        said = "too large" if value is None else f"{value:.3f}"
        table.add_row(name, Text(bar.ljust(_BAR, "·"), style="cyan"), said, f"{found.seconds[name] * 1000:,.1f} ms")
    show(table)
    _show_lines(found, most)


def _show_lines(found: Comparison, most: int) -> None:
    if found.lines is None:
        show(Text("The pages are too large to be aligned."))
        return
    show(Text("\nWhere they differ (- only in A, + only in B, ~ changed):", style="bold"))
    for line in found.lines[: most or None]:
        show(Text(printable(difference.written(line), limit=300), style=_COLOURS.get(line.sign, "")))
    if most and len(found.lines) > most:
        show(Text(f"… and {len(found.lines) - most:,} more lines (--lines 0 shows all)", style="dim"))
