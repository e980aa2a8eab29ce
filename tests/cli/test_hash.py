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
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "lzw1:00000200  page.html\nlzw1:  sub/no tag\n"


def test_at_most_25_entries(run: Run, here: Path) -> None:
    (here / "long.html").write_text("".join(f"<a{number}>" for number in range(100)))
    assert run("hash", "long.html").out == f"lzw1:{'00' * 25}  long.html\n"


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SMALLEST.encode())))
    assert run("hash", "-").out == "lzw1:00000200  -\n"


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
        {"url": None, "path": "page.html", "fingerprint": "lzw1:00000200", "flags": []},
        {"url": None, "path": "words", "fingerprint": "lzw1:", "flags": ["no_structure"]},
    ]


def test_the_same_as_cluster(run: Run, here: Path) -> None:
    (here / "shop.html").write_bytes(shop("x"))
    (row,) = (json.loads(line) for line in run("cluster", "shop.html", "--json", "-q").out.splitlines())
    assert run("hash", "shop.html").out == f"{row['fingerprint']}  shop.html\n"
