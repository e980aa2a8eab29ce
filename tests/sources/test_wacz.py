"""WACZ: read in place where it can be, and believed in nothing."""

import os
import struct
import tempfile
import zipfile
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import SourceError
from pagemold.sources import wacz as wacz_module
from tests.archives import pack, record, sha256, shop, wacz

FIRST = pack(record("http://a/0", shop("0")))
SECOND = pack(record("http://a/1", shop("1")))
CRAWL = FIRST + SECOND


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where spooled members go, so that a test can see what is left."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def codes(pages: pm.Pages) -> list[str]:
    return [problem.code for problem in pages.summary.problems]


@pytest.mark.parametrize("packed", [False, True])
def test_members_in_their_order(tmp_path: Path, temporary: Path, packed: bool) -> None:
    members = {
        "archive/b.warc.gz": CRAWL,
        "pages/pages.jsonl": b"{}",
        "archive/a.warc": record("http://a/2", shop("2")),
    }
    path = wacz(tmp_path / "crawl.wacz", members, packed=packed)
    pages = pm.read(path)
    found = list(pages)
    assert [page.url for page in found] == ["http://a/0", "http://a/1", "http://a/2"]
    # Offsets count from the beginning of the member, as the index inside a WACZ has them.
    assert [page.offset for page in found] == [0, len(FIRST), 0]
    assert [page.source for page in found] == [
        f"{path}#archive/{name}" for name in ("b.warc.gz", "b.warc.gz", "a.warc")
    ]
    assert codes(pages) == []
    assert list(temporary.iterdir()) == []


def test_stored_members_are_not_copied(tmp_path: Path, temporary: Path) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc.gz": CRAWL})
    with pm.read(path).batches() as reading:
        next(reading)
        assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "name", ["archive/../../evil.warc.gz", "archive//etc/evil.warc.gz", "archive/\x00evil.warc.gz"]
)
def test_names_never_reach_the_disk(tmp_path: Path, name: str, packed: bool) -> None:
    path = tmp_path / "crawl.wacz"
    wacz(path, {name: CRAWL}, packed=packed)
    before = set(tmp_path.rglob("*"))
    with pm.read(path, skip_unreadable=True).batches() as reading:
        list(reading)
    assert set(tmp_path.rglob("*")) == before
    assert not list(tmp_path.parent.glob("evil*"))


@pytest.mark.parametrize("packed", [False, True])
def test_a_wrong_digest_is_a_warning(tmp_path: Path, packed: bool) -> None:
    members = {"archive/a.warc.gz": CRAWL}
    path = wacz(tmp_path / "crawl.wacz", members, packed=packed, digests={"archive/a.warc.gz": sha256(b"other")})
    pages = pm.read(path)
    assert len(list(pages)) == 2
    (problem,) = pages.summary.problems
    assert (problem.code, problem.source) == ("wacz_digest", str(path))
    assert problem.message == "archive/a.warc.gz: its digest is not the one in datapackage.json"


@pytest.mark.parametrize(
    "package", [b"{", b"[]", b'{"resources": 7}', b'{"resources": [{"path": "x"}]}', b"{}", b"\xff", b"[" * 100_000]
)
def test_a_package_file_that_makes_no_sense(tmp_path: Path, package: bytes) -> None:
    path = tmp_path / "crawl.wacz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/a.warc.gz", CRAWL)
        file.writestr("datapackage.json", package)
    pages = pm.read(path)
    assert len(list(pages)) == 2
    assert codes(pages) == ["wacz_package"]


def test_without_a_package_file_there_is_nothing_to_check(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "crawl.wacz", "w") as file:
        file.writestr("archive/a.warc.gz", CRAWL)
    pages = pm.read(tmp_path / "crawl.wacz")
    assert len(list(pages)) == 2
    assert codes(pages) == []


def test_a_bomb_stops_at_its_bound(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wacz_module, "_UNPACKED_BYTES", 1 << 20)
    monkeypatch.setattr(wacz_module, "_UNPACKED_RATIO", 1)
    bomb = record("http://a/", shop("first")) + bytes(30 << 20)
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc": bomb, "archive/b.warc": bomb}, packed=True)
    largest = 0
    with pm.read(path).batches() as reading:
        for _ in reading:
            largest = sum(file.stat().st_size for file in temporary.rglob("*") if file.is_file())
    assert largest <= 1 << 20
    assert "wacz_bomb" in [problem.code for problem in reading.summary.problems]
    assert list(temporary.iterdir()) == []


def test_members_that_share_their_bytes_are_read_once(tmp_path: Path) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc.gz": CRAWL, "archive/b.warc.gz": CRAWL})
    data = bytearray(path.read_bytes())
    entry = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)
    data[entry + 42 : entry + 46] = struct.pack("<I", 0)
    path.write_bytes(data)
    pages = pm.read(path)
    assert len(list(pages)) == 2
    assert "wacz_member" in codes(pages)


def test_an_encrypted_member_is_left_out(tmp_path: Path) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc.gz": CRAWL, "archive/b.warc.gz": CRAWL})
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    pages = pm.read(path)
    assert {page.source for page in pages} == {f"{path}#archive/b.warc.gz"}
    assert [problem.message for problem in pages.summary.problems] == ["archive/a.warc.gz: encrypted"]


def test_a_member_that_is_no_archive_costs_only_itself(tmp_path: Path) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc": b"words", "archive/b.warc.gz": CRAWL})
    pages = pm.read(path)
    assert len(list(pages)) == 2
    assert [problem.message for problem in pages.summary.problems] == ["archive/a.warc: not a WARC file"]


@pytest.mark.parametrize("place", range(0, 60, 3))
def test_damaged_zips_never_crash(tmp_path: Path, place: int) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc.gz": CRAWL}, packed=place % 2 == 0)
    data = bytearray(path.read_bytes())
    directory = data.index(b"PK\x01\x02")
    data[directory + place] ^= 0xFF
    path.write_bytes(data)
    pages = pm.read(path, skip_unreadable=True)
    list(pages)
    assert pages.summary.pages == 2 or pages.summary.errors or pages.summary.problems


def test_a_zip_without_archives(tmp_path: Path) -> None:
    path = wacz(tmp_path / "book.zip", {"chapter.html": shop("x")})
    with pytest.raises(SourceError, match=r"book\.zip: no WARC file in this zip"):
        list(pm.read(path))


def test_a_cut_zip(tmp_path: Path) -> None:
    path = wacz(tmp_path / "crawl.wacz", {"archive/a.warc.gz": CRAWL})
    os.truncate(path, path.stat().st_size - 30)
    with pytest.raises(SourceError, match=r"crawl\.wacz: not a WACZ"):
        list(pm.read(path))
