"""How well a crawl knows its templates while it runs: `python -m bench.templates_met`.

The pages of ten served packages and of the demo site go by in the order of their crawls, as `pagemold crawl` recognises
them; found and true templates are counted, and the groups of pages with labels are judged by B-cubed F1.
"""

import json
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, geometric_mean
from typing import Any

from bench.machine import ROOT, measured
from bench.quote import quote
from bench.reproduce.sites import SITES, crawled
from pagemold import read
from pagemold.crawl import Plan, crawl
from pagemold.crawl.guess import Guesses
from pagemold.crawl.templates import Templates, create_templates
from pagemold.demo import Site, labels, serve
from pagemold.quality import evaluate

STORED = ROOT / "bench/results/templates_met.json"


def met(warc: Path, label: Callable[[str], str | None]) -> dict[str, Any]:
    """One crawl, page by page."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE urls (id INTEGER PRIMARY KEY, xpath TEXT, guess INTEGER, template INTEGER)")
    create_templates(database)
    templates = Templates(database, Guesses(database))
    rows = [
        row for batch in read(warc).batches(["leaf_paths"]) for row in batch.select(["url", "leaf_paths"]).to_pylist()
    ]
    began = time.process_time()
    numbers = [templates.recognise(row["url"], row["leaf_paths"]) for row in rows]
    seconds = time.process_time() - began
    found = [str(templates.now(number)) for number in numbers]
    gold = [label(row["url"]) for row in rows]
    known = [(one, other) for one, other in zip(gold, found, strict=True) if one]
    sizes, true_sizes = Counter(number for _, number in known), Counter(name for name, _ in known)
    return {
        "pages": len(rows),
        "templates": len(true_sizes),
        "found": len(sizes),
        "repeated": sum(size > 1 for size in true_sizes.values()),
        "found_repeated": sum(size > 1 for size in sizes.values()),
        "b_cubed": evaluate([one for one, _ in known], [other for _, other in known]).b_cubed.f1,
        "milliseconds_a_page": 1_000 * seconds / len(rows),
    }


def measure() -> dict[str, dict[str, Any]]:
    """Every site."""
    found = {}
    for package in SITES:
        site = crawled(package)
        found[package] = met(site.warc, site.label)
    with tempfile.TemporaryDirectory() as folder, serve(Site()) as url:
        warc = Path(folder, "demo.warc.gz")
        crawl([url], warc, Plan(rate=0.0, allow_private=True, durable=False))
        found["the demo site"] = met(warc, lambda address: labels().get("/" + address.removeprefix(url)))
    return found


def render(found: dict[str, dict[str, Any]]) -> str:
    """The table of docs/crawling.md."""
    lines = [
        "| site | pages | templates, of two pages and more | found, of two pages and more | B-cubed F1 |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, row in found.items():
        true, seen = (
            f"{row[all]}, {row[some]}" for all, some in (("templates", "repeated"), ("found", "found_repeated"))
        )
        lines.append(f"| {name} | {row['pages']:,} | {true} | {seen} | {row['b_cubed']:.2f} |")
    times = [
        geometric_mean(row[a] / row[b] for row in found.values())
        for a, b in (("found", "templates"), ("found_repeated", "repeated"))
    ]
    mean = fmean(row["b_cubed"] for row in found.values())
    lines.append(f"| **mean** | | | {times[0]:.1f} times, {times[1]:.1f} times | **{mean:.2f}** |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, store."""
    found = measure()
    facts = {**measured(), "sites": found}
    STORED.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    quote("docs/crawling.md", "templates_met", render(found))
    print(render(found))


if __name__ == "__main__":
    main()
