"""Breadth-first over sites: first in, first out, each URL once, one request at a time and site.

One request at a time keeps the order of discovery, which the links method groups by, the same from run to run, and is
what a polite visitor does anyway. Sites are visited side by side.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pagemold.crawl.fetch import Fetcher, FetchError, Response
from pagemold.crawl.frontier import Frontier, Lead
from pagemold.crawl.guess import Guesses, is_checked
from pagemold.crawl.links import Link, add_links
from pagemold.crawl.plan import Plan
from pagemold.crawl.robots import Robots
from pagemold.crawl.sitemap import sitemap_urls
from pagemold.crawl.templates import Templates
from pagemold.crawl.url import Base, canonical, site_of
from pagemold.crawl.visit import look
from pagemold.crawl.warc import WarcFile

_HOPS = 10
# So many URLs in a row that could not be had: the site is down, and asking on would only disturb it.
_DOWN = 10


@dataclass(slots=True)
class Tally:
    """What a crawl has done so far; it goes on counting when it is resumed."""

    pages: int = 0
    requests: int = 0
    bytes: int = 0
    failed: int = 0


class Crawler:
    """A crawl under way. Everything it knows is in the frontier and the WARC, page by page."""

    def __init__(self, frontier: Frontier, warc: WarcFile, plan: Plan) -> None:
        self.plan = plan
        self.frontier = frontier
        self.guesses = Guesses(frontier.connection)
        self.templates = Templates(frontier.connection, self.guesses)
        self.tally = Tally(*(int(frontier.setting(name) or 0) for name in Tally.__slots__))
        self.pages_before = self.tally.pages
        self.ended: dict[str, str] = {}
        self._warc = warc
        self._fetcher = Fetcher(plan.agent, plan.bounds, allow_private=plan.allow_private)
        self._robots = Robots(self._fetcher, frontier, plan.agent)
        self._next_request: dict[str, float] = defaultdict(float)
        self._kept: list[Response] = []

    async def run(self, starts: list[str]) -> None:
        """Crawls until nothing is left or a bound is met; `ended` says which, site by site."""
        async with self._fetcher:
            if self.plan.sitemap and not self.frontier.setting("sitemaps"):
                await self._read_sitemaps(starts)
            await asyncio.gather(*(self._crawl(site) for site in self.frontier.sites()))

    async def _read_sitemaps(self, starts: list[str]) -> None:
        for start in starts:
            urls = await sitemap_urls(start, self._fetcher, self._robots, self.plan.site)
            self._add([Lead(url, site_of(url, self.plan.site), 1) for url in urls])
        self.frontier.set(sitemaps=1)
        self.frontier.commit()

    async def _crawl(self, site: str) -> None:
        failures = 0
        while (ended := self._bound()) is None:
            lead = self.frontier.next(site)
            if lead is None:
                ended = "complete"
                break
            answered = await self._visit(lead)
            failures = 0 if answered else failures + 1
            self._commit()
            if failures >= _DOWN:
                ended = "site_down"
                break
        self.ended[site] = ended

    def _bound(self) -> str | None:
        if self.tally.pages >= self.plan.pages:
            return "pages"
        return "requests" if self.tally.requests >= self.plan.requests else None

    def _commit(self) -> None:
        """First the records, then the word that they are there."""
        if self._kept:
            self.frontier.set(warc_end=self._warc.append(self._kept))
            self._kept = []
        self.frontier.set(**{name: getattr(self.tally, name) for name in Tally.__slots__})
        self.frontier.commit()

    async def _visit(self, lead: Lead) -> bool:
        """One URL and where it redirects to; false if no server answered."""
        guess = self.guesses.guess(lead.xpath)
        if self._is_enough(guess) and not is_checked(lead.url):
            self.frontier.settle(lead.url, "skipped", "template", guess=guess)
            return True
        asked = [lead.url]
        while not isinstance(response := await self._ask(lead, asked[-1]), str):
            if response.target is None:
                self._take(lead, response, guess)
                return True
            self._kept.append(response)
            address, url, refusal = self._hop(lead, asked, response.target)
            guess = self.templates.now(guess)
            self.frontier.settle(lead.url, "done", refusal or f"redirect to {url}", response.status, guess)
            if refusal or (url != lead.url and self.frontier.knows(url)):
                return True
            asked.append(address)
            if url != lead.url:
                lead = replace(lead, url=url)
                self.frontier.add([lead])
                # The link led here in the end.
                if lead.page and lead.xpath:
                    add_links(self.frontier.connection, [Link(lead.site, lead.page, url, lead.xpath)], self.tally.pages)
        return response != "failed"

    def _is_enough(self, guess: int | None) -> bool:
        return bool(self.plan.per_template and guess and self.guesses.pages[guess] >= self.plan.per_template)

    def _hop(self, lead: Lead, asked: list[str], target: str) -> tuple[str, str, str | None]:
        """Where a redirect leads: the address to ask, its canonical spelling, and why it is not followed.

        The address keeps its session id: a server may redirect to the same page with one added.
        """
        address = Base(asked[-1]).absolute(target)
        url = canonical(address) if address else None
        if address is None or url is None:
            return "", "", f"redirect_refused {target[:200]}"
        refusal = None
        if site_of(url, self.plan.site) != lead.site:
            refusal = f"redirect_off_site {url}"
        elif address in asked or (url != lead.url and url in asked):
            refusal = f"redirect_loop {url}"
        elif len(asked) > _HOPS:
            refusal = f"redirect_limit {url}"
        return address, url, refusal

    async def _ask(self, lead: Lead, url: str) -> Response | str:
        """The answer, or the state that was settled instead."""
        refusal = await self._robots.refusal(url)
        if refusal:
            self.frontier.settle(lead.url, "refused", refusal)
            return "refused"
        await self._wait(url)
        self.tally.requests += 1
        try:
            response = await self._fetcher.fetch(url)
        except FetchError as error:
            self.tally.failed += 1
            self.frontier.settle(lead.url, "failed", error.reason)
            return "failed"
        self.tally.bytes += len(response.body)
        return response

    async def _wait(self, url: str) -> None:
        """Until the host's turn comes: at most `rate` requests a second, fewer where robots.txt asks for that."""
        host = urlsplit(url).netloc
        now = asyncio.get_running_loop().time()
        pause = max(1 / self.plan.rate if self.plan.rate else 0.0, await self._robots.delay(url))
        turn = max(now, self._next_request[host])
        self._next_request[host] = turn + pause
        if turn > now:
            await asyncio.sleep(turn - now)

    def _take(self, lead: Lead, response: Response, guess: int | None) -> None:
        """Keeps an answer; a page also gives its links and its template."""
        guess = self.templates.now(guess)  # another site may have joined templates since
        if not response.is_html:
            self.frontier.settle(lead.url, "done", "not_html", response.status, guess)
            return
        self._kept.append(response)
        if response.status != 200:
            self.frontier.settle(lead.url, "done", f"status {response.status}", response.status, guess)
            return
        visit = look(lead.url, response, self.plan.site)
        template = self.templates.recognise(lead.url, visit.leaf_paths)
        guess = self.templates.now(guess)
        reason = f"truncated {response.truncated}" if response.truncated else None
        self.frontier.settle(lead.url, "done", reason, 200, guess, template)
        self.tally.pages += 1
        self._learn(lead, guess, template)
        self._follow(lead, visit.links)

    def _learn(self, lead: Lead, guess: int | None, template: int | None) -> None:
        if template is None:
            return
        self.guesses.learn(lead.xpath, template)
        if guess not in (None, template) and self._is_enough(guess):
            # A check found something else: what was skipped because of this place gets another look.
            self.frontier.requeue("template", xpath=lead.xpath)

    def _follow(self, lead: Lead, links: list[Link]) -> None:
        add_links(self.frontier.connection, links, self.tally.pages)
        self._add([Lead(link.url, link.site, lead.depth + 1, link.page, link.xpath) for link in links])

    def _add(self, leads: list[Lead]) -> None:
        wanted = self.plan.wanted([lead.url for lead in leads])
        depth = self.plan.depth
        taken = [lead for lead, keep in zip(leads, wanted, strict=True) if keep]
        self.frontier.add(lead for lead in taken if depth is None or lead.depth <= depth)
        self.frontier.add((lead for lead in taken if depth is not None and lead.depth > depth), "depth")
        self.frontier.add((lead for lead, keep in zip(leads, wanted, strict=True) if not keep), "excluded")
