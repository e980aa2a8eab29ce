"""A collection into which nothing was stored: none is left behind, one that is found is taken over."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import CollectionError, OutputError
from pagemold.keeping import add, create_mold
from pagemold.store import writer as writer_module
from pagemold.store.writer import Writer
from tests.archives import shop
from tests.interrupts import interrupt_while_reading


def interrupted(pages: Iterator[bytes]) -> Iterator[bytes]:
    yield from pages
    raise KeyboardInterrupt


def test_what_ends_before_anything_is_stored_leaves_no_collection(tmp_path: Path) -> None:
    folder = tmp_path / "new.mold"
    with pytest.raises(KeyboardInterrupt):
        create_mold(folder, interrupted(shop(str(number)) for number in range(20)))
    assert list(tmp_path.iterdir()) == []
    create_mold(folder, [shop("1")])
    with pm.open(folder) as mold:
        assert len(mold) == 1


def test_what_was_committed_is_never_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "begun.mold"
    monkeypatch.setattr(writer_module, "COMMIT_PAGES", 1)
    pages = [pm.Page(url=f"http://shop.example/{number}", html=shop(str(number)).decode()) for number in range(2_000)]
    with pytest.raises(KeyboardInterrupt):
        create_mold(folder, interrupted(iter(pages)))  # type: ignore[arg-type]
    with pm.open(folder) as mold:
        assert 0 < len(mold) <= len(pages)
    with pytest.raises(OutputError, match="is there already; pagemold add"):
        create_mold(folder, pages)
    assert add(str(folder), pages).added > 0
    with pm.open(folder) as mold:
        assert (len(mold), [it.pages for it in mold.templates()]) == (len(pages), [len(pages)])


def test_an_empty_collection_is_taken_over_and_not_removed(tmp_path: Path) -> None:
    folder = tmp_path / "empty.mold"
    create_mold(folder, [])
    (folder / "notes.txt").write_text("mine")
    with Writer(str(folder)), pytest.raises(CollectionError, match="somebody else is writing"):
        create_mold(folder, [shop("1")])
    with pytest.raises(KeyboardInterrupt):
        create_mold(folder, interrupted(iter([shop("1")])))
    create_mold(folder, [shop("1")], "fingerprint", branches="structural_branches")
    with pm.open(folder) as mold:
        assert (mold.settings["method"], mold.settings["branches"]) == ("fingerprint", "structural_branches")
        assert (len(mold), mold.verify()) == (1, [])
    assert (folder / "notes.txt").read_text() == "mine"
    other = tmp_path / "folder.mold"
    other.mkdir()
    with pytest.raises(OutputError, match="is there already"):
        create_mold(other, [shop("1")])


def test_an_interrupted_command_can_be_typed_again(tmp_path: Path) -> None:
    folder = tmp_path / "new.mold"
    command = [sys.executable, "-m", "pagemold", "cluster", "-", "-o", str(folder)]
    interrupt_while_reading(command)
    assert not folder.exists()
    assert subprocess.run(command, input=shop("x"), capture_output=True).returncode == 0
