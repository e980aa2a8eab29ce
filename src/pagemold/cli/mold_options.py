"""What the commands of a collection share; imports nothing heavy."""

from typing import Annotated, TypeAlias

import typer

Folder: TypeAlias = Annotated[
    str, typer.Argument(metavar="MOLD", help="The collection, NAME.mold.", show_default=False)
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Errors and results only.")]


def is_mold(path: str) -> bool:
    """Whether a name is that of a collection."""
    return path.rstrip("/").endswith(".mold")
