"""With a collection, each option of a command that reads other sources, too, is taken or refused; none is ignored."""

from pathlib import Path

import pytest
import typer.main

from pagemold.cli import app
from tests.cli.conftest import Run

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
FILTERS = {
    "--status": ["200"],
    "--all-statuses": [],
    "--all-types": [],
    "--min-bytes": ["9"],
    "--include": ["x"],
    "--exclude": ["x"],
}
# What each command refuses, and what it takes; options that only say how fast and how loud change no answer.
REFUSED: dict[str, dict[str, list[str]]] = {
    "info": {**FILTERS, "--strict": []},
    "template": {**FILTERS, "--method": ["grammar"], "--by": ["host"], "--coarser": ["5"], "--finer": ["5"]},
    "classify": {"--method": ["grammar"], "--train": ["labels.tsv"], "--apply": ["pages"]},
}
LOUD = {"--jobs", "--quiet", "--progress"}
TAKEN = {
    "info": {"--json", "--top", *LOUD},
    "template": {"--json", "--html", "--all", *LOUD},
    "classify": {"--output", "--json", "--strict", *FILTERS, *LOUD},
}


@pytest.fixture
def mold(run: Run, crawl: Path) -> Path:
    target = crawl.with_name("shop.mold")
    assert run("cluster", crawl, "-o", target, "-q").code == 0
    return target


def words(command: str, mold: Path, crawl: Path) -> list[str | Path]:
    more: dict[str, list[str | Path]] = {"info": [], "template": ["g"], "classify": [crawl]}
    return [command, mold, *more[command]]


@pytest.mark.parametrize("command", REFUSED)
def test_each_option_is_known_to_be_taken_or_refused(command: str) -> None:
    options = {it.opts[0] for it in COMMANDS[command].params if it.opts[0].startswith("--")} - {"--help"}
    assert options == REFUSED[command].keys() | TAKEN[command]


@pytest.mark.parametrize(("command", "option"), [(name, option) for name, some in REFUSED.items() for option in some])
def test_what_says_nothing_of_a_collection_is_refused(
    run: Run, mold: Path, crawl: Path, command: str, option: str
) -> None:
    ended = run(*words(command, mold, crawl), option, *REFUSED[command][option])
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert option in ended.err
    assert "collection" in ended.err


def test_it_is_refused_before_the_collection_is_opened(run: Run, tmp_path: Path) -> None:
    for command in ("info", "template"):
        told = run(*words(command, tmp_path / "nothing.mold", tmp_path), "--include", "x", "--status", "200").err
        assert "nothing.mold: --status, --include: not for a collection; its pages were chosen" in told


def test_collections_and_other_sources_are_not_mixed(run: Run, mold: Path, crawl: Path) -> None:
    ended = run("info", mold, crawl)
    assert (ended.code, ended.out) == (2, "")
    assert "asked one by one" in ended.err


def test_a_list_of_decisions_takes_no_words(run: Run, mold: Path) -> None:
    assert run("decide", mold, "list").code == 0
    assert "list wants nothing else" in run("decide", mold, "list", "g").err
