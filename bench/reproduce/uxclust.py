"""`python -m bench.reproduce.uxclust`: Tables 2 and 3 and Figures 7 to 10 of Grigalis & Čenys (2013), on public sites.

Their crawls of fourteen shops are not to be had. Here are documentation packages, served on loopback with the links
their makers gave them, crawled by `pagemold crawl`, labelled by the path rules of the corpus.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from statistics import mean
from typing import Any

import pyarrow as pa

from bench.machine import ROOT, machine
from bench.reproduce.sites import SITES, Crawled, crawled
from bench.reproduce.uxclust_page import write_page
from pagemold import Page, cluster, read
from pagemold.arrow import PAGE_SCHEMA
from pagemold.crawl.graph import LinkGraph
from pagemold.crawl.links import read_discoveries
from pagemold.groups.link_rows import PathCensus, group_link_rows
from pagemold.groups.links import LinkSettings
from pagemold.quality import evaluate

RESULTS = ROOT / "bench/results/uxclust.json"
MILLION = ROOT / "bench/results/links.json"  # of bench.links
# Name, method, settings, and how many pages of a site it gets: the paper's numbers for its two baselines.
# A cut-off of "1%" is a hundredth of the pages of the site: ten times what the default is, to show what folding saves.
RUNS: list[tuple[str, str, dict[str, Any], int | None]] = [
    ("UXClust", "links", {}, None),
    ("cut-off 1 %", "links", {"cut_off": "1%"}, None),
    ("cut-off 1 %, folded", "links", {"cut_off": "1%", "fold": True}, None),
    ("cut-off 1 %, folded, assigned", "links", {"cut_off": "1%", "fold": True, "assign": True}, None),
    ("pq-grams (100)", "pq-grams", {}, 100),
    ("common paths (1000)", "common-paths", {}, 1_000),
    ("fingerprint", "fingerprint", {}, None),
    ("grammar", "grammar", {}, None),
]
SEEDS = range(1, 6)
SWEEPS: dict[str, Sequence[float]] = {
    "similarity": [number / 10 for number in range(11)],
    "occurrence": [number / 10 for number in range(10)],
    "samples": [1, 2, 3, 4, 5, 7, 10, 15, 20],
    "cut_off": [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100],
}


@dataclass(frozen=True)
class Fit:
    """How well the one template of most pages was found (the paper's measure), and all of them (B-cubed)."""

    gold_pages: int
    precision: float
    recall: float
    b_cubed: float


def fit(labels: Sequence[str | None], groups: Sequence[str | None]) -> Fit:
    """Of the pages that have a label. A page in no group is missed, not wrong."""
    pairs = [(label, group) for label, group in zip(labels, groups, strict=True) if label]
    gold = [label for label, _ in pairs]
    main = min(set(gold), key=lambda label: (-gold.count(label), label))
    inside = [group for label, group in pairs if label == main]
    found = [group for group in inside if group]
    whole = evaluate(gold, [group for _, group in pairs])
    if not found:
        return Fit(len(inside), 0.0, 0.0, whole.b_cubed.f1)
    best = min(set(found), key=lambda group: (-found.count(group), group))
    size = sum(group == best for _, group in pairs)
    return Fit(len(inside), found.count(best) / size, found.count(best) / len(inside), whole.b_cubed.f1)


@dataclass(frozen=True)
class Site:
    """A crawl in memory: rows, places, and all leaf paths, so that a sweep parses nothing twice."""

    crawl: Crawled

    @cached_property
    def rows(self) -> pa.Table:
        batches = read(self.crawl.warc).batches(["leaf_paths"])
        return pa.Table.from_batches(batches)

    @cached_property
    def labels(self) -> list[str | None]:
        return [self.crawl.label(url) for url in self.rows["url"].to_pylist()]

    @cached_property
    def census(self) -> PathCensus:
        census = PathCensus()
        for chunk in self.rows["leaf_paths"].chunks:
            census.count(chunk)
        return census

    @cached_property
    def places(self) -> dict[str, tuple[str, str]]:
        return read_discoveries(str(self.crawl.links))

    def sweep(self, **settings: Any) -> tuple[Fit, float]:
        """One setting; CPU seconds count the look at samples, out of the WARC."""
        pages = read(self.crawl.warc)
        table = self.rows.select(PAGE_SCHEMA.names)
        names = [name for batch in table.to_batches() for name in LinkGraph().table_names(batch)]
        began = time.process_time()
        look = partial(_look, pages, table) if {"samples", "cut_off"} & set(settings) else self.census.look
        found = group_link_rows(table, names, self.places, look, LinkSettings(**settings))
        seconds = time.process_time() - began
        return fit(self.labels, found.rows["group"].to_pylist()), seconds


def _look(pages: Any, table: pa.Table, rows: Sequence[int]) -> list[Any]:
    census = PathCensus()
    if rows:
        for chunk in pages.again(table.take(list(rows)), ["leaf_paths"])["leaf_paths"].chunks:
            census.count(chunk)
    return census.look(range(len(rows)))


def compare(site: Site) -> Iterator[dict[str, Any]]:
    """Every method that there is, on one site."""
    assert site.rows.num_rows  # read once, so that no method pays for the disk
    for name, method, settings, most in RUNS:
        if method == "links":
            settings = settings | {"links": str(site.crawl.links)}
        if settings.get("cut_off") == "1%":
            settings = settings | {"cut_off": max(2, site.rows.num_rows // 100)}
        source: Any = read(site.crawl.warc) if most is None else _some(site, most)
        # What the links method finds depends a little on which pages are sampled.
        seeds = [{"seed": seed} for seed in SEEDS] if method == "links" else [{}]
        done = [_judged(site, source, method, settings | seed) for seed in seeds]
        means = {key: mean(row[key] for row in done) for key in done[0]}
        yield {"site": site.crawl.package, "method": name} | means


def _judged(site: Site, source: Any, method: str, settings: dict[str, Any]) -> dict[str, float]:
    began = time.process_time()
    found = cluster(source, method, **settings)
    seconds = time.process_time() - began
    labels = [site.crawl.label(url) for url in found.rows["url"].to_pylist()]
    counts = {"pages": len(found), "groups": len(found.groups), "left_out": found.left_out, "seconds": seconds}
    return counts | vars(fit(labels, found.labels))


def _some(site: Site, most: int) -> list[Page]:
    """The same arbitrary pages each time: the baselines are too slow for all of them."""
    from hashlib import sha1

    pages = sorted(
        read(site.crawl.warc), key=lambda page: sha1((page.url or "").partition("/usr/")[2].encode()).digest()
    )
    return pages[:most]


def run() -> dict[str, Any]:
    """Everything the page tells."""
    sites = [Site(crawled(package)) for package in SITES]
    table = [row for site in sites for row in compare(site)]
    sweeps: dict[str, list[dict[str, float]]] = {}
    for name, values in SWEEPS.items():
        sweeps[name] = []
        for value in values:
            done = [site.sweep(**{name: value}) for site in sites]
            fits = [one for one, _ in done]
            sweeps[name].append(
                {
                    "value": value,
                    "precision": mean(one.precision for one in fits),
                    "recall": mean(one.recall for one in fits),
                    "b_cubed": mean(one.b_cubed for one in fits),
                    "seconds": sum(seconds for _, seconds in done),
                }
            )
    about = [_about(site) for site in sites]
    return {"machine": machine(), "sites": about, "table": table, "sweeps": sweeps}


def _about(site: Site) -> dict[str, Any]:
    """Table 1: the site in numbers."""
    xpaths = [place[1] for url, place in site.places.items() if url in set(site.rows["url"].to_pylist())]
    cut_off = LinkSettings().cut_off_for(site.rows.num_rows)
    return {
        "site": site.crawl.package,
        "pages": site.rows.num_rows,
        "megabytes": sum(site.rows["size"].to_pylist()) / 1e6,
        "labels": len({label for label in site.labels if label}),
        "xpaths": len(set(xpaths)),
        "cut_off": cut_off,
        "xpaths_kept": sum(xpaths.count(xpath) >= cut_off for xpath in set(xpaths)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.reproduce.uxclust", description=__doc__)
    parser.add_argument("--page-only", action="store_true", help="write the page anew from the stored numbers")
    given = parser.parse_args()
    if not given.page_only:
        RESULTS.write_text(json.dumps(run(), indent=1) + "\n")
    million = json.loads(MILLION.read_text())
    write_page(json.loads(RESULTS.read_text()), million, Path(ROOT, "docs/reproductions"))


if __name__ == "__main__":
    main()
