"""docs/commands.md names every command with exactly the options it has."""

import re
from pathlib import Path

import pytest
import typer.main

from pagemold._native import FLAG_NAMES
from pagemold.cli import app

TEXT = (Path(__file__).parents[2] / "docs/commands.md").read_text()
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def section(name: str) -> str:
    """What the page says under the heading of a command."""
    return TEXT.partition(f"\n## pagemold {name}\n")[2].partition("\n## ")[0]


def options(name: str) -> set[str]:
    spelled = {word for option in COMMANDS[name].params for word in (*option.opts, *option.secondary_opts)}
    return {word for word in spelled if word.startswith("-")} - {"--help", "-h"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_described(name: str) -> None:
    described = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", section(name)))
    assert described == {option for option in options(name) if option.startswith("--")}


def test_short_options_are_described() -> None:
    short = {option for name in COMMANDS for option in options(name) if not option.startswith("--")}
    assert {option for option in short if f"`{option}`" not in TEXT} == set()


def test_no_command_is_described_that_does_not_exist() -> None:
    assert re.findall(r"^## pagemold (.*)$", TEXT, re.MULTILINE) == list(COMMANDS)
    assert set(re.findall(r"^pagemold (\w+)", TEXT, re.MULTILINE)) <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    assert COMMANDS[name].help
    assert all(getattr(option, "help", None) for option in COMMANDS[name].params)


@pytest.mark.parametrize("flag", FLAG_NAMES)
def test_every_flag_is_explained(flag: str) -> None:
    assert f"`{flag}`" in TEXT.partition("\n### Flags\n")[2].partition("\n### ")[0]
    for name in ("cluster", "info"):
        assert flag in (COMMANDS[name].help or "")
