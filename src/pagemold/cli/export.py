"""`pagemold export`: the pages of a collection as a file."""

from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.guard import say
from pagemold.cli.output import check_output, write_file
from pagemold.errors import counted
from pagemold.store import Collection


def export(
    mold: mold_options.Folder,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .jsonl, .csv or .parquet.")],
    quiet: mold_options.Quiet = False,
) -> int:
    """Write one row a page, with its template, to a file."""
    check_output(output)
    with Collection(mold) as collection:
        rows = collection.table()
    write_file(rows, output)
    if not quiet:
        say(f"wrote {counted(rows.num_rows, 'row')} to {output}")
    return 0
