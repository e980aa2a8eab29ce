"""Real linked sites: documentation packages served on loopback as their makers linked them, and crawled by Pagemold."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

from bench import cache as kept
from bench import corpus
from bench.corpus.labels import SMALLEST_PAGE, is_stub, label_of, rules
from pagemold.crawl import Plan, crawl, state_of

# Packages with a start page from which links lead through most of the package, and with a label or more.
SITES = {
    "ant-doc": "usr/share/doc/ant/manual/index.html",
    "junit4-doc": "usr/share/doc/junit4/api/index.html",
    "krb5-doc": "usr/share/doc/krb5-doc/index.html",
    "libbatteries-ocaml-doc": "usr/share/doc/libbatteries-ocaml-doc/html/api/index.html",
    "libcommons-lang3-java-doc": "usr/share/doc/libcommons-lang3-java/api/index.html",
    "libghc-lens-doc": "usr/share/doc/libghc-lens-doc/html/index.html",
    "libpango1.0-doc": "usr/share/doc/libpango1.0-doc/reference/Pango/index.html",
    "libsoup-3.0-doc": "usr/share/doc/libsoup-3.0/index.html",
    "sqlite3-doc": "usr/share/doc/sqlite3/index.html",
    "xapian-doc": "usr/share/doc/xapian-doc/index.html",
}


@dataclass(frozen=True)
class Crawled:
    """A crawl of one site: its WARC, its table of links, and the label of each URL that has one."""

    package: str
    warc: Path
    links: Path
    root: Path

    def label(self, url: str) -> str | None:
        """The template that a page came from, by the rules of the corpus; none for pages that these leave out."""
        return _label(self.package, self.root, unquote(urlsplit(url).path).lstrip("/"))


_rules = cache(rules)


@cache
def _label(package: str, root: Path, path: str) -> str | None:
    label, file = label_of(path, _rules()[package]), root / path
    if label is None or not file.is_file():
        return None
    html = file.read_bytes()
    return label if len(html) >= SMALLEST_PAGE and not is_stub(html) else None


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A crawler that has read enough of a file hangs up: no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


# Always the same: the port is part of every URL, and URLs decide which pages are sampled.
PORT = 18713


@contextmanager
def served(root: Path, port: int = PORT) -> Iterator[str]:
    """The files below a folder on loopback."""
    server = _Server(("127.0.0.1", port), partial(_Handler, directory=str(root)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def crawled(package: str, pages: int = 5_000) -> Crawled:
    """The crawl of a package, made once and kept in the cache."""
    root = corpus.fetch(package)
    home = kept.folder("crawls")
    target = home / f"{root.name}-{pages}-{PORT}"
    if not target.exists():
        with kept.scratch(home) as scratch, served(root) as url:
            plan = Plan(pages=pages, rate=0.0, allow_private=True, durable=False)
            crawl([url + SITES[package]], scratch / "site.warc.gz", plan)
            (scratch / "done").mkdir()
            for file in (scratch / "site.warc.gz", state_of(scratch / "site.warc.gz")):
                file.rename(scratch / "done" / file.name)
            (scratch / "done").rename(target)
    return Crawled(package, target / "site.warc.gz", state_of(target / "site.warc.gz"), root)
