"""What a user types becomes parts; what cannot be read is named in one line, and the others proceed."""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pagemold.errors import SourceError
from pagemold.sources.expand import expand
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part
from pagemold.sources.spool import Spool
from tests.archives import pack, record, shop


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("b.html", "a.html", "sub/c.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(shop(name))
    return tmp_path


def expanded(*sources: str) -> tuple[list[Part], list[str]]:
    ledger = Ledger(skip_unreadable=True)
    return list(expand(sources, ledger, Spool())), [str(error) for error in ledger.errors]


def names(sources: Sequence[str]) -> list[str]:
    parts, errors = expanded(*sources)
    assert errors == []
    return [part.source for part in parts]


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (["b.html", "a.html"], ["b.html", "a.html"]),
        (["a.html", "a.html"], ["a.html", "a.html"]),
        (["*.html"], ["a.html", "b.html"]),
        (["**/*.html"], ["a.html", "b.html", "sub/c.html"]),
        (["[b]*", "sub"], ["b.html", "sub/c.html"]),
        (["sub/", "a.html"], ["sub/c.html", "a.html"]),
    ],
)
def test_order_and_globs(sources: list[str], found: list[str]) -> None:
    assert names(sources) == found


def test_a_file_whose_name_looks_like_a_pattern(site: Path) -> None:
    (site / "[b].html").write_bytes(shop("odd"))
    assert names(["[b].html"]) == ["[b].html"]


def test_path_of_a_single_file_is_its_name() -> None:
    assert [part.path for part in expanded("sub/c.html")[0]] == ["c.html"]


@pytest.mark.parametrize(
    ("source", "paths"),
    [
        ("s*/*.html", ["sub/c.html"]),
        ("./**/*.html", ["./a.html", "./b.html", "./sub/c.html"]),
        ("s[u]b", ["sub/c.html"]),
    ],
)
def test_path_of_a_match_is_as_matched(source: str, paths: list[str]) -> None:
    assert [part.path for part in expanded(source)[0]] == paths


@pytest.mark.parametrize("name", ["empty.html", "empty.HTM", "empty.xhtml", "empty.shtml"])
@pytest.mark.parametrize("source", ["{}", "{}*"])
def test_an_empty_file_that_is_called_html_is_a_page(site: Path, name: str, source: str) -> None:
    (site / name).touch()
    (part,), errors = expanded(source.format(name))
    assert (part.kind, part.path, part.size, errors) == (Kind.DOCUMENT, name, 0, [])


def test_a_name_that_no_file_can_have() -> None:
    parts, (error,) = expanded("a\0b", "a.html")
    assert [part.source for part in parts] == ["a.html"]
    assert error == "a\0b: no such file or folder"


def test_every_unreadable_source_is_one_line_and_the_others_proceed(site: Path) -> None:
    (site / "empty.warc").touch()
    (site / "notes.txt").write_text("words")
    (site / "bare").mkdir()
    (site / "bare/notes.txt").write_text("words")
    os.mkfifo(site / "pipe")
    parts, errors = expanded("nowhere", "*.nothing", "empty.warc", "notes.txt", "bare", "pipe", "a.html")
    assert [part.source for part in parts] == ["a.html"]
    assert errors == [
        "nowhere: no such file or folder",
        "*.nothing: no such file or folder",
        "empty.warc: empty",
        "notes.txt: not a WARC, WACZ, HTML, JSONL or Parquet file",
        "bare: no HTML page and no archive in this folder",
        "pipe: not a regular file; use - to read from a pipe",
    ]


def test_without_leave_to_skip_the_first_unreadable_source_ends_it() -> None:
    with pytest.raises(SourceError, match="nowhere: no such file or folder") as caught:
        list(expand(["nowhere", "a.html"], Ledger(skip_unreadable=False), Spool()))
    assert caught.value.code == "source_missing"


def give_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (record("http://a/", shop("a")), Kind.ARCHIVE),
        (pack(record("http://a/", shop("a"))), Kind.ARCHIVE),
        (b'{"url": null, "html": "<p>"}', Kind.JSONL),
        (shop("a"), Kind.DOCUMENT),
        (b"words only", Kind.DOCUMENT),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, kind: Kind) -> None:
    give_stdin(monkeypatch, data)
    spool = Spool()
    (part,) = expand(["-"], Ledger(skip_unreadable=False), spool)
    assert (part.kind, part.source, part.path) == (kind, "-", None)
    assert Path(part.location).read_bytes() == data
    # Another reading finds the same bytes again, although the stream is at its end.
    (again,) = expand(["-"], Ledger(skip_unreadable=False), spool)
    assert again == part
    spool.close()
    assert not os.path.exists(part.location)


def test_empty_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    give_stdin(monkeypatch, b"")
    assert expanded("-") == ([], ["-: empty"])


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert expanded("-") == ([], ["-: there is no standard input"])
