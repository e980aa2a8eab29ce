"""`pagemold similar`: the pages of a collection most alike to one."""

from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.neighbours import show_similar


def similar(
    mold: mold_options.Folder,
    page: Annotated[
        str, typer.Argument(metavar="PAGE", help="A page's number, its URL, an HTML file, or - for stdin.")
    ],
    k: Annotated[int, typer.Option("--neighbours", "-k", metavar="N", help="How many pages to show.", min=1)] = 10,
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            metavar="NAME",
            help="cosine or jaccard of binary branches, or, of the nearest by these, tree-edit or grammar.",
        ),
    ] = "cosine",
    thorough: Annotated[bool, typer.Option("--thorough", help="Compare every candidate, however many.")] = False,
    json: mold_options.Json = False,
) -> int:
    """Show the pages most alike to a page: score, template, address, nearest first."""
    return show_similar(mold, page, k, measure, thorough, json)
