"""The demo's server and crawl: loopback only, one host only, within limits, and a WARC that other tools read."""

import gzip
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator as SlowIterator

from pagemold.demo import CrawlCount, CrawlLimits, Site, crawl, gold, labels, serve


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, CrawlCount]:
    path = tmp_path_factory.mktemp("crawl") / "demo.warc.gz"
    with serve(Site()) as url:
        return url, path, crawl(url, path)


@contextmanager
def handmade(pages: dict[str, bytes | str]) -> Iterator[tuple[str, list[str]]]:
    """A host with given pages (a string is a redirect's target), and the list of paths it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            page = pages.get(self.path, b"")
            self.send_response(302 if isinstance(page, str) else 200)
            if isinstance(page, str):
                self.send_header("Location", page)
                page = b""
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def responses(path: Path) -> list[tuple[str, int, bytes]]:
    """URL, status and body of each response, as fastwarc reads them."""
    with path.open("rb") as file:
        return [
            (record.headers["WARC-Target-URI"], record.http_headers.status_code or 0, record.reader.read())
            for record in FastIterator(file, record_types=WarcRecordType.response, parse_http=True)
        ]


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def test_the_crawl_finds_every_page_once(crawled: tuple[str, Path, CrawlCount]) -> None:
    _, path, count = crawled
    found = responses(path)
    assert sorted(path_of(url) for url, status, _ in found if status == 200) == sorted(labels())
    assert sorted(status for _, status, _ in found if status != 200) == [301, 404]
    assert count == CrawlCount(len(found), sum(len(body) for _, _, body in found), 0, "")


def test_the_crawl_is_breadth_first_from_the_start_page(tmp_path: Path) -> None:
    pages: dict[str, bytes | str] = {
        "/": b'<a href="/a">a</a><a href="/b">b</a>',
        "/a": b'<a href="/a1">a1</a><a href="/">home</a>',
        "/b": b'<a href="/b1">b1</a><a href="/a">a</a>',
    }
    with handmade(pages) as (url, asked):
        crawl(url, tmp_path / "order.warc.gz")
    assert asked == ["/", "/a", "/b", "/a1", "/b1"]


def test_bodies_are_what_the_site_sent(crawled: tuple[str, Path, CrawlCount]) -> None:
    site = Site()
    assert all(site.reply(path_of(url)).body == body for url, _, body in responses(crawled[1]))


def test_every_crawled_page_has_a_gold_label(crawled: tuple[str, Path, CrawlCount]) -> None:
    assert {gold(url) for url, status, _ in responses(crawled[1]) if status == 200} == set(labels().values())


def test_warcio_reads_the_same_and_finds_the_digests_right(crawled: tuple[str, Path, CrawlCount]) -> None:
    kinds, read = [], []
    with crawled[1].open("rb") as file:
        for record in SlowIterator(file, check_digests=True):
            body = record.content_stream().read()
            assert record.digest_checker.passed is True
            assert record.rec_headers.protocol == "WARC/1.1"
            kinds.append(record.rec_type)
            if record.rec_type == "response":
                status = int(record.http_headers.get_statuscode())
                read.append((record.rec_headers.get_header("WARC-Target-URI"), status, body))
    assert kinds == ["warcinfo"] + ["response"] * len(read)
    assert read == responses(crawled[1])


def test_fastwarc_finds_the_digests_right(crawled: tuple[str, Path, CrawlCount]) -> None:
    with crawled[1].open("rb") as file:
        checks = [record.verify_block_digest() for record in FastIterator(file, parse_http=False)]
    assert checks
    assert all(checks)


def test_each_record_is_a_gzip_member_of_its_own(crawled: tuple[str, Path, CrawlCount]) -> None:
    data = crawled[1].read_bytes()
    with crawled[1].open("rb") as file:
        offsets = [record.stream_pos for record in FastIterator(file)]
    members = [gzip.decompress(data[a:b]) for a, b in zip(offsets, [*offsets[1:], len(data)], strict=True)]
    assert all(member.startswith(b"WARC/1.1\r\n") and member.count(b"WARC-Record-ID") == 1 for member in members)


def test_the_server_listens_on_loopback_only() -> None:
    with serve(Site()) as url:
        port = urlsplit(url).port
        assert urlsplit(url).hostname == "127.0.0.1"
        # 127.0.0.2 is this machine too: a server bound to all interfaces would answer there.
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port or 0), timeout=5)
        socket.create_connection(("127.0.0.1", port or 0), timeout=5).close()


def test_the_server_is_gone_after_the_block() -> None:
    with serve(Site()) as url:
        port = urlsplit(url).port or 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_head_sends_the_header_without_the_body() -> None:
    with serve(Site()) as url:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=5)
        connection.request("HEAD", "/cart")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
    assert (answer.status, body) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 1000


def test_the_crawl_stops_at_its_number_of_pages(tmp_path: Path) -> None:
    with serve(Site()) as url:
        count = crawl(url, tmp_path / "few.warc.gz", CrawlLimits(pages=25))
    assert (count.responses, count.stopped_by) == (25, "pages")
    assert len(responses(tmp_path / "few.warc.gz")) == 25


def test_the_crawl_stops_at_its_number_of_bytes(tmp_path: Path) -> None:
    with serve(Site()) as url:
        count = crawl(url, tmp_path / "small.warc.gz", CrawlLimits(total_bytes=100_000))
    assert (count.bytes, count.stopped_by) == (100_000, "bytes")
    assert sum(len(body) for _, _, body in responses(tmp_path / "small.warc.gz")) == 100_000


def test_a_long_page_is_cut_marked_and_the_crawl_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "cut.warc.gz"
    long = b'<a href="/next">next</a>' + b"x" * 50_000
    with handmade({"/": long, "/next": b"end"}) as (url, _):
        count = crawl(url, path, CrawlLimits(page_bytes=10_000))
    assert count.responses == 2
    with path.open("rb") as file:
        records = [(r.headers.get("WARC-Truncated"), len(r.reader.read())) for r in FastIterator(file, parse_http=True)]
    assert records[1:] == [("length", 10_000), (None, 3)]


def test_no_other_host_is_asked(tmp_path: Path) -> None:
    with handmade({}) as (foreign, foreign_asked):
        home = (
            f'<a href="{foreign}">out</a><a href="//{urlsplit(foreign).netloc}/x">out</a><a href="/hop">hop</a>'
            '<a href="mailto:a@b.example">m</a><a href="javascript:0">j</a><a href="http://[bad">b</a>'
            '<a href="ftp://127.0.0.1/">f</a><a name="anchor">no href</a><a href="/in#part">in</a><a href="in">in</a>'
        )
        with handmade({"/": home.encode(), "/hop": foreign, "/in": b"in"}) as (url, asked):
            count = crawl(url, tmp_path / "one-host.warc.gz")
    assert foreign_asked == []
    assert asked == ["/", "/hop", "/in"]
    assert count.responses == 3


def test_an_address_with_spaces_and_accents_is_asked_encoded(tmp_path: Path) -> None:
    page = '<a href="/café au lait?x=1&amp;y=%20">c</a>'
    with handmade({"/": page.encode()}) as (url, asked):
        crawl(url, tmp_path / "encoded.warc.gz")
    assert asked == ["/", "/caf%C3%A9%20au%20lait?x=1&y=%20"]


def test_a_host_that_does_not_answer_is_counted_not_raised(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    count = crawl(f"http://127.0.0.1:{port}", tmp_path / "nobody.warc.gz")
    assert count == CrawlCount(responses=0, bytes=0, failed=1, stopped_by="")
    assert responses(tmp_path / "nobody.warc.gz") == []
