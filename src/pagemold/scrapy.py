"""An add-on for Scrapy (extra `scrapy`): where each link stands, and the template of its target before it is fetched.

    SPIDER_MIDDLEWARES = {"pagemold.scrapy.LinkPlaces": 543}        # where links stand
    DOWNLOADER_MIDDLEWARES = {"pagemold.scrapy.LinkPlaces": 50}     # guesses, when a request's turn comes
    PAGEMOLD_LINKS = "shop.sqlite"      # the table `links`, as `pagemold crawl` keeps it; left out: nothing is written
    PAGEMOLD_PER_TEMPLATE = 50          # left out: nothing is skipped

Every request that a callback yields for a link of the page gets `pagemold_xpath` in its `meta`, and `pagemold_guess`
before it is sent, where there is reason for one; every HTML response gets `pagemold_template`.
"""

import sqlite3
from collections.abc import AsyncIterator
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response

from pagemold._native import extract
from pagemold.arrow import array
from pagemold.crawl.guess import Guesses, is_checked
from pagemold.crawl.links import FEATURES, Link, add_links, create_links, inner_links
from pagemold.crawl.templates import Templates, create_templates
from pagemold.crawl.url import canonical

_TABLES = """
CREATE TABLE IF NOT EXISTS urls (id INTEGER PRIMARY KEY, url TEXT, xpath TEXT, guess INTEGER, template INTEGER);
"""


class LinkPlaces:
    """Watches pages come in and requests go out. As spider and as downloader middleware it is the same one."""

    _of: ClassVar["WeakKeyDictionary[Crawler, LinkPlaces]"] = WeakKeyDictionary()

    def __init__(self, crawler: Crawler, path: str, per_template: int) -> None:
        self._stats = crawler.stats
        self._per_template = per_template
        self._database = sqlite3.connect(path or ":memory:", isolation_level=None)
        # One transaction a page, none synced at once: a spider that is killed loses its last pages, not its table.
        self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _TABLES)
        create_links(self._database)
        create_templates(self._database)
        self._guesses = Guesses(self._database)
        self._templates = Templates(self._database, self._guesses)
        self._visits = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "LinkPlaces":
        """How Scrapy gets one."""
        if crawler not in cls._of:
            settings = crawler.settings
            made = cls(crawler, settings.get("PAGEMOLD_LINKS", ""), settings.getint("PAGEMOLD_PER_TEMPLATE", 0))
            crawler.signals.connect(made.close, signal=signals.spider_closed)
            cls._of[crawler] = made
        return cls._of[crawler]

    def process_request(self, request: Request) -> None:
        """A request's turn has come: guesses its template, and drops it where that has had its share."""
        guess = self._guesses.guess(request.meta.get("pagemold_xpath"))
        if guess is None:
            return
        request.meta["pagemold_guess"] = guess
        if self._per_template and self._guesses.pages[guess] >= self._per_template and not is_checked(request.url):
            self._count("skipped")
            raise IgnoreRequest(f"template {guess} was seen {self._per_template} times")

    def process_spider_output(self, response: Response, result: Any) -> Any:
        """What a callback gave, each request with the place of its link."""
        places = self._visit(response)
        return (_placed(item, places) for item in result)

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for callbacks that are coroutines."""
        places = self._visit(response)
        async for item in result:
            yield _placed(item, places)

    def _visit(self, response: Response) -> dict[str, Link]:
        """Takes the page in; gives its links by URL."""
        page = canonical(response.url)
        if page is None or not isinstance(response, HtmlResponse):
            return {}
        columns = extract([response.body], content_types=[_kind(response)], features=[*FEATURES, "leaf_paths"], jobs=1)
        targets, xpaths, base, paths = (array(columns[name]).to_pylist()[0] for name in (*FEATURES, "leaf_paths"))
        links = inner_links(page, targets, xpaths, base)
        self._visits += 1
        self._database.execute("BEGIN")
        add_links(self._database, links, self._visits)
        self._learn(page, response, self._templates.recognise(page, paths))
        self._database.execute("COMMIT")
        return {link.url: link for link in links}

    def _learn(self, page: str, response: Response, template: int | None) -> None:
        meta = response.meta
        xpath, guess = meta.get("pagemold_xpath"), self._templates.now(meta.get("pagemold_guess"))
        meta["pagemold_template"] = template
        if template is not None:
            self._guesses.learn(xpath, template)
        row = (page, xpath, guess, template)
        self._database.execute("INSERT INTO urls (url, xpath, guess, template) VALUES (?, ?, ?, ?)", row)
        self._count("templates", len(self._templates), whole=True)
        if guess is not None:
            self._count("guesses/right" if guess == template else "guesses/wrong")

    def _count(self, name: str, value: int = 1, *, whole: bool = False) -> None:
        if self._stats:
            key = f"pagemold/{name}"
            self._stats.set_value(key, value) if whole else self._stats.inc_value(key, value)

    def close(self, *_: object) -> None:
        """Keeps the table."""
        self._database.close()


def _placed(item: Any, places: dict[str, Link]) -> Any:
    """The item itself; a request for a link of the page knows its place."""
    if isinstance(item, Request) and (link := places.get(canonical(item.url) or "")):
        item.meta["pagemold_xpath"] = link.xpath
    return item


def _kind(response: HtmlResponse) -> str | None:
    return (response.headers.get("Content-Type") or b"").decode("latin-1") or None
