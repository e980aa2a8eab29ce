"""Plain calls are understood without the command framework, and as the framework understands them."""

import inspect
from importlib import import_module

import pytest
import typer.main

from pagemold.cli import app
from pagemold.cli.quick import PLAIN, understood
from tests.cli.conftest import Run

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", PLAIN)
def test_options_are_those_of_the_framework(name: str) -> None:
    plain, framed = PLAIN[name], COMMANDS[name]
    options = {word: param.name for param in framed.params for word in param.opts if word.startswith("-")}
    values = {word: name for word, (name, _) in plain.values.items()}
    assert values | plain.flags == {word: name for word, name in options.items() if name != "help"}
    assert list(plain.arguments) == [param.name for param in framed.params if param.param_type_name == "argument"]
    called = inspect.signature(getattr(import_module(f"pagemold.cli.{plain.module}"), plain.function))
    for param in framed.params:
        if param.name in called.parameters and param.param_type_name == "option":
            assert called.parameters[param.name].default == param.default


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("similar a.mold b.html", {"mold": "a.mold", "page": "b.html"}),
        ("similar a.mold - -k 3 --json", {"mold": "a.mold", "page": "-", "k": 3, "json": True}),
        (
            "similar --measure jaccard a 7 --thorough",
            {"mold": "a", "page": "7", "measure": "jaccard", "thorough": True},
        ),
        ("similar a", None),
        ("similar a b c", None),
        ("similar a b -k", None),
        ("similar a b -k 0", None),
        ("similar a b -k -1", None),
        ("similar a b -k3", None),
        ("similar a b --measure=jaccard", None),
        ("similar a b --help", None),
        ("similar -- -a b", None),
        ("cluster a", None),
        ("", None),
    ],
)
def test_only_plain_calls_are_understood(words: str, given: dict[str, object] | None) -> None:
    found = understood(words.split())
    assert (found and found[1]) == given


def test_what_is_not_plain_ends_as_ever(run: Run) -> None:
    assert "Show the pages most alike" in run("similar", "--help").out
    assert "--neighbours" in run("similar", "a", "b", "-k", "0").err


def test_the_list_of_commands_is_there_without_importing_them(run: Run) -> None:
    listed = run("--help").out
    for name, command in COMMANDS.items():
        assert f"  {name}" in listed
        assert command.help.split()[0] in listed
