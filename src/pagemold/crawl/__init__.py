"""A site → its pages in a WARC file, and its links in SQLite.

Takes start pages and a plan: how far, how fast, what of a site.
Gives a WARC that other tools read, and beside it every URL with its fate and every inner link with its XPath.
Promises each URL once, breadth-first; robots.txt obeyed; a killed crawl goes on without losing or doubling a record.
Never asks a private address unless told to, never leaves the site, keeps no cookies.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagemold.crawl.coverage import Coverage, CrawlReport
    from pagemold.crawl.crawler import Crawler
    from pagemold.crawl.fetch import Bounds
    from pagemold.crawl.plan import Plan
    from pagemold.crawl.run import crawl, state_of

__all__ = ["Bounds", "Coverage", "CrawlReport", "Crawler", "Plan", "crawl", "state_of"]

_HOMES = {
    "Bounds": "fetch",
    "Coverage": "coverage",
    "CrawlReport": "coverage",
    "Crawler": "crawler",
    "Plan": "plan",
    "crawl": "run",
    "state_of": "run",
}


def __getattr__(name: str) -> object:
    """The network code takes a quarter of a second to import; commands that read files do not wait for it."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"pagemold.crawl.{_HOMES[name]}"), name)
