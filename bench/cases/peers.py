"""What the peers are timed at, each as its users write it. Imports stand inside: a peer may be absent."""

import gzip
from pathlib import Path
from typing import Any

from bench import pack
from bench.cases import Run


def fastwarc_read(warc: Path) -> Run:
    """Every response's body read, HTTP headers parsed: the fastest reader that Python users have."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    def run() -> int:
        pages = 0
        for record in ArchiveIterator(str(warc), record_types=WarcRecordType.response, parse_http=True):
            record.reader.read()
            pages += 1
        return pages

    return run


def warcio_read(warc: Path) -> Run:
    """The reader that most tools are built on."""
    from warcio.archiveiterator import ArchiveIterator

    def run() -> int:
        pages = 0
        with warc.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response":
                    record.content_stream().read()
                    pages += 1
        return pages

    return run


def gzip_read(warc: Path) -> Run:
    """zlib alone, nothing parsed: what reading costs at the least with the system's inflate."""

    def run() -> None:
        with gzip.open(warc) as stream:
            while stream.read(1 << 20):
                pass

    return run


def lxml_datasketch(warc: Path) -> Run:
    """The usual near-duplicate pipeline: tree, shingles of tag paths, MinHash, LSH."""
    from datasketch import MinHash, MinHashLSH
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    def run() -> int:
        index = MinHashLSH(threshold=0.8, num_perm=128)
        pages = 0
        for record in ArchiveIterator(str(warc), record_types=WarcRecordType.response, parse_http=True):
            signature = MinHash(num_perm=128)
            signature.update_batch([shingle.encode() for shingle in lxml_shingles(record.reader.read())])
            index.query(signature)
            index.insert(str(pages), signature)
            pages += 1
        return pages

    return run


def lxml_shingles(html: bytes) -> set[str]:
    """Windows of four tags along every root-to-element path; the fastest of five equal ways to write it."""
    from lxml.html import document_fromstring

    shingles: set[tuple[str, ...]] = set()
    known: dict[Any, tuple[str, ...]] = {}
    for element in document_fromstring(html).iter("*"):
        path = (*known.get(element.getparent(), ())[-3:], element.tag)
        known[element] = path
        shingles.add(path)
    return {"/".join(path) for path in shingles}


def selectolax_walk(warc: Path) -> Run:
    """lexbor's tree from Python, every node visited once for its tag and class; nothing is made of them."""
    from selectolax.lexbor import LexborHTMLParser

    pages = list(pack.bodies(warc))

    def run() -> int:
        for html in pages:
            root: Any = LexborHTMLParser(html).root
            for node in root.traverse():
                node.tag, node.attributes.get("class")
        return len(pages)

    return run


def selectolax_paths(warc: Path) -> Run:
    """The same tree, and the set of root-to-element paths with classes, as a user of it would write that."""
    from selectolax.lexbor import LexborHTMLParser

    pages = list(pack.bodies(warc))

    def run() -> int:
        for html in pages:
            element_paths(LexborHTMLParser(html).root)
        return len(pages)

    return run


def element_paths(root: Any) -> set[str]:
    """Root-to-element paths of a selectolax tree; a segment is the tag and its classes."""
    paths = set()
    stack = [(root, "")]
    while stack:
        node, above = stack.pop()
        classes = node.attributes.get("class")
        here = f"{above}/{node.tag}.{'.'.join(classes.split())}" if classes else f"{above}/{node.tag}"
        paths.add(here)
        stack += [(child, here) for child in node.iter() if child.is_element_node]
    return paths
