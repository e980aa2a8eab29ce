"""`pagemold regroup`: the pages of a collection in new groups."""

from typing import Annotated

import typer

from pagemold import keeping
from pagemold.cli import mold_options, options
from pagemold.cli.guard import say
from pagemold.errors import counted
from pagemold.methods import METHODS


def regroup(
    mold: mold_options.Folder,
    method: Annotated[
        str | None,
        typer.Option("--method", "-m", metavar="NAME", help=f"How: {', '.join(METHODS)}. Default: as before."),
    ] = None,
    jobs: options.Jobs = 0,
    quiet: mold_options.Quiet = False,
) -> int:
    """Group all pages anew; names, merges, splits and locked templates stay."""
    done = keeping.regroup(mold, method, jobs=jobs)
    if not quiet:
        counts = (
            f"{counted(done['moved'], 'page')} moved",
            *(f"{counted(done[it], 'template')} {it}" for it in ("kept", "born", "gone")),
        )
        say(" · ".join(counts))
    return 0
