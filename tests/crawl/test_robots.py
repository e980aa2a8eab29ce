"""robots.txt: obeyed, asked for once, and no way to stop or stall a crawl for good."""

import time
from pathlib import Path

import pytest

from tests.crawl.served import Answer, answer, crawled, page, served

SITE: dict[str, Answer] = {"/": page("/open", "/closed/a", "/closed/b"), "/open": page(), "/closed/a": page()}


def text(rules: str, status: int = 200) -> Answer:
    return answer(status, rules.encode(), "text/plain")


RULES = [
    (text("User-agent: *\nDisallow: /closed/"), ["/", "/open"]),
    (text("User-agent: pagemold\nDisallow: /closed/\n\nUser-agent: *\nDisallow: /"), ["/", "/open"]),
    (text("User-agent: *\nDisallow: /closed/\nAllow: /closed/a"), ["/", "/open", "/closed/a"]),
    (text("gone", 404), ["/", "/open", "/closed/a", "/closed/b"]),
    (text("<html>not a rule", 200), ["/", "/open", "/closed/a", "/closed/b"]),
    (text("User-agent: *\nDisallow: /"), []),
    (text("", 503), []),
]


@pytest.mark.parametrize(("robots", "asked"), RULES)
def test_rules(tmp_path: Path, robots: Answer, asked: list[str]) -> None:
    with served(SITE | {"/robots.txt": robots}) as site:
        report = crawled(site, tmp_path / "x.warc.gz")
        crawled(site, tmp_path / "x.warc.gz")
    assert site.pages == asked
    # A host that could not say is asked again by the next run, both times with a second try.
    assert site.asked.count("/robots.txt") == (4 if robots is RULES[-1][0] else 1)
    assert report.refused == {4: 0, 3: 1, 2: 2, 0: 1}[len(asked)]


def test_a_redirected_robots_txt(tmp_path: Path) -> None:
    rules = text("User-agent: *\nDisallow: /closed/")
    with served(SITE | {"/robots.txt": "/rules.txt", "/rules.txt": rules}) as site:
        crawled(site, tmp_path / "x.warc.gz")
    assert site.pages == ["/rules.txt", "/", "/open"]


def test_crawl_delay(tmp_path: Path) -> None:
    times: list[float] = []

    def note(path: str) -> Answer | None:
        times.append(time.monotonic())
        rules = text("User-agent: *\nCrawl-delay: 0.3")
        return rules if path == "/robots.txt" else SITE.get(path)

    with served(note) as site:
        crawled(site, tmp_path / "x.warc.gz", pages=2)
    _, first, second = times
    assert second - first >= 0.25


def test_rate(tmp_path: Path) -> None:
    began = time.monotonic()
    with served(SITE) as site:
        crawled(site, tmp_path / "x.warc.gz", rate=10.0)
    assert time.monotonic() - began >= 0.3
    assert len(site.pages) == 4


@pytest.mark.parametrize("answered", [b"User-agent: *\nDisallow: /b\n", None])
def test_a_resumed_crawl_does_not_ask_again(tmp_path: Path, answered: bytes | None) -> None:
    pages: dict[str, Answer] = {"/": page("/a", "/c"), "/a": page(), "/c": page()}
    if answered is not None:
        pages["/robots.txt"] = answer(200, answered, "text/plain")
    with served(pages) as site:
        crawled(site, tmp_path / "x.warc.gz", pages=1)
        crawled(site, tmp_path / "x.warc.gz")
    assert site.asked.count("/robots.txt") == 1
    assert site.pages == ["/", "/a", "/c"]
