"""A folder is walked in one order, without what is hidden and without end."""

import os
from pathlib import Path

import pytest

from pagemold.errors import SourceError
from pagemold.sources.folder import walk
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind
from tests.archives import pack, record, shop


def fill(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(shop(name))
    return folder


def paths(folder: Path | str) -> list[str | None]:
    return [part.path for part in walk(str(folder), Ledger(skip_unreadable=False))]


def test_order_is_by_name_depth_first(tmp_path: Path) -> None:
    fill(tmp_path, "b.html", "a/z.html", "a/b/c.htm", "c", "A.xhtml", "a.shtml")
    assert paths(tmp_path) == ["A.xhtml", "a/b/c.htm", "a/z.html", "a.shtml", "b.html", "c"]


@pytest.mark.parametrize("ending", ["", "/", "//"])
def test_paths_are_relative_to_the_folder(tmp_path: Path, ending: str) -> None:
    fill(tmp_path, "a/b.html")
    (part,) = walk(f"{tmp_path}{ending}", Ledger(skip_unreadable=False))
    assert part.path == "a/b.html"
    assert os.path.samefile(part.source, tmp_path / "a/b.html")


def test_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "a/b.html")
    monkeypatch.chdir(tmp_path)
    assert paths(".") == ["a/b.html"]


def test_hidden_and_foreign_files_are_left_out(tmp_path: Path) -> None:
    fill(tmp_path, "page.html", ".hidden.html", ".git/page.html")
    (tmp_path / "notes.txt").write_text("words")
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8\xff")
    os.mkfifo(tmp_path / "pipe.html")
    assert paths(tmp_path) == ["page.html"]


def test_an_empty_page_is_a_page(tmp_path: Path) -> None:
    (tmp_path / "empty.html").touch()
    assert paths(tmp_path) == ["empty.html"]


def test_archives_inside_are_archives(tmp_path: Path) -> None:
    (tmp_path / "crawl").write_bytes(pack(record("http://a/", shop("a"))))
    (part,) = walk(str(tmp_path), Ledger(skip_unreadable=False))
    assert (part.kind, part.path, part.size) == (Kind.ARCHIVE, None, (tmp_path / "crawl").stat().st_size)


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    fill(tmp_path, "a/page.html")
    (tmp_path / "a/up").symlink_to(tmp_path)
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "gone.html").symlink_to(tmp_path / "nowhere.html")
    assert paths(tmp_path) == ["a/page.html"]


def test_a_link_to_a_page_is_followed(tmp_path: Path) -> None:
    fill(tmp_path, "site/page.html", "elsewhere/other.html")
    (tmp_path / "site/link.html").symlink_to(tmp_path / "elsewhere/other.html")
    assert paths(tmp_path / "site") == ["link.html", "page.html"]


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(shop("café"))
    (part,) = walk(str(tmp_path), Ledger(skip_unreadable=False))
    assert part.path == "caf\ufffd.html"
    assert os.path.exists(part.location)


def test_a_folder_that_cannot_be_entered_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "a/page.html", "b/page.html")
    scandir = os.scandir

    def refuse(path: str) -> os.DirEntry[str]:
        if path.endswith("a"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)  # type: ignore[return-value]

    monkeypatch.setattr(os, "scandir", refuse)
    ledger = Ledger(skip_unreadable=True)
    assert [part.path for part in walk(str(tmp_path), ledger)] == ["b/page.html"]
    assert [str(error) for error in ledger.errors] == [f"{tmp_path}/a: Permission denied"]
    with pytest.raises(SourceError, match="Permission denied"):
        paths(tmp_path)


def test_folders_far_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(300):
        os.mkdir("d")
        os.chdir("d")
    Path("page.html").write_bytes(shop("deep"))
    monkeypatch.chdir(tmp_path)
    assert paths(".") == ["d/" * 300 + "page.html"]
