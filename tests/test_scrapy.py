"""The Scrapy add-on in a real spider against the demo site. A process of its own: a reactor runs once."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pagemold.demo import Site, labels, serve

SPIDER = """
import json, sys
from scrapy import Spider, signals
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

class Demo(Spider):
    name = "demo"
    start_urls = [sys.argv[1]]
    allowed_domains = ["127.0.0.1"]
    extractor = LinkExtractor()

    {kind}def parse(self, response):
        meta = response.meta
        yield {{"url": response.url, "template": meta.get("pagemold_template"), "guess": meta.get("pagemold_guess"),
               "xpath": meta.get("pagemold_xpath")}}
        for link in self.extractor.extract_links(response):
            yield response.follow(link)

items = []
process = CrawlerProcess({{
    "SPIDER_MIDDLEWARES": {{"pagemold.scrapy.LinkPlaces": 543}},
    "DOWNLOADER_MIDDLEWARES": {{"pagemold.scrapy.LinkPlaces": 50}}, "PAGEMOLD_LINKS": sys.argv[2],
    "PAGEMOLD_PER_TEMPLATE": int(sys.argv[3]), "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 1, "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}})
crawler = process.create_crawler(Demo)

def keep(item):
    items.append(item)

crawler.signals.connect(keep, signal=signals.item_scraped)
process.crawl(crawler)
process.start()
stats = {{key: value for key, value in crawler.stats.get_stats().items() if key.startswith("pagemold/")}}
print(json.dumps({{"items": items, "stats": stats}}))
"""


def run(tmp_path: Path, per_template: int, kind: str = "") -> tuple[dict[str, list[dict[str, object]]], Path]:
    spider, links = tmp_path / "spider.py", tmp_path / "links.sqlite"
    spider.write_text(SPIDER.format(kind=kind))
    with serve(Site()) as url:
        command = [sys.executable, str(spider), url, str(links), str(per_template)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[dict[str, object]]] = json.loads(done.stdout.splitlines()[-1])
    return found, links


@pytest.mark.parametrize("kind", ["", "async "])
def test_a_real_spider_records_places_and_guesses(tmp_path: Path, kind: str) -> None:
    found, links = run(tmp_path, 0, kind)
    pages = [item for item in found["items"] if item["template"]]
    assert len({item["url"] for item in pages}) == len(labels())
    assert sum(item["xpath"] is None for item in pages) == 1
    guessed = [item for item in pages if item["guess"]]
    right = sum(item["guess"] == item["template"] for item in guessed)
    assert len(guessed) > 50
    assert right / len(guessed) > 0.5
    connection = sqlite3.connect(links)
    (count,) = connection.execute("SELECT count(*) FROM discoveries").fetchone()
    connection.close()
    assert count >= len(labels()) - 1


def test_a_budget_skips_pages(tmp_path: Path) -> None:
    found, _ = run(tmp_path, 10)
    assert len(found["items"]) < len(labels())
    assert found["stats"]["pagemold/skipped"] > 0  # type: ignore[call-overload]
