"""The `pagemold` command: one file a command, one for what they share.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 changed (`diff`) or a fault of
our own, 2 wrong call or unreadable input, 3 damaged input under --strict, 4 could not write, 130 interrupted.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pagemold.cli.guard import drop_output, guarded, say

if TYPE_CHECKING:
    import typer

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

app: "typer.Typer"


def __getattr__(name: str) -> Any:
    if name == "app":
        return _app({name: _command(name) for name in COMMANDS}.items())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _command(name: str) -> Callable[..., int]:
    """A command itself."""
    from importlib import import_module

    module, _, function = COMMANDS[name].partition(":")
    command: Callable[..., int] = getattr(import_module(f"pagemold.cli.{module}"), function)
    return command


def _title(name: str) -> Callable[..., int]:
    """What a command says about itself, read off its file without importing it: enough for a list of commands."""
    import ast

    module, _, function = COMMANDS[name].partition(":")
    with open(os.path.join(os.path.dirname(__file__), f"{module}.py"), encoding="utf-8") as file:
        body = ast.parse(file.read()).body

    def title() -> int:
        raise AssertionError("only its words are asked for")

    found = (node for node in body if isinstance(node, ast.FunctionDef) and node.name == function)
    title.__doc__ = ast.get_docstring(next(found))
    return title


def _app(commands: Iterable[tuple[str, Callable[..., int]]]) -> "typer.Typer":
    """The command with these subcommands."""
    import typer

    from pagemold.cli.without_command import without_command

    made = typer.Typer(
        name="pagemold",
        help="Tells which web pages came out of the same mold.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.callback(invoke_without_command=True)(without_command)
    for name, command in commands:
        made.command(name)(guarded(command))
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code. No user error ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _at_once(words)
        if code is None:
            code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return 0
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except SystemExit as end:
        # How the command framework ends when nobody reads the help any more; `| head` is no failure.
        return 0 if isinstance(end.__context__, BrokenPipeError) else int(end.code or 0)
    return code


def _at_once(words: list[str]) -> int | None:
    """What needs no command framework, which takes longer to load than such a question to answer."""
    from pagemold.cli.quick import understood

    if words == ["--version"]:
        from pagemold import __version__

        print(f"pagemold {__version__}")
        return 0
    found = understood(words)
    if found is None:
        return None
    from importlib import import_module

    command, given = found
    return guarded(getattr(import_module(f"pagemold.cli.{command.module}"), command.function))(**given)


def _run(words: list[str]) -> int:
    import typer

    known = words[0] if words and words[0] in COMMANDS else None
    command = _app([(known, _command(known))] if known else [(name, _title(name)) for name in COMMANDS])
    try:
        code = command(args=words, prog_name="pagemold", standalone_mode=False)
    except typer.TyperException as error:
        from pagemold.cli.missing import missing_argument

        said = missing_argument(error, words) or error.format_message()
        say(f"{said.rstrip('.')} (--help shows how)")
        return error.exit_code
    return code if isinstance(code, int) else 0
