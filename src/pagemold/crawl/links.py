"""Inner-site links with the place they stand in: one table, filled by a crawl or from pages that somebody else crawled.

A row is (site, page, url, xpath, first_seen). A page names a URL once, by its first link in document order.
`first_seen` is the number of the visit that saw the link; the table `discoveries` has for each URL the link that was
seen first on another page. Grigalis & Čenys (2013) group pages by that XPath.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from typing import NamedTuple
from urllib.parse import quote

from pagemold.crawl.url import Base, SiteKind, site_of
from pagemold.errors import SourceError

# What the native pass has to find out about each page.
FEATURES = ("link_targets", "link_xpaths", "link_base")

_COLUMNS = (
    "site TEXT NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL{key}, xpath TEXT NOT NULL, first_seen INTEGER NOT NULL"
)
_TABLES = (
    f"CREATE TABLE IF NOT EXISTS links ({_COLUMNS.format(key='')})",
    f"CREATE TABLE IF NOT EXISTS discoveries ({_COLUMNS.format(key=' PRIMARY KEY')}) WITHOUT ROWID",
)
_INDEXES = (
    "CREATE INDEX IF NOT EXISTS links_url ON links (url)",
    "CREATE INDEX IF NOT EXISTS links_xpath ON links (site, xpath)",
)


class Link(NamedTuple):
    """A link inside a site."""

    site: str
    page: str
    url: str
    xpath: str


def create_links(connection: sqlite3.Connection) -> None:
    """The tables and their indexes, where they are not there yet."""
    for statement in (*_TABLES, *_INDEXES):
        connection.execute(statement)


def add_links(connection: sqlite3.Connection, links: Iterable[Link], visit: int) -> None:
    """The links of the visit of this number; visits come in their order."""
    rows = [(*link, visit) for link in links]
    connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?)", rows)
    elsewhere = [row for row in rows if row[1] != row[2]]
    connection.executemany("INSERT OR IGNORE INTO discoveries VALUES (?, ?, ?, ?, ?)", elsewhere)


def read_discoveries(path: str) -> dict[str, tuple[str, str]]:
    """Site and XPath of the link that first led to each URL, out of a table that a crawl or `pagemold links` wrote."""
    try:
        connection = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
        with closing(connection):
            rows = connection.execute("SELECT url, site, xpath FROM discoveries")
            return {url: (site, xpath) for url, site, xpath in rows}
    except sqlite3.Error as error:
        raise SourceError("source_format", f"{path}: no table of links: {error}") from error


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


def write_links(path: str, visits: Iterable[Sequence[Link]]) -> int:
    """The links of visits in their order, as a new file that is whole or not there; gives their number."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    try:
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # synced below, all at once
            connection.execute("BEGIN")
            for statement in _TABLES:  # indexes are quicker made at the end
                connection.execute(statement)
            for number, links in enumerate(visits, start=1):
                add_links(connection, links, number)
            create_links(connection)
            connection.execute("COMMIT")
            (count,) = connection.execute("SELECT count(*) FROM links").fetchone()
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        for leftover in (temporary, f"{temporary}-journal"):
            with suppress(FileNotFoundError):
                os.remove(leftover)
        raise
    return int(count)
