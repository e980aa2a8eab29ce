"""What the commands of a collection share; imports nothing heavy."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import typer

from pagemold.errors import UsageError

Folder: TypeAlias = Annotated[
    str, typer.Argument(metavar="MOLD", help="The collection, NAME.mold.", show_default=False)
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Errors and results only.")]

_FILTERS = ("status", "all_statuses", "all_types", "min_bytes", "include", "exclude")


def is_mold(path: str) -> bool:
    """Whether a name is that of a collection."""
    return path.rstrip("/").endswith(".mold")


def refuse_filters(mold: str, chosen: Sequence[object], **others: object) -> None:
    """Refuses what `options.select` is given, and other options that choose or group pages, before anything is read: a
    collection has been through that.
    """
    given = dict(zip(_FILTERS, chosen, strict=True)) | others
    if names := [f"--{name.replace('_', '-')}" for name, value in given.items() if value]:
        why = "its pages were chosen and grouped when they were put into it"
        raise UsageError("wrong_argument", f"{mold}: {', '.join(names)}: not for a collection; {why}")
