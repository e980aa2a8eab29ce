"""The `pagemold` command: one file a command, one for what they share.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 2 wrong call or unreadable input,
3 damaged input under --strict, 4 could not write, 130 interrupted, 1 a fault of our own.
"""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from pagemold.cli.classify import classify
from pagemold.cli.cluster import cluster
from pagemold.cli.compare import compare
from pagemold.cli.crawl import crawl
from pagemold.cli.demo import demo
from pagemold.cli.evaluate import evaluate_groups
from pagemold.cli.explain import explain
from pagemold.cli.guard import guarded, say
from pagemold.cli.hash import hash_files
from pagemold.cli.info import info
from pagemold.cli.links import links
from pagemold.cli.template import template
from pagemold.errors import UsageError

__all__ = ["app", "main"]

app = typer.Typer(
    name="pagemold",
    help="Tells which web pages came out of the same mold.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("cluster")(guarded(cluster))
app.command("classify")(guarded(classify))
app.command("compare")(guarded(compare))
app.command("crawl")(guarded(crawl))
app.command("links")(guarded(links))
app.command("hash")(guarded(hash_files))
app.command("info")(guarded(info))
app.command("template")(guarded(template))
app.command("explain")(guarded(explain))
app.command("evaluate")(guarded(evaluate_groups))
app.command("demo")(guarded(demo))


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pagemold {version('pagemold')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Tells which web pages came out of the same mold."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(UsageError.exit_code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code. No user error ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(args=None if arguments is None else list(arguments), prog_name="pagemold", standalone_mode=False)
    except typer.TyperException as error:
        say(f"{error.format_message().rstrip('.')} (--help shows how)")
        return error.exit_code
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except SystemExit as end:
        # How the command framework ends when nobody reads the help any more; `| head` is no failure.
        return 0 if isinstance(end.__context__, BrokenPipeError) else int(end.code or 0)
    return code if isinstance(code, int) else 0
