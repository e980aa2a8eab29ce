"""Archives and HTML files through the native reader: where each page lies, and what was wrong on the way."""

import gzip
import os
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import SourceError
from tests.archives import blog, pack, record, shop


def test_a_page_of_an_archive(tmp_path: Path) -> None:
    first = pack(record("http://a/1", shop("one")))
    second = pack(record("http://a/2", shop("Größe")))
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(first + second)
    page = list(pm.read(path))[1]
    assert page == pm.Page(
        url="http://a/2",
        path=None,
        source=str(path),
        offset=len(first),
        length=len(second),
        status=200,
        content_type="text/html; charset=utf-8",
        encoding="UTF-8",
        encoding_source="http",
        size=len(shop("Größe")),
        flags=(),
        html=shop("Größe").decode(),
    )


@pytest.mark.parametrize("packing", ["plain", "members", "one member"])
def test_every_packing(tmp_path: Path, packing: str) -> None:
    records = [record(f"http://a/{number}", shop(str(number))) for number in range(3)]
    whole = b"".join(records)
    packed = {"plain": whole, "members": pack(*records), "one member": gzip.compress(whole)}
    (tmp_path / "crawl").write_bytes(packed[packing])
    assert [page.url for page in pm.read(tmp_path / "crawl")] == ["http://a/0", "http://a/1", "http://a/2"]


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/page.html").write_bytes(shop("one"))
    (page,) = pm.read(tmp_path / "site")
    assert (page.url, page.path, page.status, page.offset) == (None, "page.html", None, 0)
    assert (page.size, page.source) == (len(shop("one")), str(tmp_path / "site/page.html"))
    assert page.html == shop("one").decode()


def test_sources_in_the_order_given(tmp_path: Path) -> None:
    (tmp_path / "b.warc").write_bytes(record("http://b/", shop("b")))
    (tmp_path / "a.html").write_bytes(shop("a"))
    (tmp_path / "c.warc.gz").write_bytes(pack(record("http://c/", shop("c"))))
    (tmp_path / "t.jsonl").write_text('{"url": "http://t/", "html": "<p>"}')
    names = ["c.warc.gz", "t.jsonl", "a.html", "b.warc"]
    pages = pm.read(*(tmp_path / name for name in names))
    assert [Path(page.source or "").name for page in pages] == names


def test_a_damaged_member_costs_only_itself(tmp_path: Path) -> None:
    members = [pack(record(f"http://a/{number}", shop(str(number) * 500))) for number in range(5)]
    damaged = bytearray(members[2])
    damaged[len(damaged) // 2] ^= 0xFF
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join([*members[:2], damaged, *members[3:]]))
    pages = pm.read(path)
    urls = [page.url for page in pages]
    assert [url for url in urls if url != "http://a/2"] == ["http://a/0", "http://a/1", "http://a/3", "http://a/4"]
    (problem,) = pages.summary.problems
    assert problem.source == str(path)
    assert len(members[0] + members[1]) <= problem.offset < len(b"".join(members[:3]))


def test_a_cut_archive_keeps_what_came_before(tmp_path: Path) -> None:
    members = [pack(record(f"http://a/{number}", shop(str(number)))) for number in range(3)]
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join(members)[:-20])
    pages = pm.read(path)
    assert [page.url for page in pages][:2] == ["http://a/0", "http://a/1"]
    assert pages.summary.problem_count == 1
    assert pages.summary.problems[0].offset >= len(members[0] + members[1])


def test_not_an_archive_inside_costs_only_itself(tmp_path: Path) -> None:
    (tmp_path / "bad.warc.gz").write_bytes(b"\x1f\x8b\x08\x00" + b"\xff" * 100)
    (tmp_path / "good.html").write_bytes(shop("good"))
    pages = pm.read(tmp_path / "bad.warc.gz", tmp_path / "good.html", skip_unreadable=True)
    assert [page.path for page in pages] == ["good.html"]
    (error,) = pages.summary.errors
    assert str(error) == f"{tmp_path / 'bad.warc.gz'}: not a WARC archive"
    with pytest.raises(SourceError, match="not a WARC archive"):
        list(pm.read(tmp_path / "bad.warc.gz"))


def test_a_file_that_goes_away_costs_only_itself(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(shop(name))
    pages = pm.read(tmp_path, skip_unreadable=True)
    reading = pages.batches(html=True)
    (tmp_path / "a.html").unlink()
    assert [path for batch in reading for path in batch["path"].to_pylist()] == ["b.html"]
    assert [error.code for error in reading.summary.errors] == ["source_unreadable"]


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(shop("one"))
    (page,) = pm.read(tmp_path)
    assert (page.path, page.size) == ("caf\ufffd.html", len(shop("one")))


def test_an_empty_page_in_a_folder_is_flagged(tmp_path: Path) -> None:
    (tmp_path / "empty.html").touch()
    (tmp_path / "page.html").write_bytes(blog("one"))
    assert [(page.path, page.flags) for page in pm.read(tmp_path)] == [
        ("empty.html", ("no_structure",)),
        ("page.html", ()),
    ]
