"""Servers that mean no good: the crawl ends at its bounds, says why, and asks no private address."""

import socket
import sqlite3
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp.abc import ResolveResult
from fastwarc.warc import ArchiveIterator

from pagemold.crawl import state_of
from tests.crawl.served import Answer, answer, crawled, page, responses, served


def fate(warc: Path, path: str) -> tuple[str, str]:
    connection = sqlite3.connect(state_of(warc))
    rows = connection.execute("SELECT url, state, reason FROM urls").fetchall()
    connection.close()
    return next((state, reason) for url, state, reason in rows if urlsplit(url).path == path)


def test_a_redirect_loop(tmp_path: Path) -> None:
    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/a", "/me"), "/a": "/b", "/b": "/a", "/me": "/me"}) as site:
        crawled(site, warc)
    assert site.pages == ["/", "/a", "/b", "/me"]
    assert fate(warc, "/b") == ("done", f"redirect_loop {site.url}a")
    assert fate(warc, "/me") == ("done", f"redirect_loop {site.url}me")


def test_an_endless_chain_of_redirects(tmp_path: Path) -> None:
    warc = tmp_path / "x.warc.gz"
    with served(lambda path: None if path == "/robots.txt" else f"/{int(path.strip('/') or 0) + 1}") as site:
        report = crawled(site, warc)
    assert len(site.pages) == 11
    assert fate(warc, "/10") == ("done", f"redirect_limit {site.url}11")
    assert report.pages == 0


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "http://[bad", "gopher://x/"]
)
def test_a_redirect_to_what_is_no_page(tmp_path: Path, target: str) -> None:
    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/out", "/next"), "/out": target, "/next": page()}) as site:
        report = crawled(site, warc)
    assert site.pages == ["/", "/out", "/next"]
    assert fate(warc, "/out") == ("done", f"redirect_refused {target}")
    assert report.pages == 2


def test_a_redirect_to_a_private_address_of_the_same_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each host is looked at when its turn comes: www is (taken for) public, inner resolves to a private address."""

    async def resolve(self: object, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        address = "127.0.0.1" if host.startswith("www.") else "127.0.0.2"
        return [ResolveResult(hostname=host, host=address, port=port, family=socket.AF_INET, proto=0, flags=0)]

    monkeypatch.setattr("aiohttp.ThreadedResolver.resolve", resolve)
    monkeypatch.setattr("pagemold.crawl.address.is_public", lambda address: address == "127.0.0.1")
    warc = tmp_path / "x.warc.gz"
    pages: dict[str, Answer] = {"/": page("/hop", "/next"), "/next": page(), "/inner": page()}
    with served(pages) as site:
        port = urlsplit(site.url).port
        pages["/hop"] = f"http://inner.shop.example:{port}/inner"
        site.url = f"http://www.shop.example:{port}/"
        report = crawled(site, warc, allow_private=False, site="domain")
    assert site.pages == ["/", "/hop", "/next"]
    assert fate(warc, "/inner") == ("refused", "private_address")
    assert report.pages == 2


def test_a_slow_drip(tmp_path: Path) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        for _ in range(1_000):
            handler.wfile.write(b"<p>x")
            handler.wfile.flush()
            time.sleep(0.05)

    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/drip", "/next"), "/drip": drip, "/next": page()}) as site:
        crawled(site, warc)
    assert site.pages == ["/", "/drip", "/next"]
    assert fate(warc, "/drip") == ("done", "truncated time")
    assert truncations(warc) == [None, "time", None]


def test_a_server_that_never_answers(tmp_path: Path) -> None:
    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/hang", "/next"), "/hang": lambda handler: time.sleep(4), "/next": page()}) as site:
        report = crawled(site, warc)
    assert fate(warc, "/hang") == ("failed", "timeout")
    assert report.pages == 2


def test_a_header_that_never_ends(tmp_path: Path) -> None:
    def talk(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(100_000):
            handler.wfile.write(b"X-%d: %s\r\n" % (number, b"y" * 1_000))

    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/talk", "/next"), "/talk": talk, "/next": page()}) as site:
        report = crawled(site, warc)
    assert fate(warc, "/talk")[0] == "failed"
    assert report.pages == 2


def test_an_endless_body(tmp_path: Path) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while True:
            handler.wfile.write(b"<p>x" * 4_096)

    warc = tmp_path / "x.warc.gz"
    with served({"/": page("/endless", "/next"), "/endless": endless, "/next": page()}) as site:
        crawled(site, warc)
    assert fate(warc, "/endless") == ("done", "truncated length")
    assert [len(body) for url, _, body in responses(warc) if url.endswith("/endless")] == [100_000]
    assert truncations(warc) == [None, "length", None]


def test_a_gzip_bomb(tmp_path: Path) -> None:
    import gzip

    bomb = gzip.compress(b"<p>" * 20_000_000)
    warc = tmp_path / "x.warc.gz"
    with served({"/": answer(200, bomb, Content_Encoding="gzip")}) as site:
        assert crawled(site, warc).pages == 1


def test_a_calendar_without_end(tmp_path: Path) -> None:
    def calendar(path: str) -> Answer | None:
        day = int(path.rpartition("/")[2] or 0)
        return page(f"/day/{day + 1}", f"/day/{day - 1}", "/about")

    def answers(path: str) -> Answer | None:
        return page() if path == "/about" else None if path == "/robots.txt" else calendar(path)

    warc = tmp_path / "x.warc.gz"
    with served(answers) as site:
        report = crawled(site, warc, pages=50)
        assert set(report.ended.values()) == {"pages"}
        assert len(site.pages) == 50
        # With a budget for each template the trap is left after a few pages, and checked on.
        budgeted = crawled(site, tmp_path / "y.warc.gz", pages=200, per_template=10)
    assert budgeted.pages < 50
    assert budgeted.skipped > 0


def test_robots_that_fail_forbid(tmp_path: Path) -> None:
    with served({"/": page(), "/robots.txt": answer(500)}) as site:
        report = crawled(site, tmp_path / "x.warc.gz")
    assert site.pages == []
    assert report.reasons == {"robots_unavailable": 1}


def test_huge_robots_count_by_their_beginning(tmp_path: Path) -> None:
    rules = b"User-agent: *\nDisallow: /a\n" + b"# x" * 4_000_000 + b"\nDisallow: /b\n"
    with served({"/": page("/a", "/b"), "/b": page(), "/robots.txt": answer(200, rules, "text/plain")}) as site:
        crawled(site, tmp_path / "x.warc.gz")
    assert site.pages == ["/", "/b"]


def test_endless_pages_that_are_none(tmp_path: Path) -> None:
    """Ten times as many requests as pages are enough."""
    links = [f"/{number}" for number in range(300)]
    with served(lambda path: page(*links) if path == "/" else None) as site:
        report = crawled(site, tmp_path / "x.warc.gz", pages=10)
    assert len(site.pages) == 200
    assert set(report.ended.values()) == {"requests"}


def truncations(warc: Path) -> list[str | None]:
    with warc.open("rb") as file:
        return [
            record.headers.get("WARC-Truncated") for record in ArchiveIterator(file, parse_http=True) if record.is_http
        ]
