"""The `pagemold` command: one file a command, one for what they share.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 changed (`diff`) or a fault of
our own, 2 wrong call or unreadable input, 3 damaged input under --strict, 4 could not write, 130 interrupted.
"""

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from pagemold.cli.guard import drop_output, guarded, say
from pagemold.errors import UsageError

__all__ = ["app", "main"]

# Each command: the module of this folder that it lives in, and its function there. A command is imported when it is
# called: `similar` answers before Arrow would be loaded.
COMMANDS = {
    "cluster": "cluster:cluster",
    "add": "add:add_pages",
    "similar": "similar:similar",
    "classify": "classify:classify",
    "compare": "compare:compare",
    "crawl": "crawl:crawl",
    "links": "links:links",
    "hash": "hash:hash_files",
    "info": "info:info",
    "template": "template:template",
    "explain": "explain:explain",
    "export": "export:export",
    "diff": "diff:diff",
    "decide": "decide:decide",
    "regroup": "regroup:regroup",
    "verify": "verify:verify",
    "compact": "compact:compact",
    "evaluate": "evaluate:evaluate_groups",
    "demo": "demo:demo",
}

app: typer.Typer


def __getattr__(name: str) -> Any:
    if name == "app":
        return _app(COMMANDS)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _app(names: Iterable[str]) -> typer.Typer:
    """The command with these subcommands."""
    made = typer.Typer(
        name="pagemold",
        help="Tells which web pages came out of the same mold.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.callback(invoke_without_command=True)(without_command)
    for name in names:
        module, _, function = COMMANDS[name].partition(":")
        made.command(name)(guarded(getattr(import_module(f"pagemold.cli.{module}"), function)))
    return made


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pagemold {version('pagemold')}")
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code. No user error ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        command = _app(words[:1] if words and words[0] in COMMANDS else COMMANDS)
        code = command(args=words, prog_name="pagemold", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return 0
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
