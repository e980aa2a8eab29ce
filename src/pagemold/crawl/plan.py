"""What a crawl may do: how far, how fast, and what of a site it takes."""

from dataclasses import dataclass, field
from importlib.metadata import version

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.crawl.fetch import Bounds
from pagemold.crawl.url import SiteKind
from pagemold.errors import UsageError


@dataclass(frozen=True, slots=True)
class Plan:
    """The bounds of a crawl. `rate` is requests a second and host, 0 for as fast as answers come.

    A crawl that is not `durable` survives a kill, but not the loss of power: for one that is thrown away.
    `include` and `exclude` are RE2 expressions found anywhere in a URL; start pages are always taken.
    """

    pages: int = 1_000
    depth: int | None = None
    rate: float = 2.0
    site: SiteKind = "host"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    allow_private: bool = False
    sitemap: bool = False
    per_template: int | None = None
    user_agent: str | None = None
    bounds: Bounds = field(default_factory=Bounds)
    durable: bool = True

    def __post_init__(self) -> None:
        for pattern in (*self.include, *self.exclude):
            try:
                _matches([""], pattern)
            except pa.ArrowInvalid as error:
                raise UsageError("wrong_argument", f"{pattern}: {error}") from error
        if self.site not in ("host", "domain"):
            raise UsageError("wrong_argument", f"{self.site}: a site is a host or a domain")
        if self.user_agent is not None and not (self.user_agent.isprintable() and self.user_agent.strip()):
            raise UsageError("wrong_argument", "the user agent must be one line of text")

    @property
    def agent(self) -> str:
        """Who is asking: a server's owner can find the program and forbid it by name in robots.txt."""
        return self.user_agent or f"pagemold/{version('pagemold')} (web page template finder; obeys robots.txt)"

    @property
    def requests(self) -> int:
        """More requests than this are no crawl of so many pages any more: most answers are no pages."""
        return 10 * self.pages + 100

    def wanted(self, urls: list[str]) -> list[bool]:
        """Which URLs `include` and `exclude` let through."""
        kept = [not self.include] * len(urls)
        for pattern in self.include:
            kept = [keep or match for keep, match in zip(kept, _matches(urls, pattern), strict=True)]
        for pattern in self.exclude:
            kept = [keep and not match for keep, match in zip(kept, _matches(urls, pattern), strict=True)]
        return kept


def _matches(urls: list[str], pattern: str) -> list[bool]:
    found: list[bool] = pc.match_substring_regex(pa.array(urls, pa.large_utf8()), pattern).to_pylist()
    return found
