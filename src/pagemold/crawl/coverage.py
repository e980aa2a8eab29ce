"""How well a crawl knows each template: pages seen, skipped, still waiting, and whether guesses held."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from pagemold.crawl.crawler import Crawler

# A template of which fewer pages were seen is hardly known: the sample size of Grigalis & Čenys (2013).
_FEW = 5


@dataclass(frozen=True, slots=True)
class Coverage:
    """One template. `waiting` and `skipped` are guesses, by the place of the link; `right` of `checked` held."""

    template: int
    example: str
    pages: int
    skipped: int
    waiting: int
    checked: int
    right: int
    under_sampled: bool


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """How a crawl ended. `ended` says why, site by site: `complete`, `pages`, `requests`, `site_down`.

    Numbers are of all runs together; `new_pages` are those of the last one.
    """

    pages: int
    new_pages: int
    requests: int
    bytes: int
    failed: int
    refused: int
    skipped: int
    queued: int
    ended: dict[str, str]
    reasons: dict[str, int]
    templates: list[Coverage] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def report(crawler: Crawler) -> CrawlReport:
    """What a crawl has to say for itself, now."""
    counts = crawler.frontier.counts()
    reasons = crawler.frontier.connection.execute(
        "SELECT substr(reason, 1, instr(reason || ' ', ' ') - 1), count(*) FROM urls"
        " WHERE reason IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    tally = crawler.tally
    return CrawlReport(
        tally.pages,
        tally.pages - crawler.pages_before,
        tally.requests,
        tally.bytes,
        tally.failed,
        counts.get("refused", 0),
        counts.get("skipped", 0),
        counts.get("queued", 0),
        dict(sorted(crawler.ended.items())),
        dict(reasons.fetchall()),
        _coverage(crawler),
    )


def _coverage(crawler: Crawler) -> list[Coverage]:
    ask = crawler.frontier.connection.execute
    pages = dict(ask("SELECT template, count(*) FROM urls WHERE template IS NOT NULL GROUP BY 1"))
    skipped = dict(ask("SELECT guess, count(*) FROM urls WHERE state = 'skipped' AND reason = 'template' GROUP BY 1"))
    checked = dict(ask("SELECT guess, count(*) FROM urls WHERE guess AND template GROUP BY 1"))
    right = dict(ask("SELECT guess, count(*) FROM urls WHERE guess = template GROUP BY 1"))
    waiting: Counter[int | None] = Counter()
    for xpath, urls in ask("SELECT xpath, count(*) FROM urls WHERE state = 'queued' GROUP BY 1"):
        waiting[crawler.guesses.guess(xpath)] += urls
    wanted = crawler.plan.per_template or _FEW
    rows = [
        Coverage(
            number,
            example,
            pages.get(number, 0),
            skipped.get(number, 0),
            waiting[number],
            checked.get(number, 0),
            right.get(number, 0),
            pages.get(number, 0) < wanted and waiting[number] > 0,
        )
        for number, example in ask("SELECT id, example FROM templates WHERE joined IS NULL")
    ]
    return sorted(rows, key=lambda row: (-row.pages, row.template))
