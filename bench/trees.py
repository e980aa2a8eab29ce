"""Tree edit distance next to edist and apted: `python -m bench.trees` prints and stores the table.

Pairs of real pages of about 100, 300 and 1,000 elements, of different templates, in one run: the three take turns, each
in its own process on one core. apted does one pair of the largest size. Distances must agree.
"""

import argparse
import json
import statistics
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench import corpus, peers
from bench.cases.trees import Flat
from bench.machine import ROOT, measured, pagemold_version
from bench.quote import quote
from pagemold._native import Tree

STORED = ROOT / "bench/results/trees.json"
SIZES = (100, 300, 1000)
LARGE = 5000
TOLERANCE = 0.1
TARGETS = {"edist": 1.7, "apted": 200.0}
TARGET_SIZE = 300


def flat(html: bytes) -> Flat:
    """The elements of a page."""
    tree = Tree(html)
    sizes = [1] * len(tree)
    for node in range(len(tree) - 1, 0, -1):
        parent = tree.parent(node)
        if parent is not None:
            sizes[parent] += sizes[node]
    return [tree.tag(node) for node in range(len(tree))], sizes


def chosen(pairs: int, packages: list[str] | None) -> dict[int, list[tuple[Flat, Flat]]]:
    """For each size so many pairs of pages next to each other in the order of their digests, of different labels."""
    pages = sorted(corpus.pages(packages=packages), key=lambda page: page.order)
    found: dict[int, list[tuple[str, Flat]]] = {size: [] for size in (*SIZES, LARGE)}
    for page in pages:
        html = page.read()
        tree = flat(html) if len(html) < 2_000_000 else ([], [])
        for size, trees in found.items():
            fits = abs(len(tree[0]) - size) <= TOLERANCE * size and len(trees) <= pairs
            if fits and (not trees or trees[-1][0] != page.label):
                trees.append((page.label, tree))
        if all(len(trees) > pairs for size, trees in found.items() if size != LARGE) and len(found[LARGE]) > 1:
            break
    return {size: [(a[1], b[1]) for a, b in pairwise(trees)] for size, trees in found.items()}


class Worker:
    """A library in its own process."""

    def __init__(self, name: str, python: Path) -> None:
        command: list[str | Path] = [python, "-m", "bench.cases.trees", name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def run(self, pairs: list[tuple[Flat, Flat]]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(pairs) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def stop(self) -> None:
        with self.process:
            pass


def measure(trees: dict[int, list[tuple[Flat, Flat]]], python: Path, rounds: int) -> list[dict[str, Any]]:
    """A row for each size: milliseconds a pair of each library, and how many times faster ours is."""
    workers = {"ours": Worker("ours", Path(sys.executable)), "edist": Worker("edist", python)}
    workers["apted"] = Worker("apted", python)
    try:
        return [_row(size, trees[size], workers, rounds) for size in SIZES if trees[size]] + [
            _large(trees[LARGE][:1], workers["ours"])
        ] * bool(trees[LARGE])
    finally:
        for worker in workers.values():
            worker.stop()


def _row(size: int, pairs: list[tuple[Flat, Flat]], workers: dict[str, Worker], rounds: int) -> dict[str, Any]:
    few = pairs if size <= TARGET_SIZE else pairs[:1]
    times: dict[str, list[float]] = {name: [] for name in (*workers, "ours_few")}
    for number in range(rounds):
        ours, edist = workers["ours"].run(pairs), workers["edist"].run(pairs)
        assert ours["distances"] == edist["distances"], "ours and edist differ"
        times["ours"].append(ours["seconds"] / len(pairs))
        times["edist"].append(edist["seconds"] / len(pairs))
        if number == 0:  # once: it takes as long as all the rest together
            again, apted = workers["ours"].run(few), workers["apted"].run(few)
            assert again["distances"] == apted["distances"], "ours and apted differ"
            times["ours_few"].append(again["seconds"] / len(few))
            times["apted"].append(apted["seconds"] / len(few))
    medians = {name: statistics.median(values) for name, values in times.items()}
    return {
        "elements": size,
        "pairs": len(pairs),
        "milliseconds": {name: medians[name] * 1000 for name in workers},
        "ratios": {
            "edist": statistics.median(b / a for a, b in zip(times["ours"], times["edist"], strict=True)),
            "apted": medians["apted"] / medians["ours_few"],
        },
    }


def _large(pairs: list[tuple[Flat, Flat]], worker: Worker) -> dict[str, Any]:
    found = worker.run(pairs)
    return {"elements": LARGE, "pairs": 1, "milliseconds": {"ours": found["seconds"] * 1000}, "ratios": {}}


def render(rows: list[dict[str, Any]]) -> str:
    """The table of docs/methods.md."""
    lines = [
        "| elements a page | ours | edist | apted | ours is faster than edist | than apted |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [
            f"{row['milliseconds'][name]:,.2f} ms" if name in row["milliseconds"] else "" for name in ("ours", *TARGETS)
        ]
        cells += [f"{row['ratios'][name]:,.1f} times" if row["ratios"] else "" for name in TARGETS]
        lines.append(f"| {row['elements']:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.trees", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one package, one pair, one round, nothing stored")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=6)
    given = parser.parse_args()
    trees = chosen(1 if given.quick else given.pairs, ["docbook-xsl-doc-html"] if given.quick else None)
    python = peers.interpreter()
    rows = measure(trees, python, 1 if given.quick else given.rounds)
    print(render(rows))
    at_target = next((row for row in rows if row["elements"] == TARGET_SIZE and row["ratios"]), None)
    met = at_target and {name: at_target["ratios"][name] >= least for name, least in TARGETS.items()}
    result = {
        **measured(),
        "pagemold": pagemold_version(),
        "peers": peers.versions(python),
        "rows": rows,
        "targets": TARGETS,
        "met": met,
    }
    if not given.quick:
        STORED.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        quote("docs/methods.md", "trees", render(rows))


if __name__ == "__main__":
    main()
