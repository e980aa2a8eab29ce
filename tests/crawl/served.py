"""A site made by hand on loopback: pages by path, and the list of what was asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from fastwarc.warc import ArchiveIterator, WarcRecordType

from pagemold.crawl import Bounds, CrawlReport, Plan, crawl

# Bytes are a page, a string is where a redirect leads, and a function does as it likes; what is missing is 404.
Answer = bytes | str | Callable[[BaseHTTPRequestHandler], None]
Answers = dict[str, Answer] | Callable[[str], Answer | None]
QUICK = Bounds(body_bytes=100_000, seconds=2.0, silence=1.0, tries=2, back_off=0.01)


@dataclass
class Served:
    """Where the site is, and which paths it was asked for, robots.txt left out."""

    url: str
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def pages(self) -> list[str]:
        return [path for path in self.asked if path != "/robots.txt"]


def page(*links: str, words: str = "words") -> bytes:
    anchors = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return f"<html><head><title>t</title></head><body><ul>{anchors}</ul><p>{words}</p></body></html>".encode()


def send(
    handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, content_type: str = "text/html", **headers: str
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", content_type)
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def answer(status: int, body: bytes = b"", content_type: str = "text/html", **headers: str) -> Answer:
    return lambda handler: send(handler, body, status, content_type, **headers)


@contextmanager
def served(answers: Answers, port: int = 0) -> Iterator[Served]:
    site = Served("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        timeout = 5.0

        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.headers.append(dict(self.headers))
            found = answers(self.path) if callable(answers) else answers.get(self.path)
            if found is None:
                send(self, b"gone", 404)
            elif isinstance(found, str):
                send(self, b"", 302, Location=found)
            elif isinstance(found, bytes):
                send(self, found)
            else:
                found(self)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A crawler that hangs up is what these tests are about."""

    server = Server(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def crawled(site: Served, warc: Path, /, **plan: Any) -> CrawlReport:
    """A quick crawl of a served site."""
    settings: dict[str, Any] = {"rate": 0.0, "allow_private": True, "bounds": QUICK, "durable": False} | plan
    return crawl([site.url], warc, Plan(**settings))


def responses(path: Path) -> list[tuple[str, int, bytes]]:
    """URL, status and body of each response, as fastwarc reads them."""
    with path.open("rb") as file:
        return [
            (record.headers["WARC-Target-URI"], record.http_headers.status_code or 0, record.reader.read())
            for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True)
        ]
