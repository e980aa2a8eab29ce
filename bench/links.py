"""`python -m bench.links`: a million tuples grouped by the links method, next to the 235 s of Grigalis & Čenys (2013).

The tuples are made up in the shape of their Table 1: fourteen sites, as many pages, XPaths and XPaths above the cut-off
as they had. The pages behind them are real ones, of the served sites: each place leads to pages of one template. The
clock counts all that a user waits for: reading the links from SQLite, the three stages, parsing the samples out of the
WARC files.
"""

import json
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench.machine import ROOT, machine
from bench.reproduce.sites import SITES, crawled
from pagemold import Pages, read
from pagemold.crawl.links import Link, read_discoveries, write_links
from pagemold.groups.link_rows import PathCensus
from pagemold.groups.links import LinkSettings, link_groups

RESULTS = ROOT / "bench/results/links.json"
PAPER_SECONDS = 235
# Pages, XPaths, and XPaths above the cut-off of 100, of the fourteen sites of Table 1.
TABLE_1 = [
    (111_142, 4472, 224),
    (102_313, 306, 86),
    (120_557, 5055, 145),
    (13_698, 553, 19),
    (9_993, 1078, 9),
    (90_001, 246, 36),
    (122_686, 1754, 117),
    (66_404, 1317, 109),
    (74_295, 1864, 116),
    (116_410, 1196, 119),
    (21_623, 368, 35),
    (15_638, 441, 29),
    (88_773, 3618, 192),
    (117_514, 875, 61),
]


def places(pages: int, xpaths: int, kept: int) -> Iterator[tuple[int, int]]:
    """The places of a site by number, each with how many pages it leads to: a few large ones, many small ones."""
    most = max(1, min(40, pages // xpaths))
    small = [(number, 1 + number % most) for number in range(kept, xpaths)]
    left = pages - sum(count for _, count in small) - 100 * kept
    weights = [1 / (rank + 1) for rank in range(kept)]
    for number in range(kept):
        yield number, 100 + max(0, int(left * weights[number] / sum(weights)))
    yield from small


def tuples() -> Iterator[tuple[list[Link], int]]:
    """The links of one place after the other, and the place's number over all sites."""
    numbered = 0
    for site, shape in enumerate(TABLE_1):
        for place, count in places(*shape):
            xpath = f"/html/body/div[{place % 7 + 1}]/div[{place // 7 % 11 + 1}]/ul/li[{place // 77 + 1}]/a"
            host = f"site{site}.example"
            links = [Link(host, f"http://{host}/", f"http://{host}/{place}/{n}", xpath) for n in range(count)]
            yield links, numbered
            numbered += 1


class Samples:
    """Real pages in place of the made-up ones: a place leads to pages of one template."""

    def __init__(self) -> None:
        sites = [crawled(package) for package in SITES]
        self._pages: Pages = read(*(site.warc for site in sites))
        self._rows = pa.Table.from_batches(self._pages.batches())
        label = {str(site.warc): site.label for site in sites}
        names = zip(self._rows["source"].to_pylist(), self._rows["url"].to_pylist(), strict=True)
        by_label: dict[str, list[int]] = {}
        for row, (source, url) in enumerate(names):
            by_label.setdefault(label[source](url) or "", []).append(row)
        self._labelled = [rows for name, rows in sorted(by_label.items()) if name and len(rows) >= 5]

    def row(self, place: int, number: int) -> int:
        """The page that stands for a page of a place."""
        rows = self._labelled[place % len(self._labelled)]
        return rows[number % len(rows)]

    def look(self, stands_for: Sequence[int], rows: Sequence[int]) -> list[Any]:
        """The leaf paths of samples, parsed out of the WARC files."""
        wanted = [stands_for[row] for row in rows]
        distinct = sorted(set(wanted))
        census = PathCensus()
        for chunk in self._pages.again(self._rows.take(distinct), ["leaf_paths"])["leaf_paths"].chunks:
            census.count(chunk)
        where = {row: number for number, row in enumerate(distinct)}
        return census.look([where[row] for row in wanted])


def run() -> dict[str, Any]:
    """Writes the table, then groups it under the clock."""
    samples = Samples()
    with tempfile.TemporaryDirectory() as folder:
        table = str(Path(folder, "links.sqlite"))
        stands_for: dict[str, int] = {}
        found = [(links, place) for links, place in tuples()]
        for links, place in found:
            stands_for |= {link.url: samples.row(place, number) for number, link in enumerate(links)}
        write_links(table, (links for links, _ in found))
        del found
        return {"machine": machine(), "sqlite": sqlite3.sqlite_version} | timed(table, stands_for, samples)


def timed(table: str, stands_for: dict[str, int], samples: Samples) -> dict[str, Any]:
    waited = time.perf_counter()
    began = time.process_time()
    discovered = read_discoveries(table)
    loaded = time.process_time()
    urls = list(discovered)
    sites, xpaths = zip(*discovered.values(), strict=True)
    rows = [stands_for[url] for url in urls]
    looked = [0.0, 0]

    def look(some: Sequence[int]) -> list[Any]:
        start = time.process_time()
        paths = samples.look(rows, some)
        looked[0] += time.process_time() - start
        looked[1] += len(some)
        return paths

    found = link_groups(sites, urls, xpaths, look, LinkSettings(cut_off=100))
    ended = time.process_time()
    return {
        "tuples": len(urls),
        "places": found.dropped_places + sum(map(len, found.places)),
        "places_kept": sum(map(len, found.places)),
        "groups": len(found.places),
        "samples": looked[1],
        "seconds_reading_table": loaded - began,
        "seconds_samples": looked[0],
        "seconds_rest": ended - loaded - looked[0],
        "seconds": ended - began,
        "wall_seconds": time.perf_counter() - waited,
        "paper_seconds": PAPER_SECONDS,
    }


def main() -> None:
    results = run()
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
