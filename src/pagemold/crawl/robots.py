"""What robots.txt allows, and how fast (RFC 9309, read by protego).

A file that cannot be had because the server fails forbids everything; one that does not exist allows everything; of a
huge one only the beginning counts. Answers are kept with the crawl, so a resumed one does not ask again.
"""

import time
from urllib.parse import urlsplit

from protego import Protego

from pagemold.crawl.fetch import Fetcher, FetchError
from pagemold.crawl.frontier import Frontier

# RFC 9309, 2.5: at least so much must be read; the rest is ignored.
_MOST_BYTES = 512 * 1024
_HOPS = 5
_SECONDS_VALID = 24 * 3600
_LONGEST_DELAY = 120.0

_FORBID_ALL = "User-agent: *\nDisallow: /\n"


class Robots:
    """The rules of every host that was met, asked for once a day."""

    def __init__(self, fetcher: Fetcher, frontier: Frontier, user_agent: str) -> None:
        self._fetcher = fetcher
        self._frontier = frontier
        self._user_agent = user_agent
        self._known: dict[str, tuple[Protego, str]] = {}

    async def refusal(self, url: str) -> str | None:
        """Why a URL must not be asked for: `robots`, `robots_unavailable`, or none."""
        rules, refusal = await self._rules(url)
        return None if rules.can_fetch(url, self._user_agent) else refusal

    async def delay(self, url: str) -> float:
        """Seconds that the host wants between two requests."""
        rules, _ = await self._rules(url)
        return min(float(rules.crawl_delay(self._user_agent) or 0.0), _LONGEST_DELAY)

    async def sitemaps(self, url: str) -> list[str]:
        """The sitemaps that robots.txt names."""
        rules, _ = await self._rules(url)
        return list(rules.sitemaps)

    async def _rules(self, url: str) -> tuple[Protego, str]:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._known:
            text, refusal = self._frontier.robots(origin, time.time() - _SECONDS_VALID) or await self._ask(origin)
            self._known[origin] = (Protego.parse(text), refusal)
        return self._known[origin]

    async def _ask(self, origin: str) -> tuple[str, str]:
        text, refusal = await self._answer(origin)
        self._frontier.keep_robots(origin, text, refusal, time.time())
        return text, refusal

    async def _answer(self, origin: str) -> tuple[str, str]:
        try:
            response = await self._fetcher.follow(f"{origin}/robots.txt", _HOPS, _MOST_BYTES)
        except FetchError as error:
            return _FORBID_ALL, error.reason if error.reason == "private_address" else "robots_unavailable"
        if response.status >= 500 or response.status == 429:
            return _FORBID_ALL, "robots_unavailable"
        if not 200 <= response.status < 300:
            return "", "robots"
        return response.page(_MOST_BYTES).decode("utf-8", "replace"), "robots"
