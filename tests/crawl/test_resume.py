"""Killed with -9 at random moments, ten times: the crawl goes on, loses nothing, doubles nothing."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from warcio.archiveiterator import ArchiveIterator

from pagemold import read
from pagemold.crawl import state_of
from pagemold.errors import OutputError, UsageError
from tests.crawl.served import Answer, Served, crawled, page, responses, served

PAGES = 150
ROUNDS = 10


def tree(path: str) -> Answer | None:
    """A site whose every page links to two more, with some redirects and pages that are gone."""
    if path == "/robots.txt":
        return None
    number = int(path.strip("/") or 0)
    if number >= PAGES:
        return None
    if number % 17 == 16:
        return f"/{number + PAGES * 10}" if number % 2 else f"/{number - 1}"
    return page(f"/{2 * number + 1}", f"/{2 * number + 2}", f"/{number + 1}", words="word " * 200)


def start(site: Served, warc: Path) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-m",
        "pagemold",
        "crawl",
        site.url,
        "-o",
        str(warc),
        "--allow-private",
        "--rate",
        "0",
        "-q",
    ]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)


def done(warc: Path) -> set[str]:
    """What the crawl promised to have: paths of URLs that are settled."""
    if not state_of(warc).exists():
        return set()
    connection = sqlite3.connect(state_of(warc))
    try:
        rows = connection.execute("SELECT url FROM urls WHERE state = 'done'").fetchall()
    except sqlite3.OperationalError:
        rows = []  # killed before there was a table
    finally:
        connection.close()
    return {urlsplit(url).path for (url,) in rows}


def test_kill_and_resume(tmp_path: Path) -> None:
    warc, whole, chance = tmp_path / "killed.warc.gz", tmp_path / "whole.warc.gz", random.Random(6)
    with served(tree) as site:
        crawled(site, whole)
        before = set(site.pages)
        site.asked.clear()
        promised: set[str] = set()
        killed = 0
        for _ in range(ROUNDS):
            asked_before, behind = len(site.asked), len(site.asked) + chance.randint(1, 14)
            process = start(site, warc)
            while process.poll() is None and len(site.asked) < behind:
                time.sleep(0.002)
            time.sleep(chance.random() * 0.02)
            killed += process.poll() is None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            assert process.stderr is not None
            process.stderr.close()
            assert not promised & set(site.asked[asked_before:]), "asked again for what was done"
            promised |= done(warc)
        assert killed == ROUNDS
        assert crawled(site, warc).queued == 0
    # At most the request that was under way when it was killed is made again.
    again = {path: count for path, count in Counter(site.pages).items() if count > 1}
    assert sum(again.values()) - len(again) <= ROUNDS
    assert set(site.pages) == before
    assert responses(warc) == responses(whole)
    assert read(warc, whole=True).summary.problems == ()
    with warc.open("rb") as file:
        for record in ArchiveIterator(file, check_digests=True):
            record.content_stream().read()
            assert record.digest_checker.passed is True


def test_a_torn_tail_is_cut_off(tmp_path: Path) -> None:
    warc = tmp_path / "torn.warc.gz"
    with served(tree) as site:
        crawled(site, warc, pages=20)
        good = warc.read_bytes()
        warc.write_bytes(good + good[-100:-50])
        crawled(site, warc, pages=40)
    assert warc.read_bytes().startswith(good)
    assert len(Counter(site.pages)) == len(site.pages)
    pages = read(warc, whole=True)
    assert len([page.url for page in pages]) == 40
    assert pages.summary.problems == ()


def test_a_warc_that_lost_its_end_is_not_gone_on_with(tmp_path: Path) -> None:
    warc = tmp_path / "short.warc.gz"
    with served(tree) as site:
        crawled(site, warc, pages=20)
        warc.write_bytes(warc.read_bytes()[:-10])
        with pytest.raises(OutputError, match="shorter than the crawl"):
            crawled(site, warc, pages=40)


def test_two_at_once(tmp_path: Path) -> None:
    warc = tmp_path / "busy.warc.gz"

    def slow(path: str) -> Answer | None:
        time.sleep(0.05)
        return tree(path)

    with served(slow) as site:
        process = start(site, warc)
        while len(site.pages) < 2:
            time.sleep(0.01)
        with pytest.raises(UsageError, match="another process"):
            crawled(site, warc)
        process.kill()
        process.communicate()


def test_a_state_that_is_no_database(tmp_path: Path) -> None:
    warc = tmp_path / "bad.warc.gz"
    state_of(warc).write_bytes(b"not a database, but long enough to look at" * 100)
    with served(tree) as site, pytest.raises(OutputError, match="not a database"):
        crawled(site, warc)


FULL_DISK = """
import resource, sys
from pagemold.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(["crawl", sys.argv[2], "-o", sys.argv[3], "--allow-private", "--rate", "0", "-q"]))
"""


@pytest.mark.parametrize("room", [20_000, 60_000, 300_000])
def test_no_room_left(tmp_path: Path, room: int) -> None:
    """Files that may not grow, as on a full disk: one line, exit 4, and with room again the crawl goes on."""
    warc = tmp_path / "full.warc.gz"
    with served(tree) as site:
        command = [sys.executable, "-c", FULL_DISK, str(room), site.url, str(warc)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert ended.returncode == 4, ended.stderr
        assert ended.stderr.count("\n") == 1
        assert "cannot write" in ended.stderr
        promised, asked = done(warc), len(site.asked)
        report = crawled(site, warc)
    assert report.queued == 0
    assert not promised & set(site.asked[asked:])
    pages = read(warc, whole=True)
    assert len([page.url for page in pages]) == report.pages
    assert pages.summary.problems == ()
