"""The WARC of a crawl, as our reader, fastwarc and warcio see it."""

import gzip
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator as SlowIterator

from pagemold import read
from pagemold.demo import Site, serve
from tests.crawl.served import Served, answer, crawled, page, responses, served


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("crawl") / "demo.warc.gz"
    with serve(Site()) as url:
        crawled(Served(url), path, pages=60)
    return path


def test_warcio_reads_the_same_and_finds_the_digests_right(demo: Path) -> None:
    kinds, found = [], []
    with demo.open("rb") as file:
        for record in SlowIterator(file, check_digests=True):
            body = record.content_stream().read()
            assert record.digest_checker.passed is True
            assert record.rec_headers.protocol == "WARC/1.1"
            kinds.append(record.rec_type)
            if record.rec_type == "response":
                status = int(record.http_headers.get_statuscode())
                found.append((record.rec_headers.get_header("WARC-Target-URI"), status, body))
    assert kinds == ["warcinfo"] + ["response"] * len(found)
    assert found == responses(demo)


def test_fastwarc_finds_the_digests_right(demo: Path) -> None:
    with demo.open("rb") as file:
        blocks = [record.verify_block_digest() for record in FastIterator(file, parse_http=False)]
    with demo.open("rb") as file:
        payloads = [r.verify_payload_digest() for r in FastIterator(file, parse_http=True) if r.is_http]
    assert len(payloads) == len(blocks) - 1 > 50
    assert all(blocks)
    assert all(payloads)


def test_our_reader_reads_the_same(demo: Path) -> None:
    pages = read(demo, whole=True)
    ours = [(page.url, page.html) for page in pages]
    assert ours == [(url, body.decode()) for url, status, body in responses(demo) if status == 200]
    assert pages.summary.problems == ()


def test_each_record_is_a_gzip_member_of_its_own(demo: Path) -> None:
    data = demo.read_bytes()
    with demo.open("rb") as file:
        offsets = [record.stream_pos for record in FastIterator(file)]
    members = [gzip.decompress(data[a:b]) for a, b in zip(offsets, [*offsets[1:], len(data)], strict=True)]
    assert all(member.startswith(b"WARC/1.1\r\n") and member.count(b"WARC-Record-ID") == 1 for member in members)


def test_headers_are_those_of_the_server(tmp_path: Path) -> None:
    warc = tmp_path / "headers.warc.gz"
    with served({"/": answer(200, page(), "text/html; charset=UTF-8", X_Odd="ümlaut; a=1", Set_Cookie="a=b")}) as site:
        crawled(site, warc)
    with warc.open("rb") as file:
        header = next(list(r.http_headers) for r in FastIterator(file, parse_http=True) if r.is_http)
    assert [name for name, _ in header] == ["Server", "Date", "Content-Type", "Content-Length", "X-Odd", "Set-Cookie"]
    assert ("Content-Length", str(len(page()))) in header


def test_a_chunked_body_is_kept_without_its_chunks(tmp_path: Path) -> None:
    def chunked(handler: object) -> None:
        handler.send_response(200)  # type: ignore[attr-defined]
        handler.send_header("Content-Type", "text/html")  # type: ignore[attr-defined]
        handler.send_header("Transfer-Encoding", "chunked")  # type: ignore[attr-defined]
        handler.end_headers()  # type: ignore[attr-defined]
        handler.wfile.write(b"5\r\n<p>on\r\n6\r\ne</p>!\r\n0\r\n\r\n")  # type: ignore[attr-defined]

    warc = tmp_path / "chunked.warc.gz"
    with served({"/": chunked}) as site:
        crawled(site, warc)
    assert [body for _, _, body in responses(warc)] == [b"<p>one</p>!"]
    with warc.open("rb") as file:
        header = dict(next(list(r.http_headers) for r in FastIterator(file, parse_http=True) if r.is_http))
    assert header["Content-Length"] == "11"
    assert header["X-Archive-Orig-Transfer-Encoding"] == "chunked"
    assert [page.html for page in read(warc)] == ["<p>one</p>!"]
