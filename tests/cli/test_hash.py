"""`pagemold hash`: lines like those of checksum tools."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.archives import shop
from tests.cli.conftest import Run

SMALLEST = "<html><head></head><body></body></html>"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(SMALLEST)
    return tmp_path


def test_one_line_a_file(run: Run, here: Path) -> None:
    (here / "sub").mkdir()
    (here / "sub/no tag").write_text("words")
    outcome = run("hash", "page.html", "sub/no tag")
    assert outcome.code == 0
    assert outcome.out == "lzw1:00000200  page.html\nlzw1:  sub/no tag\n"
    assert outcome.err == "pagemold: warning: sub/no tag: this is no HTML; archives are for pagemold cluster\n"


def test_at_most_25_entries(run: Run, here: Path) -> None:
    (here / "long.html").write_text("".join(f"<a{number}>" for number in range(100)))
    assert run("hash", "long.html").out == f"lzw1:{'00' * 25}  long.html\n"


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SMALLEST.encode())))
    assert run("hash", "-").out == "lzw1:00000200  -\n"


def test_no_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    outcome = run("hash", "-")
    assert (outcome.code, outcome.out, outcome.err) == (2, "", "pagemold: -: there is no standard input\n")


def test_unreadable_files_are_one_line_and_the_others_proceed(run: Run, here: Path) -> None:
    os.mkfifo(here / "pipe")
    outcome = run("hash", "nowhere", ".", "pipe", "page.html")
    assert outcome.code == 2
    assert outcome.out == "lzw1:00000200  page.html\n"
    assert outcome.err.splitlines() == [
        "pagemold: nowhere: No such file or directory",
        "pagemold: .: a folder",
        "pagemold: pipe: not a regular file; use - to read from a pipe",
    ]


def test_a_name_cannot_break_the_line(run: Run, here: Path) -> None:
    (here / "a\nb\x1b[1m.html").write_text(SMALLEST)
    assert run("hash", "a\nb\x1b[1m.html").out == "lzw1:00000200  a\\x0ab\\x1b[1m.html\n"


def test_json(run: Run, here: Path) -> None:
    (here / "words").write_text("words")
    lines = run("hash", "--json", "page.html", "words").out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"url": None, "path": "page.html", "group": None, "flags": [], "fingerprint": "lzw1:00000200"},
        {"url": None, "path": "words", "group": None, "flags": ["no_structure"], "fingerprint": None},
    ]


def test_a_long_path_is_whole(run: Run) -> None:
    path = "./" * 1_000 + "page.html"
    assert run("hash", path).out == f"lzw1:00000200  {path}\n"
    assert json.loads(run("hash", "--json", path).out)["path"] == path
    missing = run("hash", path + "x")
    assert missing.err == f"pagemold: {path}x: No such file or directory\n"


def test_the_same_as_cluster(run: Run, here: Path) -> None:
    (here / "shop.html").write_bytes(shop("x"))
    (row,) = (
        json.loads(line) for line in run("cluster", "shop.html", "-m", "fingerprint", "--json", "-q").out.splitlines()
    )
    assert run("hash", "shop.html").out == f"{row['fingerprint']}  shop.html\n"
