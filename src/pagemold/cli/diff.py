"""`pagemold diff`: what changed between two collections."""

import json as json_format
from dataclasses import asdict
from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.printable import printable
from pagemold.store import Collection
from pagemold.store.difference import SAME, Change, differences


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The collection as it was.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The collection as it is.", show_default=False)],
    same: Annotated[
        float, typer.Option("--same", metavar="COSINE", help="From here on a template is unchanged.", min=0, max=1)
    ] = SAME,
    json: mold_options.Json = False,
    quiet: mold_options.Quiet = False,
) -> int:
    """Show templates born, died and changed, with a page each; exit with 1 if there are any."""
    with Collection(old) as before, Collection(new) as after:
        changes = differences(before, after, same)
    output = standard_output()
    with writing("standard output"):
        if changes and not json:
            print(f"{'change':<8}  {'template':<26}  {'pages':>15}  {'alike':>5}  example", file=output)
        for change in changes:
            print(json_format.dumps(asdict(change)) if json else _line(change), file=output)
    if not changes and not quiet:
        say("no template was born, died or changed")
    return 1 if changes else 0


def _line(change: Change) -> str:
    ids = " → ".join(id for id in (change.old, change.new) if id)
    pages = " → ".join(f"{it:,}" for it in (change.old_pages, change.new_pages))
    return f"{change.kind:<8}  {ids:<26}  {pages:>15}  {change.similarity:.3f}  {printable(change.example or '-')}"
