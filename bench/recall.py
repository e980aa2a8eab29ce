"""Recall of true neighbours on the real pages alone, against brute force: `python -m bench.recall`.

For each question, a page of the corpus, itself included: of its ten nearest pages of cosine 0.8 or more, how many
the answer is as good as; and for `thorough`, how many of all pages with such a cosine are found.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.collection import TRUE_NEIGHBOUR, _normed, buffers
from bench.mutation import Base, base
from pagemold._native import Segment, SegmentBuilder, choose_bands
from pagemold.store.segments import Span, nearest, raw

RESULTS = Path(__file__).parent / "results" / "recall.json"
QUESTIONS = 400


def measure(real: Base, path: Path) -> dict[str, Any]:
    """Both recalls."""
    builder = SegmentBuilder(*choose_bands(TRUE_NEIGHBOUR, 0.98, 128))
    offsets, items, counts = (
        memoryview(np.ascontiguousarray(part).data) for part in (real.bags.offsets, real.bags.items, real.bags.counts)
    )
    builder.push(raw((offsets, items, counts)))
    builder.write(path)
    spans = [Span(0, Segment(path), path.name)]
    codes = np.unique(real.bags.items, return_inverse=True)[1]
    matrix = _normed(real.bags, codes, codes.max() + 1)
    tallies = np.zeros((3, 2), np.int64)
    for number in np.random.default_rng(1).choice(len(real.bags), QUESTIONS, replace=False):
        scores = np.asarray((matrix @ matrix[number].T).todense()).ravel()
        tallies += _tally(spans, buffers(*real.bags.one(number)), scores)
    usual, thorough, everything = (float(met / total) for met, total in tallies)
    found = {"pages": len(real.bags), "questions": QUESTIONS, "cosine": TRUE_NEIGHBOUR}
    return found | {"ten_nearest": usual, "ten_nearest_thorough": thorough, "all_thorough": everything}


def _tally(spans: list[Span], query: Any, scores: Any) -> list[tuple[int, int]]:
    """Met and true neighbours: of the ten nearest, of the ten nearest when thorough, and of all when thorough."""
    near = np.sort(scores[scores >= TRUE_NEIGHBOUR - 1e-6])[::-1]
    least = near[:10][-1] - 1e-6
    counted = []
    for thorough in (False, True):
        found = nearest(spans, query, 10, thorough=thorough)[0]
        counted.append((sum(score >= least for _, score in found[: len(near[:10])]), len(near[:10])))
    everything = nearest(spans, query, len(scores), thorough=True)[0]
    return [*counted, (sum(score >= TRUE_NEIGHBOUR - 1e-6 for _, score in everything), len(near))]


def main() -> None:
    """Measure, print, store."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure(base(corpus.pages("full")), Path(folder) / "pages.segment")
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
