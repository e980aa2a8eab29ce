"""Plain calls of the commands that should answer at once, understood before the command framework would be loaded.

The framework takes longer to import than a question takes to answer. Only what is spelled out in full is understood
here; everything else, such as help, an abbreviation or a mistake, is left to the framework. That both understand the
same options is a test (`tests/cli/test_quick.py`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Plain(NamedTuple):
    """A command: its arguments, the names of its options with a value and without, and what they are called there."""

    module: str
    function: str
    arguments: tuple[str, ...]
    values: dict[str, tuple[str, type]]
    flags: dict[str, str]


PLAIN = {
    "similar": Plain(
        "neighbours",
        "show_similar",
        ("mold", "page"),
        {"-k": ("k", int), "--neighbours": ("k", int), "--measure": ("measure", str)},
        {"--thorough": "thorough", "--json": "json"},
    )
}


def understood(words: Sequence[str]) -> tuple[Plain, dict[str, Any]] | None:
    """The command and its arguments, or nothing where the call is not a plain one."""
    command = PLAIN.get(words[0]) if words else None
    if command is None:
        return None
    given: dict[str, Any] = {}
    arguments = list(command.arguments)
    left = iter(words[1:])
    for word in left:
        if word in command.flags:
            given[command.flags[word]] = True
        elif word in command.values:
            name, kind = command.values[word]
            value = next(left, "")
            if not value or (kind is int and not (value.isascii() and value.isdigit() and 0 < len(value) < 8)):
                return None
            given[name] = kind(value)
        elif arguments and (word == "-" or not word.startswith("-")):
            given[arguments.pop(0)] = word
        else:
            return None
    return None if arguments or given.get("k") == 0 else (command, given)
