"""A small breadth-first crawl of one host into a WARC file: just enough for the demo's own site.

It takes what `<a href>` names, each URL once, first in, first out, and stops at its limits. It reads no robots.txt and
waits for nobody, so it is not a crawler for other people's sites.
"""

from collections import deque
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from string import punctuation
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from pagemold.demo.warc import WarcWriter

TIMEOUT = 10.0


@dataclass(frozen=True)
class CrawlLimits:
    """Responses in all, bytes in all, bytes of one body."""

    pages: int = 500
    total_bytes: int = 64 << 20
    page_bytes: int = 10 << 20


@dataclass(frozen=True)
class CrawlCount:
    """What a crawl brought home. `stopped_by` is empty when every link was followed, else `pages` or `bytes`."""

    responses: int
    bytes: int
    failed: int
    stopped_by: str


@dataclass(frozen=True)
class Response:
    status: int
    reason: str
    headers: list[tuple[str, str]]
    body: bytes
    truncated: bool

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")


def crawl(start: str, warc: Path, limits: CrawlLimits | None = None) -> CrawlCount:
    """Crawls the host of `start` (its scheme, name and port) and writes every response to `warc`, status regardless."""
    limits = limits or CrawlLimits()
    start = urlsplit(start)._replace(path=urlsplit(start).path or "/", fragment="").geturl()
    queue = deque([start])
    seen = {start}
    responses = size = failed = 0
    connection = HTTPConnection(urlsplit(start).netloc, timeout=TIMEOUT)
    with WarcWriter(warc) as writer:
        while queue and responses < limits.pages and size < limits.total_bytes:
            url = queue.popleft()
            room = min(limits.page_bytes, limits.total_bytes - size)
            try:
                response = _fetch(connection, url, room)
            except (OSError, HTTPException):
                connection.close()
                failed += 1
                continue
            writer.response(url, response.status, response.reason, response.headers, response.body, response.truncated)
            responses += 1
            size += len(response.body)
            for found in _links(url, response):
                if found not in seen and _same_host(start, found):
                    seen.add(found)
                    queue.append(found)
    connection.close()
    stopped_by = "" if not queue else "pages" if responses >= limits.pages else "bytes"
    return CrawlCount(responses, size, failed, stopped_by)


def _fetch(connection: HTTPConnection, url: str, room: int) -> Response:
    """One request. A body longer than `room` is cut there, and the connection given up rather than drained."""
    parts = urlsplit(url)
    connection.request("GET", parts._replace(scheme="", netloc="").geturl() or "/")
    answer = connection.getresponse()
    body = answer.read(room)
    truncated = bool(answer.read(1))
    if truncated:
        connection.close()
    return Response(answer.status, answer.reason, answer.getheaders(), body, truncated)


def _links(url: str, response: Response) -> list[str]:
    """Absolute URLs that a response names, in document order, without fragments; a redirect names its target."""
    found = [response.header("location")] if 300 <= response.status < 400 else []
    if response.header("content-type").startswith("text/html"):
        parser = _AnchorParser()
        parser.feed(response.body.decode("utf-8", "replace"))
        found += parser.hrefs
    return [absolute for href in found if (absolute := _absolute(url, href))]


def _absolute(base: str, href: str) -> str | None:
    """The URL as a request line may carry it, in ASCII without spaces; what cannot be resolved is no link."""
    try:
        return quote(urldefrag(urljoin(base, href.strip())).url, safe=punctuation)
    except ValueError:
        return None


def _same_host(start: str, url: str) -> bool:
    return urlsplit(url)[:2] == urlsplit(start)[:2]


class _AnchorParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.hrefs += [value for name, value in attrs if name == "href" and value]
