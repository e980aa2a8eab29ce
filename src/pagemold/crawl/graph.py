"""The links among pages that are there already, and the order in which a breadth-first crawl would have met them.

A crawl of another tool, or a folder, does not say which link led to a page first. Walking the links again breadth-first
from the root of each site does, and does not depend on the order in which the pages lie.
"""

import os
from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

import pyarrow as pa

from pagemold.crawl.links import FEATURES, Link, inner_links
from pagemold.crawl.url import SiteKind, canonical, site_of

_INDEXES = ("index.html", "index.htm", "index.xhtml", "default.html")
# Files have no address; while their links are resolved each folder is a site of its own. No such site can exist.
_FILES = ".files.invalid"


@dataclass
class LinkGraph:
    """Pages and the links between them; texts are kept once, links as pairs of numbers."""

    kind: SiteKind = "host"
    _urls: dict[str, int] = field(default_factory=dict)
    _xpaths: dict[str, int] = field(default_factory=dict)
    _links: dict[int, "array[int]"] = field(default_factory=dict)
    _sources: dict[str, int] = field(default_factory=dict)

    def add(self, batch: pa.RecordBatch) -> list[str | None]:
        """Takes the links of a batch with `FEATURES`; gives each row's name among the pages."""
        names = self.names(batch)
        lists = (batch[feature].to_pylist() for feature in FEATURES)
        for name, targets, xpaths, base in zip(names, *lists, strict=True):
            if name and self._number(name) not in self._links:
                self._links[self._number(name)] = self._pairs(inner_links(name, targets, xpaths, base, self.kind))
        return names

    def table_names(self, batch: pa.RecordBatch) -> list[str | None]:
        """What a page is called in a table of links: its canonical URL, or the path of a file."""
        pairs = zip(batch["url"].to_pylist(), batch["path"].to_pylist(), strict=True)
        return [canonical(url) if url else path for url, path in pairs]

    def names(self, batch: pa.RecordBatch) -> list[str | None]:
        """What a page is called here: its canonical URL, or one made up for a file; none for text from nowhere."""
        columns = (batch[name].to_pylist() for name in ("url", "path", "source"))
        return [self._name(url, path, source or "") for url, path, source in zip(*columns, strict=True)]

    def _name(self, url: str | None, path: str | None, source: str) -> str | None:
        if url:
            return canonical(url)
        if path is None:
            return None
        folder = self._sources.setdefault(source.removesuffix(path), len(self._sources))
        return canonical(f"http://{folder}{_FILES}/{quote(path)}")

    def _number(self, url: str) -> int:
        return self._urls.setdefault(url, len(self._urls))

    def _pairs(self, links: list[Link]) -> "array[int]":
        pairs = array("I")
        for link in links:
            pairs.append(self._number(link.url))
            pairs.append(self._xpaths.setdefault(link.xpath, len(self._xpaths)))
        return pairs

    def walk(self) -> Iterator[list[Link]]:
        """The links of each page, in the order of a breadth-first crawl from the root of each site.

        Pages that no link leads to begin a walk of their own, those nearest to the root of the site first.
        """
        urls, xpaths, aliases = list(self._urls), list(self._xpaths), self._aliases()
        seen: set[int] = set()
        for root in sorted(self._links, key=lambda number: _rank(urls[number], self.kind)):
            waiting = deque([root])
            while waiting:
                page = waiting.popleft()
                if page in seen or page not in self._links:
                    continue
                seen.add(page)
                pairs = [(aliases.get(url, url), xpath) for url, xpath in _couples(self._links[page])]
                site = site_of(urls[page], self.kind)
                yield [Link(site, urls[page], urls[url], xpaths[xpath]) for url, xpath in pairs]
                waiting.extend(url for url, _ in pairs if url not in seen)

    def _aliases(self) -> dict[int, int]:
        """In a folder, `a/` is `a/index.html`: a server would have said so."""
        found = {}
        for url, number in self._urls.items():
            if url.endswith("/") and is_file(url) and number not in self._links:
                indexes = (self._urls.get(url + name) for name in _INDEXES)
                index = next((index for index in indexes if index in self._links), None)
                if index is not None:
                    found[number] = index
        return found

    def discoveries(self) -> dict[str, tuple[str, str]]:
        """Site and XPath of the link that first led to each URL from another page."""
        found: dict[str, tuple[str, str]] = {}
        for links in self.walk():
            for link in links:
                if link.url != link.page and link.url not in found:
                    found[link.url] = (self._site(link), link.xpath)
        return found

    def readable(self, link: Link) -> Link:
        """A link as the table shows it: files by their path, the name of their folder as the site."""
        if not is_file(link.page):
            return link
        return Link(self._site(link), _path(link.page), _path(link.url), link.xpath)

    def _site(self, link: Link) -> str:
        if not is_file(link.page):
            return link.site
        folder = list(self._sources)[int(link.site.partition(".")[0])]
        return os.path.basename(folder.rstrip(os.sep)) + "/"


def _couples(flat: "array[int]") -> Iterator[tuple[int, int]]:
    return zip(flat[::2], flat[1::2], strict=True)


def is_file(url: str) -> bool:
    """Whether an address was made up for a file."""
    return _FILES in url


def _path(url: str) -> str:
    return unquote(url.partition(_FILES + "/")[2])


def _rank(url: str, kind: SiteKind) -> tuple[str, int, bool, str]:
    """How near to the root of its site a page is."""
    bare, _, query = url.partition("?")
    folder, _, name = bare.rpartition("/")
    return site_of(url, kind), folder.count("/") + bool(query), bool(name) and name not in _INDEXES, url
