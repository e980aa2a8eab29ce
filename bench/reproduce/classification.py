"""Tables 4 and 5: nine methods, ten-fold cross-validation on the public pages, all of them in full.

    python -m bench.reproduce.classification --tier small

Features are read off the pages once for each method and timed; then each fold learns and answers as
`TemplateClassifier` does. Seconds are of this machine; a method's pages a second count reading, features and answers.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.machine import machine
from bench.reproduce.folds import folds
from bench.reproduce.scores import by_template, one_answer
from pagemold.classify import Known, LookUp, Thresholds
from pagemold.features import features
from pagemold.measures import MEASURES, Rows
from pagemold.measures.measure import NativeMeasure

METHODS = ("fingerprint", "rtdm", "lcts", "tv", "cp", "cps", "ctss", "md5", "mdh5")
FOLDS = 10
RESULTS = Path(__file__).parents[1] / "results"


def learn(method: str, rows: Rows, templates: "np.ndarray[Any, Any]", count: int) -> LookUp | Thresholds:
    """What `TemplateClassifier.fit` does with prepared pages."""
    known = Known.of(rows, templates)
    measure = MEASURES[method]
    if isinstance(measure, NativeMeasure) and method != "fingerprint":
        return Thresholds.learn(measure, known, count)
    return LookUp(known, one_edit=method == "fingerprint")


def cross_validate(method: str, html: Sequence[bytes], labels: Sequence[str], seed: int = 1) -> dict[str, Any]:
    """The scores and seconds of one method."""
    templates = sorted(set(labels))
    numbers = np.array([templates.index(label) for label in labels])
    fold = np.array(folds(labels, FOLDS, seed))
    began = time.perf_counter()
    measure = MEASURES[method]
    rows = measure.prepare(features(html, measure.features))
    reading = time.perf_counter() - began
    train = test = 0.0
    one: list[str | None] = [None] * len(labels)
    several: list[list[str]] = [[] for _ in labels]
    for number in range(FOLDS):
        known, asked = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        began = time.perf_counter()
        model = learn(method, rows.take(known), numbers[known], len(templates))
        train += time.perf_counter() - began
        began = time.perf_counter()
        answers = model.answer(rows.take(asked), every=True)
        test += time.perf_counter() - began
        for at, place in enumerate(asked.tolist()):
            template = int(answers.templates[at])
            one[place] = templates[template] if template >= 0 else None
            here = answers.reached[answers.offsets[at] : answers.offsets[at + 1]]
            several[place] = [templates[reached] for reached in here.tolist()]
    return {
        "method": method,
        "by_template": by_template(labels, several, templates),
        "one_answer": one_answer(labels, one, templates),
        "seconds": {"features": reading, "train": train, "test": test},
        "pages_per_second": {
            "train": (FOLDS - 1) * len(labels) / (train + (FOLDS - 1) * reading),
            "test": len(labels) / (test + reading),
        },
    }


def main() -> None:
    """Runs the methods asked for and keeps the stored results of the others."""
    parser = argparse.ArgumentParser(prog="python -m bench.reproduce.classification", description=__doc__)
    parser.add_argument("--tier", choices=("small", "full"), default="small")
    parser.add_argument("--method", action="append", choices=METHODS)
    given = parser.parse_args()
    pages = corpus.pages(given.tier)
    html, labels = [page.read() for page in pages], [page.label for page in pages]
    target = RESULTS / f"classification-{given.tier}.json"
    stored = json.loads(target.read_text()) if target.exists() else {}
    done = {row["method"]: row for row in stored.get("methods", [])}
    about = {"tier": given.tier, "pages": len(pages), "templates": len(set(labels)), "folds": FOLDS}
    for method in given.method or METHODS:
        done[method] = cross_validate(method, html, labels)
        print(json.dumps(done[method]), flush=True)
        rows = [done[name] for name in METHODS if name in done]
        size = sum(map(len, html))
        report = about | {"bytes": size, "machine": machine(), "methods": rows}
        target.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
