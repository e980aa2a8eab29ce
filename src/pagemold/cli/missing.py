"""Which argument a call lacks, and what it is for."""

from collections.abc import Sequence
from typing import Any


def missing_argument(error: Any, words: Sequence[str]) -> str | None:
    """The argument that is missing behind those that are there, with its help; nothing where the error is another.

    The framework fills the arguments of `SOURCE… ID` from the end, and so would miss SOURCE where only that is given.
    """
    param, context = getattr(error, "param", None), getattr(error, "ctx", None)
    if param is None or context is None or param.param_type_name != "argument" or not param.required:
        return None
    arguments = [it for it in context.command.params if it.param_type_name == "argument"]
    values, _, _ = context.command.make_parser(context).parse_args(list(words[1:]))
    if values.get(param.name):
        return None
    given = sum(bool(values.get(it.name)) for it in arguments)
    lacking = arguments[given]
    return f"Missing argument {lacking.metavar}: {lacking.help}"
