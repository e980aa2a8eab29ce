"""A setting that is damaged is named by every command, with its file; none ends in a fault of our own."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.cli import main
from pagemold.errors import CollectionError, UsageError
from pagemold.keeping import create_mold
from pagemold.methods import METHODS
from pagemold.store import settings

# The words of each command that opens a collection, given that, another one, and a page of it.
COMMANDS: dict[str, Callable[[str, str, str], list[str]]] = {
    "info": lambda mold, other, page: [mold],
    "info --json": lambda mold, other, page: [mold, "--json"],
    "similar": lambda mold, other, page: [mold, page],
    "classify": lambda mold, other, page: [mold, page],
    "template": lambda mold, other, page: [mold, "g"],
    "export": lambda mold, other, page: [mold, "-o", f"{mold}.jsonl"],
    "diff": lambda mold, other, page: [mold, other],
    "diff to": lambda mold, other, page: [other, mold],
    "add": lambda mold, other, page: [mold, page],
    "decide": lambda mold, other, page: [mold, "list"],
    "decide name": lambda mold, other, page: [mold, "name", "g", "shop"],
    "regroup": lambda mold, other, page: [mold],
    "verify": lambda mold, other, page: [mold],
    "compact": lambda mold, other, page: [mold],
}
WRONG: dict[str, list[str | bytes]] = {
    "method": ["gramma", "", b"grammar"],
    "branches": ["branches", "", b"\xff\x00"],
    "bands": ["many", "0", "-1", "257", "9" * 400, b"42"],
    "rows": ["3.0", "0", "65", "\u0663", "x" * 100_000],
    "seed": ["", "-1", str(2**64), "0x1"],
    "created": ["yesterday", "2026-13-45", b""],
}


@pytest.fixture
def other(tmp_path: Path, archive: Path) -> str:
    target = str(tmp_path / "other.mold")
    create_mold(target, pm.read(archive))
    return target


def change(folder: str, query: str, *values: object) -> None:
    with closing(sqlite3.connect(Path(folder) / "pages.sqlite")) as connection, connection:
        connection.execute(query, values)


def test_all_settings_are_damaged_here(folder: str) -> None:
    with pm.open(folder) as mold:
        assert mold.settings.keys() == WRONG.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_damaged_setting_is_named_by_every_command(
    folder: str, other: str, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><body><p>x</p></body></html>")
    with pm.open(folder) as mold:
        whole = mold.settings[name]
    for value in [*WRONG[name], None]:
        if value is None:
            change(folder, "DELETE FROM settings WHERE name = ?", name)
        else:
            change(folder, "UPDATE settings SET value = ? WHERE name = ?", value, name)
        for command, words in COMMANDS.items():
            code = main([command.split()[0], *words(folder, other, str(page))])
            said = capsys.readouterr()
            assert (code, said.out) == (2, ""), (command, value, said)
            assert f"shop.mold/pages.sqlite: the setting {name} is " in said.err
            assert len(said.err.splitlines()) == 1
            assert len(said.err) < 400 + len(folder)
    change(folder, "INSERT OR REPLACE INTO settings VALUES (?, ?)", name, whole)
    assert main(["info", folder]) == 0


def test_a_damaged_setting_is_told_to_programs(folder: str) -> None:
    change(folder, "UPDATE settings SET value = 'x' WHERE name = 'bands'")
    with pytest.raises(CollectionError) as told:
        pm.open(folder)
    assert told.value.code == "collection_damaged"


def test_methods_are_those_that_there_are() -> None:
    assert METHODS.keys() == settings.METHODS


def test_a_collection_of_other_branches_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="pq_grams is not binary_branches or structural_branches"):
        create_mold(tmp_path / "new.mold", ["<p>x"], branches="pq_grams")
    assert not (tmp_path / "new.mold").exists()
