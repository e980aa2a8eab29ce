"""`Pages` is lazy and can be read again; a `Reading` knows how far it is."""

import gc
import io
import os
import sys
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.arrow import PAGE_SCHEMA
from pagemold.errors import SourceError, UsageError
from pagemold.sources import pages as pages_module
from pagemold.sources.jsonl import JsonlRun
from tests.archives import pack, record, shop


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(pack(*(record(f"http://a/{number}", shop(str(number))) for number in range(10))))
    return path


def test_nothing_is_opened_before_somebody_asks() -> None:
    pages = pm.read("nowhere.warc")
    assert pages.sources == ("nowhere.warc",)
    assert repr(pages) == "Pages('nowhere.warc')"
    with pytest.raises(SourceError, match=r"nowhere\.warc: no such file or folder"):
        next(iter(pages))


def test_every_iteration_starts_again(crawl: Path) -> None:
    pages = pm.read(crawl)
    assert [page.url for page in pages] == [page.url for page in pages]
    first = iter(pages)
    second = iter(pages)
    assert next(first) == next(second)


def test_batches_carry_text_only_when_asked(crawl: Path) -> None:
    (batch,) = pm.read(crawl).batches()
    assert batch.schema == PAGE_SCHEMA
    (batch,) = pm.read(crawl).batches(["fingerprint"], html=True)
    assert batch.schema.names == [*PAGE_SCHEMA.names, "html", "fingerprint"]


def test_unknown_feature(crawl: Path) -> None:
    with pytest.raises(UsageError, match="colour"):
        list(pm.read(crawl).batches(["colour"]))


def test_a_reading_knows_how_far_it_is(crawl: Path) -> None:
    with pm.read(crawl, crawl).batches() as reading:
        assert (reading.bytes_done, reading.bytes_total) == (0, 2 * crawl.stat().st_size)
        assert sum(batch.num_rows for batch in reading) == 20
        assert reading.bytes_done == reading.bytes_total
    assert reading.summary.pages == 20


def test_a_reading_that_is_closed_ends(crawl: Path) -> None:
    reading = pm.read(crawl).batches()
    next(reading)
    reading.close()
    assert list(reading) == []


def test_a_folder_comes_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_module, "_FILES_AT_ONCE", 3)
    for number in range(8):
        (tmp_path / f"{number}.html").write_bytes(shop(str(number)))
    assert [page.path for page in pm.read(tmp_path)] == [f"{number}.html" for number in range(8)]


def test_summary_before_and_after(crawl: Path) -> None:
    pages = pm.read(crawl)
    assert pages.summary.pages == 0
    assert len(list(pages)) == pages.summary.pages == 10


def test_a_summary_on_the_way(crawl: Path, tmp_path: Path) -> None:
    """What one source met is in the book before the pages of the next, and in the end all of it is there once."""
    bad = bytearray(pack(record("http://a/bad", shop("x" * 500))))
    bad[len(bad) // 2] ^= 0xFF
    first = tmp_path / "first.warc.gz"
    first.write_bytes(pack(record("http://a/x", shop("x"), status=404)) + bad + crawl.read_bytes())
    pages = pm.read(first, crawl, crawl, whole=True)
    met = []
    with pages.batches() as reading:
        for batch in reading:
            summary = reading.summary
            met.append((batch["source"][0].as_py(), summary.problem_count, summary.skipped["status"]))
    assert met[1:] == [(str(crawl), 1, 1)] * 2
    assert (pages.summary.problem_count, pages.summary.skipped) == (1, {"status": 1})


def test_a_fault_of_ours_costs_only_its_source(crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr(JsonlRun, "__iter__", stumble)
    (tmp_path / "pages.jsonl").write_text('{"url": null, "html": "<p>"}')
    pages = pm.read(tmp_path / "pages.jsonl", crawl, skip_unreadable=True)
    assert len(list(pages)) == 10
    (error,) = pages.summary.errors
    assert (error.code, "pages.jsonl: internal error" in str(error)) == ("internal", True)
    with pytest.raises(ZeroDivisionError):
        list(pm.read(tmp_path / "pages.jsonl", crawl))


def test_standard_input_can_be_read_again_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, crawl: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(crawl.read_bytes())))
    pages = pm.read("-")
    assert [page.url for page in pages] == [page.url for page in pages] == [f"http://a/{n}" for n in range(10)]
    assert {page.source for page in pages} == {"-"}
    spooled = pages._spool.stdin()
    assert os.path.exists(spooled)
    del pages
    gc.collect()
    assert not os.path.exists(spooled)


def test_limits_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "long.html").write_bytes(shop("x" * 5_000))
    (page,) = pm.read(tmp_path, limits=pm.Limits(page_bytes=1_000))
    assert page.flags == ("size",)
    assert len(page.html or "") <= 1_000
