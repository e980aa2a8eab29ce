"""What MinHash LSH finds of the near neighbours by structure and style: `python -m bench.neighbours`.

Pages of all templates, so many of each: the neighbours among all pairs, and those that LSH proposes, as the method
`style` does above 2,000 different pages. Stored, and quoted in docs/methods.md.
"""

import argparse
import json
import time
from typing import Any

import numpy as np

from bench import corpus
from bench.machine import ROOT, measured
from bench.quality.samples import sample
from bench.quote import quote
from pagemold.features import features
from pagemold.measures.aggregate import AGGREGATE
from pagemold.measures.neighbours import Neighbours, neighbours

STORED = ROOT / "bench/results/neighbours.json"
THRESHOLD = 0.85


def measure(each: str) -> dict[str, Any]:
    """Pairs and processor seconds of both ways."""
    pages = sample(corpus.pages("full"), each)
    batches = list(features([page.read() for page in pages], [*AGGREGATE.features, "class_set:minhash"]))
    rows = AGGREGATE.prepare(batches)
    hashes = [batch["class_set:minhash"].flatten().to_numpy().reshape(batch.num_rows, -1) for batch in batches]
    found, seconds = {}, {}
    for name, exact_pages in (("all", len(rows)), ("lsh", 0)):
        began = time.process_time()
        found[name] = _codes(neighbours(rows, np.concatenate(hashes), AGGREGATE, THRESHOLD, exact_pages=exact_pages))
        seconds[name] = time.process_time() - began
    return {
        "pages": len(rows),
        "templates": len({page.label for page in pages}),
        "pairs": len(found["all"]),
        "found": len(found["all"] & found["lsh"]),
        "recall": len(found["all"] & found["lsh"]) / len(found["all"]),
        "seconds_all": seconds["all"],
        "seconds_lsh": seconds["lsh"],
    }


def _codes(found: Neighbours) -> set[tuple[int, int]]:
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


def render(facts: dict[str, Any]) -> str:
    """The sentence of docs/methods.md."""
    return (
        f"On {facts['pages']:,} pages of {facts['templates']} templates LSH found {facts['found']:,} of"
        f" {facts['pairs']:,} true pairs of neighbours at {THRESHOLD}: {facts['recall']:.1%}"
        " (`python -m bench.neighbours`)."
    )


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.neighbours", description=__doc__)
    parser.add_argument("--each", default="10", help="pages of each template")
    facts = measure(parser.parse_args().each)
    stored = {**measured(), **facts}
    STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    quote("docs/methods.md", "neighbours", render(facts))
    print(render(facts))


if __name__ == "__main__":
    main()
