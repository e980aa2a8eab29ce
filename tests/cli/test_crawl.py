"""`pagemold crawl` and `pagemold links` as commands."""

import json
import re
from pathlib import Path

from pagemold.demo import Site, serve
from tests.cli.conftest import Run
from tests.crawl.served import answer, page, served


def test_crawl_then_group_by_links(run: Run, tmp_path: Path) -> None:
    warc = tmp_path / "demo.warc.gz"
    with serve(Site()) as url:
        outcome = run("crawl", url, "-o", warc, "--allow-private", "--rate", "0", "--pages", "60")
        again = run("crawl", url, "-o", warc, "--allow-private", "--rate", "0", "--pages", "80", "--json", "-q")
        whole = run("crawl", url, "-o", tmp_path / "whole.warc.gz", "--allow-private", "--rate", "0")
        quiet = run(
            "crawl", url, "-o", tmp_path / "quiet.warc.gz", "--allow-private", "--rate", "0", "--pages", "9", "-q"
        )
    assert whole.out.splitlines()[0].split() == ["template", "pages", "guesses", "held", "example"]
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    assert outcome.code == again.code == 0
    heading, *lines = outcome.out.splitlines()
    # Nothing was skipped, so no column says so; what waits is all there, also where nothing tells its template yet.
    assert heading.split() == ["template", "pages", "waiting", "guesses", "held", "example"]
    assert "60 pages" in outcome.err
    still = int(re.search(r"(\d+) URLs still waiting: --pages allows no more", outcome.err)[1])  # type: ignore[index]
    assert lines[-1].split()[0] == "-"
    assert sum(int(line.split()[1 if line.startswith("-") else 2]) for line in lines) == still
    assert json.loads(again.out)["pages"] == 80
    assert again.err == ""
    grouped = run("cluster", warc, "-m", "links", "--links", tmp_path / "demo.crawl.sqlite", "--json", "-q")
    rows = [json.loads(line) for line in grouped.out.splitlines()]
    assert len(rows) == 80
    assert {"group", "xpath"} <= set(rows[0])
    table = run("cluster", warc, "-m", "links", "--cut-off", "3")
    assert table.out.splitlines()[0].split() == ["group", "pages", "share", "name", "example", "linked", "from"]
    assert "places lead to fewer than 3 pages" in table.err


def test_a_private_address_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    outcome = run("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "x.warc.gz", "-q")
    assert (outcome.code, outcome.out) == (2, "")
    why = "it is a private address; --allow-private allows those"
    assert outcome.err == f"pagemold: http://127.0.0.1:9/: no page could be fetched: {why}\n"
    assert "wrote" not in run("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "x.warc.gz").err


def test_wrong_calls(run: Run, tmp_path: Path) -> None:
    assert run("crawl", "ftp://x/", "-o", tmp_path / "x.warc.gz").code == 2
    assert run("crawl", "x.example", "-o", tmp_path / "no/x.warc.gz").code == 4
    assert run("cluster", tmp_path, "--fold").code == 2
    assert run("links", tmp_path, "-o", tmp_path / "no/x.sqlite").code == 4


def test_a_crawl_can_be_kept_as_a_collection(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "site.mold"
    with serve(Site()) as url:
        options = ("-o", mold, "--allow-private", "--rate", "0")
        first = run("crawl", url, *options, "--pages", "10")
        more = run("crawl", url, *options, "--pages", "15")
    assert (first.code, more.code) == (0, 0)
    assert "10 pages added to" in first.err
    assert "5 pages added to" in more.err
    assert run("verify", mold).code == 0
    assert (tmp_path / "site.warc.gz").exists()


def test_what_happened_is_told_in_words(run: Run, tmp_path: Path) -> None:
    pages = {"/": page("/gone", "/loop", "/cut"), "/loop": "/loop", "/robots.txt": answer(200, b"", "text/plain")}
    with served(pages) as site:
        words = ("-o", tmp_path / "x.warc.gz", "--allow-private", "--rate", "0")
        first = run("crawl", site.url, *words, "--pages", "1", "--per-template", "1")
        again = run("crawl", site.url, *words)
        done = run("crawl", site.url, *words)
    assert "1 page, 1 request" in first.err
    assert "3 URLs still waiting: --pages allows no more" in first.err
    assert "1 page (0 of them new)" in again.err
    assert "2 URLs answered with another status than 200" in again.err
    assert "1 URL redirecting in a circle" in again.err
    assert "waiting" not in done.err
    with served(pages) as site:
        shallow = run("crawl", site.url, "-o", tmp_path / "y.warc.gz", "--allow-private", "--rate", "0", "--depth", "0")
        other = run("crawl", site.url + "cut", "-o", tmp_path / "y.warc.gz", "--allow-private")
    assert "3 URLs left out as deeper than --depth" in shallow.err
    assert other.code == 2
    assert f"is a crawl of {site.url} by host; choose another file" in other.err
