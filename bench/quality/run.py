"""One measurement: pages of a sample, made harder or not, grouped by a method, and judged by their labels."""

import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from statistics import fmean
from typing import Any

from bench.corpus import LabelledPage
from bench.quality.methods import contenders, html_similarity
from bench.quality.samples import first_half, sample
from bench.quality.variants import VARIANTS, noise
from pagemold.quality import evaluate

NOISE_PAGES = 1_000
CONFUSIONS = 12
# In place of a variant: the pages of each package without any others.
ALONE = "alone"


def judge(
    pages: Sequence[LabelledPage], method: str, size: str, variant: str = "plain", seed: int = 1
) -> dict[str, Any]:
    """B-cubed, adjusted Rand, halves, packages and confusions of one method on one sample."""
    chosen = sample(pages, size, seed)
    if variant == ALONE:
        return {"method": method, "size": size, "variant": variant, "seed": seed, **_each_alone(chosen, method)}
    change = VARIANTS.get(variant, VARIANTS["plain"])
    html = [change(page.read(), page.package) for page in chosen]
    beside = noise(NOISE_PAGES, seed) if variant == "noise" else []
    cluster = html_similarity if method == "html-similarity" else contenders()[method]
    list(cluster(html[:1]))  # what it imports at its first page is not its time
    began = time.perf_counter()
    found = list(cluster([*html, *beside]))[: len(html)]
    seconds = time.perf_counter() - began
    half = first_half(pages)
    parts = {"A": [page.package in half for page in chosen], "B": [page.package not in half for page in chosen]}
    return {
        "method": method,
        "size": size,
        "variant": variant,
        "seed": seed,
        "pages": len(chosen),
        "seconds": round(seconds, 2),
        **scores(chosen, found),
        "halves": {name: scores(*_only(chosen, found, keep)) for name, keep in parts.items()},
        "packages": _by_package(chosen, found),
        "confusions": _confusions(chosen, found),
    }


def _each_alone(pages: Sequence[LabelledPage], method: str) -> dict[str, Any]:
    """The means over packages, the pages of each grouped without any others: most users have one site."""
    by_package: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        by_package[page.package].append(page)
    cluster = contenders()[method]
    found = [scores(inside, list(cluster([page.read() for page in inside]))) for inside in by_package.values()]
    means = {name: round(fmean(one[name] for one in found), 4) for name in ("precision", "recall", "f1")}
    return {"pages": len(pages), "sites": len(found), **means}


def scores(pages: Sequence[LabelledPage], found: Sequence[Hashable | None]) -> dict[str, float]:
    """The two figures that everything is compared by, and what they are made of."""
    quality = evaluate([page.label for page in pages], found)
    return {
        "groups": quality.group_count,
        "precision": round(quality.b_cubed.precision, 4),
        "recall": round(quality.b_cubed.recall, 4),
        "f1": round(quality.b_cubed.f1, 4),
        "adjusted_rand": round(quality.adjusted_rand, 4),
    }


def _only(
    pages: Sequence[LabelledPage], found: Sequence[Hashable | None], keep: Sequence[bool]
) -> tuple[list[LabelledPage], list[Hashable | None]]:
    kept = [place for place, wanted in enumerate(keep) if wanted]
    return [pages[place] for place in kept], [found[place] for place in kept]


def _by_package(pages: Sequence[LabelledPage], found: Sequence[Hashable | None]) -> dict[str, list[float]]:
    """F1 and adjusted Rand inside each package."""
    result = {}
    for package in sorted({page.package for page in pages}):
        inside = scores(*_only(pages, found, [page.package == package for page in pages]))
        result[package] = [inside["f1"], inside["adjusted_rand"]]
    return result


def _confusions(pages: Sequence[LabelledPage], found: Sequence[Hashable | None]) -> list[str]:
    """Groups that hold several labels, worst first, and labels that are in several groups."""
    groups: dict[Hashable, Counter[str]] = defaultdict(Counter)
    labels: dict[str, Counter[Hashable]] = defaultdict(Counter)
    for page, group in zip(pages, found, strict=True):
        if group is not None:
            groups[group][page.label] += 1
            labels[page.label][group] += 1
    glued = [held.most_common(4) for held in groups.values() if len(held) > 1]
    torn = [(label, [count for _, count in held.most_common(5)]) for label, held in labels.items() if len(held) > 1]
    glued.sort(key=lambda held: (-sum(count for _, count in held[1:]), held))
    torn.sort(key=lambda part: (-sum(part[1][1:]), part[0]))
    said = ["together: " + ", ".join(f"{label} {count}" for label, count in held) for held in glued[:CONFUSIONS]]
    return said + [f"apart: {label} {' + '.join(map(str, counts))}" for label, counts in torn[:CONFUSIONS]]
