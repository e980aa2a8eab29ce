"""Inner-site links with the place they stand in: one table, filled by a crawl or from pages that somebody else crawled.

A row is (site, page, url, xpath, first_seen). A page names a URL once, by its first link in document order.
`first_seen` is the number of the visit that saw the link, so the row of a URL with the least is the one that discovered
it; the view `discoveries` has just those. Grigalis & Čenys (2013) group pages by that XPath.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pagemold.crawl.url import Base, SiteKind, site_of

# What the native pass has to find out about each page.
FEATURES = ("link_targets", "link_xpaths", "link_base")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS links (
    site TEXT NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, xpath TEXT NOT NULL, first_seen INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS links_url ON links (url, first_seen);
CREATE INDEX IF NOT EXISTS links_xpath ON links (site, xpath);
CREATE VIEW IF NOT EXISTS discoveries AS
    SELECT site, page, url, xpath, min(first_seen) AS first_seen FROM links WHERE page <> url GROUP BY url;
"""


class Link(NamedTuple):
    """A link inside a site."""

    site: str
    page: str
    url: str
    xpath: str


def create_links(connection: sqlite3.Connection) -> None:
    """The table, its indexes and its view, where they are not there yet."""
    connection.executescript(_SCHEMA)


def add_links(connection: sqlite3.Connection, links: Iterable[Link], visit: int) -> None:
    """The links of the visit of this number."""
    connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?)", ((*link, visit) for link in links))


def discoveries(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Site, URL and XPath of the link that discovered each URL."""
    yield from connection.execute("SELECT site, url, xpath FROM discoveries")


def inner_links(
    page: str, targets: Sequence[str], xpaths: Sequence[str], base: Sequence[str], kind: SiteKind = "host"
) -> list[Link]:
    """The links of a page that stay on its site, in document order, each URL once. `page` is a canonical URL.

    >>> inner_links("http://a.example/x/", ["../b#c", "http://c.example/"], ["/html/body/a[1]", "/html/body/a[2]"], [])
    [Link(site='a.example', page='http://a.example/x/', url='http://a.example/b', xpath='/html/body/a[1]')]
    """
    site = site_of(page, kind)
    root = Base(page)
    for text in base[:1]:
        root = root.within(text)
    found: dict[str, Link] = {}
    for target, xpath in zip(targets, xpaths, strict=True):
        url = root.resolve(target)
        if url and url not in found and site_of(url, kind) == site:
            found[url] = Link(site, page, url, xpath)
    return list(found.values())
