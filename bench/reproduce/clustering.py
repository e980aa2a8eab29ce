"""Table 6: the public pages grouped by each method, without labels, and compared with the labels afterwards.

    python -m bench.reproduce.clustering --tier small

Fingerprints within one edit and equal digests make groups as in the paper. The pairwise measures, which the paper did
not cluster with, make groups by chaining: pages with a similarity of at least 0.8 are together.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import corpus
from bench.machine import machine
from bench.reproduce.classification import METHODS, RESULTS
from pagemold._native import group_fingerprints
from pagemold.classify.known import row_keys
from pagemold.features import features
from pagemold.measures import MEASURES, Rows
from pagemold.measures.measure import NativeMeasure
from pagemold.quality import evaluate

THRESHOLD = 0.8


def groups(method: str, rows: Rows) -> list[int]:
    """The number of each page's group."""
    measure = MEASURES[method]
    if method == "fingerprint":
        entries = rows.values.astype("uint8").tobytes()
        ends = zip(rows.offsets[:-1], rows.offsets[1:], strict=True)
        return group_fingerprints([entries[start:end] for start, end in ends])
    if isinstance(measure, NativeMeasure):
        return measure.linked(rows, THRESHOLD)
    numbers: dict[bytes, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in row_keys(rows)]


def cluster(method: str, html: Sequence[bytes], labels: Sequence[str]) -> dict[str, Any]:
    """The quality and the speed of one method."""
    began = time.perf_counter()
    measure = MEASURES[method]
    rows = measure.prepare(features(html, measure.features))
    read = time.perf_counter()
    found = groups(method, rows)
    end = time.perf_counter()
    quality = evaluate(labels, found)
    return {
        "method": method,
        "clusters": quality.group_count,
        "pairs": quality.pairs._asdict(),
        "rand": quality.rand,
        "adjusted_rand": quality.adjusted_rand,
        "purity": quality.purity,
        "b_cubed": quality.b_cubed._asdict(),
        "seconds": {"features": read - began, "groups": end - read},
        "pages_per_second": len(labels) / (end - began),
    }


def main() -> None:
    """Runs the methods asked for and keeps the stored results of the others."""
    parser = argparse.ArgumentParser(prog="python -m bench.reproduce.clustering", description=__doc__)
    parser.add_argument("--tier", choices=("small", "full"), default="small")
    parser.add_argument("--method", action="append", choices=METHODS)
    given = parser.parse_args()
    pages = corpus.pages(given.tier)
    html, labels = [page.read() for page in pages], [page.label for page in pages]
    target: Path = RESULTS / f"clustering-{given.tier}.json"
    stored = json.loads(target.read_text()) if target.exists() else {}
    done = {row["method"]: row for row in stored.get("methods", [])}
    about = {"tier": given.tier, "pages": len(pages), "templates": len(set(labels)), "threshold": THRESHOLD}
    for method in given.method or METHODS:
        done[method] = cluster(method, html, labels)
        print(json.dumps(done[method]), flush=True)
        rows = [done[name] for name in METHODS if name in done]
        target.write_text(json.dumps(about | {"machine": machine(), "methods": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
