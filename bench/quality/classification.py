"""How well new pages are told: a third of the labels is left out of training, and each label is left out once.

    python -m bench.quality.classification

Half of the pages of the other labels are learnt from; the other half must be given their label, and all pages of the
labels left out the answer "none". Stored in bench/results/classification.json, quoted in docs/quality-bench.md.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from bench import corpus
from bench.corpus import LabelledPage
from bench.machine import machine
from bench.quality.samples import first_half, sample
from pagemold import TemplateClassifier

TARGET = Path(__file__).parents[1] / "results" / "classification.json"
FOLDS = 3
SEEDS = (1, 2, 3)
PLAN = [("grammar", size, seed) for size in ("10", "50", "200") for seed in SEEDS]
PLAN += [(method, "50", 1) for method in ("fingerprint", "cp", "cps", "ctss", "tv", "mdh5")]
CONFUSIONS = 12
# Each page with the label that is right, or none, and the one that was found.
Answers: TypeAlias = list[tuple[LabelledPage, str | None, str | None]]


def judge(pages: Sequence[LabelledPage], method: str, size: str, seed: int) -> dict[str, Any]:
    """All folds of one sample."""
    chosen = sample(pages, size, seed)
    half = first_half(pages)
    answers: Answers = []
    for fold in range(FOLDS):
        answers += _answers(chosen, method, seed, fold)
    parts = {
        "A": [it for it in answers if it[0].package in half],
        "B": [it for it in answers if it[0].package not in half],
    }
    return {
        "method": method,
        "size": size,
        "seed": seed,
        "pages": len(chosen),
        **rates(answers),
        "halves": {name: rates(some) for name, some in parts.items()},
        "confusions": _confusions(answers),
    }


def _answers(chosen: Sequence[LabelledPage], method: str, seed: int, fold: int) -> Answers:
    labels = sorted({page.label for page in chosen})
    Random(f"labels {seed}").shuffle(labels)
    unknown = set(labels[fold::FOLDS])
    learnt: list[LabelledPage] = []
    asked: list[LabelledPage] = []
    for label in sorted(labels):
        members = [page for page in chosen if page.label == label]
        Random(f"pages {seed} {fold} {label}").shuffle(members)
        middle = 0 if label in unknown else len(members) // 2
        learnt += members[:middle]
        asked += members[middle:]
    classifier = TemplateClassifier(method).fit([page.read() for page in learnt], [page.label for page in learnt])
    found = classifier.predict([page.read() for page in asked])
    right = [None if page.label in unknown else page.label for page in asked]
    return [
        (page, label, None if answer is None else str(answer))
        for page, label, answer in zip(asked, right, found, strict=True)
    ]


def rates(answers: Answers) -> dict[str, float]:
    """The share of known pages that got their label, and of unknown ones that got none."""
    known = [label == found for _, label, found in answers if label is not None]
    unknown = [found is None for _, label, found in answers if label is None]
    foreign = [found not in (label, None) for _, label, found in answers if label is not None]
    return {
        "known": round(sum(known) / len(known), 4),
        "unknown": round(sum(unknown) / len(unknown), 4),
        "mistaken": round(sum(foreign) / len(foreign), 4),
    }


def _confusions(answers: Answers) -> list[str]:
    wrong: Counter[tuple[str, str | None, str | None]] = Counter()
    for page, label, found in answers:
        if label != found:
            wrong[page.label, label, found] += 1
    said = []
    for (name, label, found), count in wrong.most_common(CONFUSIONS):
        what = "left out, taken for" if label is None else "refused" if found is None else "taken for"
        said.append(f"{name} {what} {found or ''}".strip() + f": {count}")
    return said


def lines(results: dict[str, Any]) -> list[str]:
    """The section of docs/quality-bench.md."""
    rows = results["rows"]
    said = [
        "A third of the labels is left out of training, each label once; half of the pages of the others are learnt "
        "from. Right is the label for the other half, and none for the pages of labels left out.",
        "",
        "| method | pages a label, half of them learnt from | known pages: label found | taken for another | "
        "unknown pages: none |",
        "|---|---|---|---|---|",
    ]
    for method, size in dict.fromkeys((row["method"], row["size"]) for row in rows):
        runs = [row for row in rows if (row["method"], row["size"]) == (method, size)]
        cells = [_spread([row[name] for row in runs]) for name in ("known", "mistaken", "unknown")]
        said.append(f"| {method} | {size} | {' | '.join(cells)} |")
    fifty = next(row for row in rows if (row["method"], row["size"]) == ("grammar", "50"))
    halves = "; ".join(
        f"half {name} {half['known']:.3f} and {half['unknown']:.3f}" for name, half in fifty["halves"].items()
    )
    said += ["", f"Halves of the packages at 50 pages, first sample: {halves}. What goes wrong there:", ""]
    return said + [f"- {confusion}" for confusion in fifty["confusions"]]


def _spread(values: list[float]) -> str:
    mean = f"{sum(values) / len(values):.3f}"
    return mean if len(values) == 1 else f"**{mean}** ({min(values):.3f} to {max(values):.3f})"


def measure(pages: Sequence[LabelledPage]) -> None:
    """Measures everything and stores it."""
    rows = []
    for method, size, seed in PLAN:
        rows.append(judge(pages, method, size, seed))
        print(
            method,
            size,
            seed,
            *(f"{name} {rows[-1][name]:.3f}" for name in ("known", "mistaken", "unknown")),
            flush=True,
        )
    TARGET.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    measure(corpus.pages("full"))
