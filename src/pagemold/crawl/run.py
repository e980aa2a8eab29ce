"""`crawl`: start a crawl, or go on with one that was stopped."""

import asyncio
import fcntl
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from pagemold.crawl.coverage import CrawlReport, report
from pagemold.crawl.crawler import Crawler
from pagemold.crawl.frontier import Frontier, Lead
from pagemold.crawl.plan import Plan
from pagemold.crawl.url import canonical, site_of
from pagemold.crawl.warc import WarcFile
from pagemold.errors import OutputError, UsageError

_SUFFIX = ".warc.gz"
_LOOKS_A_SECOND = 4
Watch = Callable[[Crawler], None]


def state_of(warc: Path) -> Path:
    """Where a crawl keeps its URLs and links: `shop.warc.gz` has `shop.crawl.sqlite` beside it."""
    return warc.with_name(warc.name.removesuffix(_SUFFIX) + ".crawl.sqlite")


def crawl(
    starts: Sequence[str], warc: str | Path, plan: Plan | None = None, *, watch: Watch | None = None
) -> CrawlReport:
    """Crawls the sites of the start pages into a WARC file; a crawl that was stopped goes on where it was.

    >>> crawl(["https://shop.example/"], "shop.warc.gz", Plan(pages=500))  # doctest: +SKIP
    """
    warc, plan = Path(warc), plan or Plan()
    urls = [_start(url) for url in starts]
    _check_target(warc)
    with _writing(warc), _open(warc, urls, plan) as crawler:
        asyncio.run(_run(crawler, urls, watch))
        crawler.frontier.set(ended=json.dumps(crawler.ended))
        crawler.frontier.commit()
        return report(crawler)


def _start(url: str) -> str:
    start = canonical(url if "://" in url else f"https://{url}")
    if start is None:
        raise UsageError("wrong_argument", f"{url}: not an address of the web (http or https)")
    return start


def _check_target(warc: Path) -> None:
    if not warc.name.endswith(_SUFFIX) or warc.name == _SUFFIX:
        raise UsageError("wrong_argument", f"{warc}: a crawl is written to a file that ends in {_SUFFIX}")
    if not warc.parent.is_dir():
        raise OutputError("output_unwritable", f"{warc}: cannot write: there is no folder {warc.parent}")
    if warc.exists() and warc.stat().st_size and not state_of(warc).exists():
        raise UsageError(
            "wrong_argument", f"{warc}: exists already, and there is no {state_of(warc).name} to go on with"
        )


@contextmanager
def _writing(warc: Path) -> Iterator[None]:
    """What the system says about the files becomes one line that names them."""
    try:
        yield
    except OSError as error:
        raise OutputError("output_unwritable", f"{warc}: cannot write: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise OutputError("output_unwritable", f"{state_of(warc)}: cannot write: {error}") from error


@contextmanager
def _open(warc: Path, urls: list[str], plan: Plan) -> Iterator[Crawler]:
    with _locked(warc), closing(Frontier(state_of(warc), durable=plan.durable)) as frontier:
        _resume(frontier, warc, urls, plan)
        end = int(frontier.setting("warc_end") or 0)
        with closing(WarcFile(warc, end, plan.agent, durable=plan.durable)) as file:
            yield Crawler(frontier, file, plan)


@contextmanager
def _locked(warc: Path) -> Iterator[None]:
    """One crawl at a time; the lock goes with the process, however it ends."""
    with warc.open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError("busy", f"{warc}: another process is crawling into it") from error
        yield


def _resume(frontier: Frontier, warc: Path, urls: list[str], plan: Plan) -> None:
    """Checks that it is the same crawl, or begins it. What a larger depth now reaches is queued."""
    same = json.dumps([urls, plan.site])
    before = frontier.setting("starts") or same
    if before != same:
        starts, site = json.loads(before)
        raise UsageError("wrong_argument", f"{warc}: is a crawl of {', '.join(starts)} by {site}; choose another file")
    frontier.set(starts=same)
    frontier.add(Lead(url, site_of(url, plan.site)) for url in urls)
    frontier.requeue("depth", depth=plan.depth)
    frontier.retry_unreached()
    frontier.commit()


async def _run(crawler: Crawler, starts: list[str], watch: Watch | None) -> None:
    watching = asyncio.create_task(_look_on(crawler, watch)) if watch else None
    try:
        await crawler.run(starts)
    finally:
        if watching:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching


async def _look_on(crawler: Crawler, watch: Watch) -> None:
    while True:
        watch(crawler)
        await asyncio.sleep(1 / _LOOKS_A_SECOND)
