"""`python -m bench.quality`: every method on every sample, stored in bench/results/quality.json.

What is stored already is not measured again unless `--again` asks for it.
"""

import argparse
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from bench import corpus
from bench.corpus.packages import OTHER_TABLES
from bench.machine import machine
from bench.quality import classification
from bench.quality.page import write_page
from bench.quality.run import ALONE, judge
from bench.quality.samples import SIZES
from pagemold.methods import METHODS

TARGET = Path(__file__).parents[1] / "results" / "quality.json"
DEFAULT = "grammar"
SEEDS = (1, 2, 3)
# Methods that look at every pair, or at all pages in Python: one sample of 50 pages a label is what can be waited for.
SLOW = ("text-mdl", "text-max", "cosine", "pq-grams", "common-paths")
# Compares whole trees: half as many pages, a quarter of the pairs.
SLOWEST = ("style",)
NOT_HERE = ("links",)  # asks for links between pages, which a sample does not have
# What the default is held against on packages that were labelled later: the best and the fastest of the others.
COMPARED = ("common-paths", "fingerprint")

Key = tuple[str, str, str, int]


def plan() -> Iterator[Key]:
    """Method, size, variant and seed of every measurement."""
    for size in SIZES:
        for seed in SEEDS:
            yield DEFAULT, size, "plain", seed
    yield from _alone()
    for variant in ("bare", "hashed", "noise"):
        for size in ("25", "50"):
            yield DEFAULT, size, variant, 1
    for method in [*METHODS, "dom-hash"]:
        if method in SLOWEST:
            yield method, "25", "plain", 1
        elif method not in (DEFAULT, *NOT_HERE):
            for size in ("50",) if method in SLOW else ("50", "200"):
                yield method, size, "plain", 1
    yield "html-similarity", "3", "plain", 1


def other_plan() -> Iterator[Key]:
    """The same of packages that were labelled later."""
    for size in SIZES:
        for seed in SEEDS:
            yield DEFAULT, size, "plain", seed
    yield from _alone()
    for method in COMPARED:
        yield method, "50", "plain", 1


def _alone() -> Iterator[Key]:
    for size in ("3", "50", "200"):
        yield DEFAULT, size, ALONE, 1


def main() -> None:
    """Measures what is missing, stores each result as it comes, writes the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.quality", description=__doc__)
    parser.add_argument(
        "--tier", choices=("small", "full"), default="full", help="of the packages methods were tuned on"
    )
    parser.add_argument(
        "--corpus", choices=("tuned", *OTHER_TABLES), help="only the packages methods were tuned on, or only others"
    )
    parser.add_argument("--method", action="append", help="only this one; repeatable")
    parser.add_argument("--again", action="store_true", help="measure anew what is stored")
    given = parser.parse_args()
    if given.corpus in (None, "tuned"):
        pages = corpus.pages(given.tier)
        _measure("rows", pages, plan(), given.method, given.again, tier=given.tier)
        if not given.method or "classification" in given.method:
            classification.measure(pages)
    for tier in OTHER_TABLES:
        if given.corpus in (None, tier):
            _measure(tier, corpus.pages(tier), other_plan(), given.method, given.again)
    stored = classification.TARGET
    write_page(json.loads(TARGET.read_text()), json.loads(stored.read_text()) if stored.exists() else None)


def _measure(
    part: str,
    pages: list[corpus.LabelledPage],
    planned: Iterable[Key],
    methods: Collection[str] | None,
    again: bool,
    **also: str,
) -> None:
    """Measures one corpus into its part of the stored results; `also` is noted beside them."""
    stored: dict[str, Any] = json.loads(TARGET.read_text()) if TARGET.exists() else {}
    done: dict[Key, dict[str, Any]] = {_key(row): row for row in stored.get(part, [])}
    wanted = list(dict.fromkeys(planned))
    for key in wanted:
        if (methods and key[0] not in methods) or (key in done and not again):
            continue
        done[key] = judge(pages, key[0], key[1], key[2], key[3])
        print(part, *key, f"F1 {done[key]['f1']:.3f}", flush=True)
        stored |= also | {"machine": machine(), part: [done[key] for key in wanted if key in done]}
        TARGET.write_text(json.dumps(stored, indent=1) + "\n")


def _key(row: dict[str, Any]) -> Key:
    return row["method"], row["size"], row["variant"], row["seed"]


if __name__ == "__main__":
    main()
