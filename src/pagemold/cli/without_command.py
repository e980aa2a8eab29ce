"""`pagemold` alone: the list of commands, or the version."""

from typing import Annotated

import typer

from pagemold.errors import UsageError


def _show_version(wanted: bool) -> None:
    if wanted:
        from pagemold import __version__

        print(f"pagemold {__version__}")
        raise typer.Exit


def without_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Tells which web pages came out of the same mold."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(UsageError.exit_code)
