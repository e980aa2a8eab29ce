"""The site behind `pagemold demo`: an invented shop with a journal, served on loopback and crawled from there.

Takes a seed; gives pages, their gold templates, a local server and a WARC file of a crawl.
Promises the same pages for the same seed, and every page reachable by links from `/`.
Never listens beyond loopback, never asks another host, needs nothing but the standard library.
"""

from pagemold.demo.crawl import CrawlCount, CrawlLimits, crawl
from pagemold.demo.server import serve
from pagemold.demo.site import Site, gold, labels

__all__ = ["CrawlCount", "CrawlLimits", "Site", "crawl", "gold", "labels", "serve"]
