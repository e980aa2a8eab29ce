"""What the effort of a search costs and brings: `python -m bench.effort --pages 1000000`.

A segment of mutated real pages is built and asked for the ten nearest with several efforts; recall is against brute
force, of true neighbours as in `bench.collection`. Times are those of the thread. The figures of decision 7 come from
here; those for another cosine of joining, with the constant in `segment/leaders.rs` set to it.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench import cache, corpus
from bench.collection import QUERIES, TRUE_NEIGHBOUR, _normed, _together, buffers
from bench.mutation import Bags, base, mutated
from pagemold._native import Segment, SegmentBuilder, choose_bands
from pagemold.store.segments import raw

RESULTS = Path(__file__).parent / "results" / "effort.json"
_ALL = 2**62
EFFORTS: dict[str, dict[str, int]] = {
    "default": {},
    "256 centres": {"candidates": 256},
    "1,024 centres": {"candidates": 1_024},
    "all members": {"members": _ALL},
    "everything": {"window": _ALL, "candidates": _ALL, "members": _ALL},
}


def measure(pages: int) -> dict[str, Any]:
    """Builds, asks, compares."""
    real = base(corpus.pages("full"))
    questions = _together([bags for _, bags in mutated(real, QUERIES, seed=2)])
    path = cache.folder("collection") / f"{pages}.segment"
    builder, kept, spent = SegmentBuilder(*choose_bands(TRUE_NEIGHBOUR, 0.98, 128)), [], 0.0
    for _, bags in mutated(real, pages):
        kept.append(bags)
        began = time.process_time()
        columns = (memoryview(np.ascontiguousarray(part).data) for part in (bags.offsets, bags.items, bags.counts))
        builder.push(raw(tuple(columns)))  # type: ignore[arg-type]
        spent += time.process_time() - began
    builder.write(path)
    stored, segment = _together(kept), Segment(path)
    asked = {name: _ask(segment, questions, effort) for name, effort in EFFORTS.items()}
    recalls = _recalls(stored, questions, {name: scores for name, (_, scores) in asked.items()})
    return {
        "pages": pages,
        "bags": segment.bags,
        "clusters": segment.clusters,
        "bytes": path.stat().st_size,
        "push_cpu_seconds": spent,
        "efforts": {name: times | {"ten_nearest": recalls[name]} for name, (times, _) in asked.items()},
    }


def _ask(segment: Segment, questions: Bags, effort: dict[str, int]) -> tuple[dict[str, float], list[list[float]]]:
    """Times of the second round over all questions, and the scores found."""
    times, scores = [], []
    for number in [*range(len(questions)), *range(len(questions))]:
        query = raw(buffers(*questions.one(number)))
        began = time.thread_time()
        hits = segment.nearest(query, 10, **effort)[0]  # type: ignore[arg-type]
        times.append(time.thread_time() - began)
        scores.append([score for _, score in hits])
    counted = times[len(questions) :]
    return {f"p{part}_ms": 1000 * float(np.percentile(counted, part)) for part in (50, 99)}, scores[len(questions) :]


def _recalls(stored: Bags, questions: Bags, answers: dict[str, list[list[float]]]) -> dict[str, float]:
    known, codes = np.unique(np.concatenate([stored.items, questions.items]), return_inverse=True)
    matrix = _normed(stored, codes[: len(stored.items)], len(known))
    asked = _normed(questions, codes[len(stored.items) :], len(known))
    met, total = dict.fromkeys(answers, 0), 0
    for number in range(len(questions)):
        scores = matrix @ asked[number].toarray().ravel()
        truth = np.sort(scores[scores >= TRUE_NEIGHBOUR - 1e-6])[::-1][:10]
        total += len(truth)
        for name, found in answers.items():
            met[name] += sum(score >= truth[-1] - 1e-6 for score in found[number][: len(truth)])
    return {name: count / total for name, count in met.items()}


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.effort", description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    found = measure(given.pages)
    given.output.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
