"""Writes docs/reproductions/hachenberg-gottron.md and its plots from the stored results.

python -m bench.reproduce.page
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench import plots
from bench.index import real_fingerprints
from bench.reproduce import paper
from bench.reproduce.classification import METHODS, RESULTS
from pagemold.index import split_entropies

TARGET = Path(__file__).parents[2] / "docs/reproductions/hachenberg-gottron.md"
NAMES = {"fingerprint": "FP"}


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table whose first column is text and whose others are numbers."""
    columns = list(head)
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *map(list, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def name(method: str) -> str:
    """What the paper calls it."""
    return NAMES.get(method, method.upper())


def share(value: float | None) -> str:
    """Four digits, as in the paper."""
    return "" if value is None else f"{value:.4f}"


def speed(value: float | None) -> str:
    """Pages a second."""
    return "" if value is None else f"{value:,.2f}" if value < 100 else f"{value:,.0f}"


def stored(kind: str) -> dict[str, Any]:
    """What a run left behind: of the full tier, if that has all methods."""
    for file in (f"{kind}-full.json", f"{kind}-small.json"):
        if (RESULTS / file).exists():
            found: dict[str, Any] = json.loads((RESULTS / file).read_text())
            if len(found["methods"]) == len(METHODS):
                return found
    raise SystemExit(f"no results of {kind} with all methods: run python -m bench.reproduce.{kind} first")


def runtimes(found: dict[str, Any]) -> str:
    """Table 4: what training and answering cost."""
    head = ["method", "paper, pages/s", "ours, pages/s", "features, s", "ten trainings, s", "ten answers, s"]
    rows = []
    for row in found["methods"]:
        seconds = row["seconds"]
        theirs, ours = paper.RUNTIME[row["method"]], row["pages_per_second"]["test"]
        times = (f"{seconds[part]:,.1f}" for part in ("features", "train", "test"))
        rows.append([name(row["method"]), speed(theirs), speed(ours), *times])
    return table(head, rows)


def classification(found: dict[str, Any]) -> str:
    """Table 5, each template a question of its own."""
    head = ["method", "precision", "paper", "recall", "paper", "F1", "paper", "accuracy", "paper"]
    rows = []
    for row in found["methods"]:
        ours = row["by_template"]
        theirs = paper.CLASSIFICATION.get(row["method"], (None,) * 5)
        cells = [
            share(value)
            for place, kind in enumerate(("precision", "recall", "f1", "accuracy"))
            for value in (ours[kind], theirs[place])
        ]
        rows.append([name(row["method"]), *cells])
    return table(head, rows)


def one_answer(found: dict[str, Any]) -> str:
    """The same with one answer a page."""
    kinds = ("precision", "recall", "f1", "accuracy", "none")
    rows = [[name(row["method"]), *(share(row["one_answer"][kind]) for kind in kinds)] for row in found["methods"]]
    return table(["method", "precision", "recall", "F1", "right", "no template"], rows)


def clustering(found: dict[str, Any]) -> str:
    """Table 6."""
    head = ["method", "clusters", "pair precision", "pair recall", "pair F1", "Rand", "adjusted Rand", "purity"]
    head += ["B-cubed F1", "pages/s", "paper: clusters", "Rand", "adjusted Rand", "purity", "pages/s"]
    rows = []
    for row in found["methods"]:
        theirs = paper.CLUSTERING.get(row["method"])
        cells = [f"{row['clusters']:,}", *(share(row["pairs"][kind]) for kind in ("precision", "recall", "f1"))]
        cells += [share(row[kind]) for kind in ("rand", "adjusted_rand", "purity")]
        cells += [share(row["b_cubed"]["f1"]), speed(row["pages_per_second"])]
        cells += [f"{theirs[0]:,}", *map(share, theirs[1:4]), speed(theirs[4])] if theirs else [""] * 5
        rows.append([name(row["method"]), *cells])
    return table(head, rows)


def growth(found: dict[str, Any]) -> str:
    """Table 7."""
    pages, clusters, minutes, rate = paper.GROWTH
    cells = [
        ["paper", f"{pages:,}", f"{clusters:,}", f"{minutes:.2f}", speed(rate), ""],
        [
            "ours",
            f"{found['pages']:,}",
            f"{found['clusters']:,}",
            f"{found['seconds'] / 60:.2f}",
            speed(found["pages_per_second"]),
            f"{found['peak_mb']:,.0f}",
        ],
    ]
    return table(["", "pages", "clusters", "minutes", "pages/s", "peak memory, MB"], cells)


def draw(found: dict[str, Any]) -> None:
    """Figures 2, 4, 5 and 6."""
    folder = TARGET.parent / "pictures"
    sizes = [size for size, number in found["sizes"] for _ in range(number)]
    pages = [int(step["pages"]) for step in found["track"]]
    plots.save(plots.cluster_size_figure(sizes), folder / "cluster-sizes.svg")
    plots.save(plots.entropy_figure(split_entropies(real_fingerprints("full"))), folder / "entropy.svg")
    plots.save(
        plots.pages_per_second_figure(pages, [step["pages_per_second"] for step in found["track"]]),
        folder / "pages-per-second.svg",
    )
    plots.save(
        plots.kilobytes_per_second_figure(pages, [step["kb_per_second"] for step in found["track"]]),
        folder / "kilobytes-per-second.svg",
    )


TEXT = """# Hachenberg & Gottron 2013, again

Template fingerprints and eight other methods of *Locality Sensitive Hashing for Scalable Structural Classification and
Clustering of Web Documents* (CIKM 2013), run anew by `make reproduce`. `bench.reproduce.page` writes this page.

**Pages.** The paper's {paper_pages:,} pages of {paper_templates} sites are not to be had any more. Ours are {pages:,}
pages of {templates} templates from Debian's documentation packages, at most 200 and at least 25 a template (tier
`{tier}`). Several templates are of the same site and share its head and navigation, where the paper had one template a
site: a harder task, so compare the order of methods, not the digits. Machine: {cpu}, {cores} cores, shared with other
work while this ran; compare speeds with each other, not across machines.

## Classification: Table 5

Ten-fold cross-validation, stratified. As in the paper every template is a yes-or-no question of its own, a page may get
several yes, and the figures are means over the templates. The paper had to leave out RTDM and LCTS, at an estimated 334
and 30 days; here they are complete. For LCTS, of whose threshold the paper says nothing, the rule of RTDM is used.

{classification}

One answer a page, or none, as `TemplateClassifier.predict` gives it:

{one_answer}

## What it costs: Table 4

Ours: reading features once, then the ten trainings and ten times answering of the cross-validation, with nine tenths of
all pages as training pages, where the paper had ten pages a template. Pages a second count features and answers.

{runtimes}

## Clustering: Table 6

No labels are used. FP: connected components of fingerprints within one edit; MD5, MDH5: equal digests. The others, with
which the paper did not cluster: chains of pages with a similarity of at least {threshold}.

{clustering}

## Growth: Table 7 and Figures 4 to 6

Real pages with up to three tags changed near the top, made and grouped batch by batch in one pass. Making them is not
counted. Peak memory includes the {real_pages:,} real pages that the others are made from.

{growth}

Speeds in the figures are of processor time, on both cores together: they show whether the work of a page grows with the
pages that came before it.

![Sizes of clusters](pictures/cluster-sizes.svg)
![Pages a second](pictures/pages-per-second.svg)
![Kilobytes a second](pictures/kilobytes-per-second.svg)

## Where to split: Figure 2

The entropy of the first part of a fingerprint and of the rest, for every place to split; `SplitIndex` splits after 17
entries, as the paper does, and takes any other.

![Entropy of both parts](pictures/entropy.svg)
"""


def main() -> None:
    """Writes the page."""
    classified, clustered = stored("classification"), stored("clustering")
    grown = json.loads((RESULTS / "growth.json").read_text())
    draw(grown)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    text = TEXT.format(
        paper_pages=paper.PAGES,
        paper_templates=paper.TEMPLATES,
        tier=classified["tier"],
        pages=classified["pages"],
        templates=classified["templates"],
        cpu=classified["machine"]["cpu"],
        cores=classified["machine"]["cores"],
        classification=classification(classified),
        one_answer=one_answer(classified),
        runtimes=runtimes(classified),
        threshold=clustered["threshold"],
        clustering=clustering(clustered),
        growth=growth(grown),
        real_pages=grown["real_pages"],
    )
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
