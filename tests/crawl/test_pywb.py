"""The WARC of a crawl, as pywb checks, indexes and replays it. pywb lives in a Python of its own (bench/pywb.txt)."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest

from bench.peers import PYWB, interpreter
from pagemold.demo import Site, serve
from tests.crawl.served import Served, answer, crawled, page, responses, served


@pytest.fixture(scope="module")
def tools() -> Path:
    """The folder of pywb's commands."""
    try:
        return interpreter(PYWB).parent
    except subprocess.CalledProcessError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"pywb cannot be installed: {error}")


def call(*words: str | Path, inside: Path) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, cwd=inside)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def crawls(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Pages, a page that is missing, a redirect and a body cut short; and the demo site, stopped and gone on with."""
    folder = tmp_path_factory.mktemp("crawls")
    odd, demo = folder / "odd.warc.gz", folder / "demo.warc.gz"
    long = answer(200, page() * 2_000, "text/html; charset=utf-8")
    with served({"/": page("/a", "/gone", "/long"), "/a": "/b", "/b": page(words="ümlaut"), "/long": long}) as site:
        crawled(site, odd)
    with serve(Site()) as url:
        crawled(Served(url), demo, pages=20)
        crawled(Served(url), demo, pages=40)
    return [odd, demo]


def test_its_digests_are_found_right(tools: Path, crawls: list[Path]) -> None:
    """`warcio check` of pywb's warcio: every block and payload digest of every record."""
    for warc in crawls:
        said = call(tools / "warcio", "check", "-v", warc.name, inside=warc.parent)
        assert said.count("digest pass") == len(responses(warc)) + 1  # and the warcinfo record
        assert "digest failed" not in said


def test_its_index_has_every_response(tools: Path, crawls: list[Path]) -> None:
    """`cdx-indexer --verify` raises on a record that is no proper HTTP response."""
    for warc in crawls:
        said = call(tools / "cdx-indexer", "--verify", "-j", warc.name, inside=warc.parent)
        rows = [json.loads(line.split(" ", 2)[2]) for line in said.splitlines()]
        expected = [(url, str(status)) for url, status, _ in responses(warc)]
        assert [(row["url"], row["status"]) for row in rows] == expected
        assert all(warc.read_bytes()[int(row["offset"]) :][:2] == b"\x1f\x8b" for row in rows)


def test_it_replays_what_was_fetched(tools: Path, crawls: list[Path], tmp_path: Path) -> None:
    for warc in crawls:
        name = warc.name.partition(".")[0]
        call(tools / "wb-manager", "init", name, inside=tmp_path)
        call(tools / "wb-manager", "add", name, warc, inside=tmp_path)
        pages = [(url, body) for url, status, body in responses(warc) if status == 200]
        said = call(
            tools / "python", Path(__file__).with_name("replay.py"), name, *(u for u, _ in pages), inside=tmp_path
        )
        expected = [[200, hashlib.sha1(body).hexdigest()] for _, body in pages]
        assert json.loads(said.splitlines()[-1]) == expected
