"""Pages packed into a WARC file, one gzip member a record, as crawlers write it; and read back.

Written by hand in a few lines so that no peer's writer is favoured, and deterministic: the same pages give the
same bytes. `python -m bench.pack pages.warc.gz --package git-doc` packs what is asked for.
"""

import argparse
import base64
import gzip
import hashlib
import shutil
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from bench import cache, corpus

DATE = "2026-11-15T00:00:00Z"
LEVEL = 6  # what Common Crawl's and most crawlers' zlib uses


def http_response(url: str, html: bytes) -> bytes:
    """Status line, headers and body. Every other page names its charset, as servers do; only UTF-8 ever is named."""
    names_charset = hashlib.sha1(url.encode(), usedforsecurity=False).digest()[0] % 2 == 0 and _is_utf8(html)
    content_type = "text/html; charset=UTF-8" if names_charset else "text/html"
    headers = (
        "HTTP/1.1 200 OK\r\nDate: Sun, 15 Nov 2026 00:00:00 GMT\r\nServer: Apache\r\nVary: Accept-Encoding\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(html)}\r\nConnection: close\r\n\r\n"
    )
    return headers.encode() + html


def _is_utf8(html: bytes) -> bool:
    try:
        html.decode()
    except UnicodeDecodeError:
        return False
    return True


def record(kind: str, url: str, content_type: str, block: bytes) -> bytes:
    """One WARC record as a gzip member."""
    digest = base64.b32encode(hashlib.sha1(block, usedforsecurity=False).digest()).decode()
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: {DATE}\r\n"
        f"WARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, kind + url)}>\r\n"
        + (f"WARC-Target-URI: {url}\r\n" if url else "")
        + f"WARC-Block-Digest: sha1:{digest}\r\nContent-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", LEVEL, mtime=0)


def write(pages: Iterable[tuple[str, bytes]], target: Path) -> int:
    """Pack (url, html) pairs into `target`, which appears only when whole; returns how many."""
    count = 0
    with cache.scratch(target.parent) as part, (part / "warc").open("wb") as out:
        out.write(record("warcinfo", "", "application/warc-fields", b"software: pagemold bench\r\n"))
        for url, html in pages:
            out.write(record("response", url, "application/http; msgtype=response", http_response(url, html)))
            count += 1
        out.close()
        (part / "warc").rename(target)
    return count


def lengthen(source: Path, times: int, target: Path) -> None:
    """The same records `times` over: members may simply follow each other, which is all a memory test needs."""
    with cache.scratch(target.parent) as part, (part / "warc").open("wb") as out:
        for _ in range(times):
            with source.open("rb") as whole:
                shutil.copyfileobj(whole, out)
        out.close()
        (part / "warc").rename(target)


def bodies(warc: Path) -> Iterator[bytes]:
    """The pages of a file that `write` made, in order. It trusts its own lengths, so it reads nothing else."""
    with gzip.open(warc) as stream:
        while head := _headers(stream):
            block = stream.read(int(head[b"content-length"]))
            if head[b"warc-type"] == b"response":
                yield block.partition(b"\r\n\r\n")[2]
            stream.read(4)


def _headers(stream: gzip.GzipFile | BinaryIO) -> dict[bytes, bytes]:
    head = {}
    for line in iter(stream.readline, b"\r\n"):
        if not line:
            break
        name, _, value = line.partition(b":")
        head[name.lower()] = value.strip()
    return head


def mixed(pages: Iterable[corpus.LabelledPage]) -> list[corpus.LabelledPage]:
    """Pages in an arbitrary but fixed order, as a crawl mixes its hosts.

    Not by `order`: pages were chosen by that, so large labels have only small values of it and would all come first.
    """
    return sorted(pages, key=lambda page: hashlib.sha256(page.url.encode()).digest())


def packed(pages: list[corpus.LabelledPage]) -> Path:
    """These pages as a WARC in the cache, mixed, made once.

    Its name holds a digest of what is in it, so that other packages, or updated ones, make another file.
    """
    ordered = mixed(pages)
    names = "\n".join(f"{page.url} {page.size}" for page in ordered)
    digest = hashlib.sha256(f"{LEVEL}\n{names}".encode()).hexdigest()[:12]
    target = cache.folder("warc") / f"{len(ordered)}-pages-{digest}.warc.gz"
    if not target.exists():
        write(((page.url, page.read()) for page in ordered), target)
    return target


def main() -> None:
    """Pack a tier or some packages."""
    parser = argparse.ArgumentParser(prog="python -m bench.pack", description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("--tier", choices=("small", "full"), default="small")
    parser.add_argument("--package", action="append", metavar="NAME", help="this package instead of a tier; repeatable")
    parser.add_argument("--times", type=int, default=1, help="repeat the records, for a longer file")
    given = parser.parse_args()
    source = packed(corpus.pages(given.tier, packages=given.package))
    lengthen(source, given.times, given.target)
    print(f"{given.target}: {given.target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
