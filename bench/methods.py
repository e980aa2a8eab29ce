"""Every method of `pagemold cluster` on the public corpus: `python -m bench.methods` prints and stores the table.

Pages of all templates of the small tier, equally many of each, mixed. Quality is B-cubed F1 and the adjusted Rand index
with the gold labels (0: as good as chance, 1: the templates), seconds are of the grouping with its features, on all
cores.
"""

import argparse
import json
import time
from statistics import fmean
from typing import Any

import pagemold as pm
from bench import corpus
from bench.machine import ROOT, measured
from bench.quote import quote
from pagemold.methods import METHODS
from pagemold.quality import evaluate

STORED = ROOT / "bench/results/methods.json"
UXCLUST = ROOT / "bench/results/uxclust.json"


def measure(pages: list[corpus.LabelledPage]) -> dict[str, dict[str, Any]]:
    """Groups, quality and time of each method."""
    htmls, gold = [page.read() for page in pages], [page.label for page in pages]
    found: dict[str, dict[str, Any]] = {}
    for name in [name for name in METHODS if name != "links"]:
        began = time.perf_counter()
        clustering = pm.cluster(htmls, name)
        seconds = time.perf_counter() - began
        labels = [label or f"none {number}" for number, label in enumerate(clustering.labels)]
        quality = evaluate(gold, labels)
        scores = {"b_cubed": quality.b_cubed.f1, "adjusted_rand": quality.adjusted_rand}
        found[name] = {"groups": len(clustering.groups), **scores, "seconds": seconds}
    return found


def render(found: dict[str, dict[str, Any]]) -> str:
    """The table of docs/methods.md."""
    lines = ["| method | groups | B-cubed F1 | adjusted Rand index | seconds |", "|---|---|---|---|---|"]
    for name, facts in found.items():
        scores = f"{facts['b_cubed']:.3f} | {facts['adjusted_rand']:.3f}"
        lines.append(f"| `{name}` | {facts['groups']} | {scores} | {facts['seconds']:.1f} |")
    return "\n".join([*lines, "", _links()])


def _links() -> str:
    """The links method needs whole sites: what it does on those, next to the default."""
    rows = json.loads(UXCLUST.read_text(encoding="utf-8"))["table"]
    means = {name: fmean(row["b_cubed"] for row in rows if row["method"] == name) for name in ("UXClust", "grammar")}
    return (
        f"`links` needs whole sites with their links: on ten of them its mean B-cubed F1 is {means['UXClust']:.2f},"
        f" that of `grammar` {means['grammar']:.2f} ([UXClust](reproductions/uxclust.md))."
    )


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.methods", description=__doc__)
    parser.add_argument("--each", type=int, default=20, help="pages of each template")
    parser.add_argument("--quick", action="store_true", help="one package, nothing stored")
    given = parser.parse_args()
    pages = corpus.pages(packages=["docbook-xsl-doc-html"] if given.quick else None, maximum=given.each)
    found = measure(pages)
    print(render(found))
    if not given.quick:
        facts = {**measured(), "pages": len(pages), "methods": found}
        facts["templates"] = len({page.label for page in pages})
        STORED.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        quote("docs/methods.md", "methods", render(found))


if __name__ == "__main__":
    main()
