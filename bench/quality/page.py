"""The stored results as a page of the documentation."""

import json
from collections.abc import Iterable, Iterator
from statistics import mean
from typing import Any

from bench.machine import ROOT
from bench.quality import classification
from bench.quality.run import ALONE

PAGE = ROOT / "docs" / "quality-bench.md"
SITES = ROOT / "bench" / "results" / "sites.json"
Row = dict[str, Any]

# Packages that were labelled later: tier, title, what the authors of the method knew of them.
OTHERS = (
    (
        "unseen",
        "Packages of a first turn",
        "That was a clean test. What is below was measured with a method whose authors knew these figures.",
    ),
    (
        "fresh",
        "Packages of a second turn",
        "That was a clean test. That small pages need fewer differences was found on these packages, so what is below "
        "is none.",
    ),
    (
        "latest",
        "Packages of a third turn",
        "That was the method before it took small pages for what they are. These figures were in view when it was "
        "decided what a page usually holds counts for.",
    ),
    (
        "registry",
        "Sites of other kinds, from npm, Maven Central and PyPI",
        "That was a clean test. What was wrong there had been read when strays were taken in and groups joined a "
        "last time, so what is below is none.",
    ),
)


def write_page(results: dict[str, Any], classified: dict[str, Any] | None) -> None:
    """docs/quality-bench.md, from nothing but the stored results."""
    lines = list(_lines(results["rows"]))
    for tier, title, remark in OTHERS:
        if results.get(tier):
            lines += _section(title, _other(tier, results[tier], results.get(f"{tier}_at_first_sight"), remark))
    lines += _section("Each site alone", _alone(results))
    if SITES.exists():
        lines += _section("Sites of today", _sites(json.loads(SITES.read_text(encoding="utf-8"))))
    if classified:
        lines += _section("New pages", classification.lines(classified))
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lines(rows: list[Row]) -> Iterator[str]:
    yield "# Quality: which method finds the templates"
    yield ""
    yield (
        "Written by `make bench-quality` from `bench/results/quality.json`. The pages are those of the public bench: "
        "88 templates of 43 Debian documentation packages, so many pages of each. Figures are B-cubed F1 / adjusted "
        "Rand index ([definitions](quality.md)); 1 is perfect."
    )
    yield from _section("The default method, by pages a template", _default(rows))
    yield from _section("Every method", _methods(rows))
    yield from _section("The two halves of the packages", _halves(rows))
    yield from _section("Made harder", _variants(rows))
    yield from _section("Package by package, 50 pages a template", _packages(rows))
    yield from _section("What is confused, 50 pages a template", _confusions(rows))


def _alone(results: dict[str, Any]) -> Iterator[str]:
    yield (
        "Above, all packages are grouped at once, while most people have one site. Here the pages of each package are "
        "grouped without any others; the mean of packages, of B-cubed precision, recall and F1."
    )
    yield ""
    yield "| packages | | precision, recall, F1 at 3 pages a template | at 50 | at 200 |"
    yield "|---|---:|---|---|---|"
    for part in ("rows", *(tier for tier, _, _ in OTHERS)):
        found = [row for row in results.get(part, []) if row["variant"] == ALONE]
        if found:
            cells = [f"{row['precision']:.3f}, {row['recall']:.3f}, **{row['f1']:.3f}**" for row in found]
            name = "those constants were chosen by" if part == "rows" else f"`{part}`"
            yield f"| {name} | {found[0]['sites']} | {' | '.join(cells)} |"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield from ["", f"## {title}", ""]
    yield from lines


def _figure(row: Row) -> str:
    return f"{row['f1']:.3f} / {row['adjusted_rand']:.3f}"


def _said(row: Row) -> str:
    return f"{row['method']} {_figure(row)} in {row['groups']} groups and {row['seconds']} s"


def _of(rows: list[Row], **wanted: object) -> list[Row]:
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def _default(rows: list[Row]) -> Iterator[str]:
    yield "Three random samples of each size, one setting for all of them; the default method asks for none."
    yield ""
    yield from _default_table(rows)


def _default_table(rows: list[Row]) -> Iterator[str]:
    yield "| pages a template | pages | mean | worst F1 | worst adjusted Rand |"
    yield "|---|---|---|---|---|"
    for size, runs in _by_size(_of(rows, method="grammar", variant="plain")):
        worst = [min(row[name] for row in runs) for name in ("f1", "adjusted_rand")]
        pages = f"{runs[0]['pages']:,}"
        yield f"| {_words(size)} | {pages} | **{_average(runs)}** | {worst[0]:.3f} | {worst[1]:.3f} |"


def _by_size(rows: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    for size in dict.fromkeys(row["size"] for row in rows):
        yield size, _of(rows, size=size)


def _words(size: str) -> str:
    return "5 to 200, skewed" if size == "skewed" else size


def _average(runs: list[Row]) -> str:
    return f"{mean(row['f1'] for row in runs):.3f} / {mean(row['adjusted_rand'] for row in runs):.3f}"


def _methods(rows: list[Row]) -> Iterator[str]:
    yield "| method | 50 pages a template | 200 | groups at 50 | seconds at 50 |"
    yield "|---|---|---|---|---|"
    names = dict.fromkeys(row["method"] for row in _of(rows, variant="plain", seed=1, size="50"))
    for name in names:
        (fifty,) = _of(rows, method=name, variant="plain", seed=1, size="50")
        many = _of(rows, method=name, variant="plain", seed=1, size="200")
        more = _figure(many[0]) if many else "not run"
        yield f"| {name} | {_figure(fifty)} | {more} | {fifty['groups']} | {fifty['seconds']} |"
    trees = _of(rows, method="style", variant="plain", seed=1) + _of(rows, method="grammar", variant="plain", seed=1)
    if trees[0]["method"] == "style":
        yield ""
        yield (
            f"`style` compares whole trees, so it gets {trees[0]['size']} pages a template: "
            + "; ".join(map(_said, _of(trees, size=trees[0]["size"])))
            + "."
        )
    small = _of(rows, method="html-similarity", size="3", variant="plain", seed=1)
    if small:
        small += _of(rows, method="grammar", size="3", variant="plain", seed=1)
        yield ""
        yield (
            "html-similarity compares two pages at a time in Python: three pages a template are all one waits for "
            "(k = 0.3 as it recommends, linked at 0.6): " + "; ".join(map(_said, small)) + "."
        )


def _halves(rows: list[Row]) -> Iterator[str]:
    yield (
        "Constants were searched for by their figures on these packages, plain, without classes and with hashed ones, "
        "on the demo, and on some forty sites built for that ([thirteen of them](#sites-of-today) can be built again). "
        "So half B is no clean test. [Other packages](#packages-of-a-first-turn) were looked at when it was decided "
        "that small pages need fewer differences ([0008](decisions/0008-families.md)) and what a page usually holds "
        "counts ([0010](decisions/0010-usual-pages.md)). Packages that share a template are in the same half."
    )
    yield ""
    yield "| pages a template | half A | half B |"
    yield "|---|---|---|"
    for row in _of(rows, method="grammar", variant="plain", seed=1):
        yield f"| {row['size']} | {_figure(row['halves']['A'])} | {_figure(row['halves']['B'])} |"


def _sites(stored: dict[str, Any]) -> Iterator[str]:
    yield (
        "Blogs and manuals by generators and themes of today, built from packages by name and filled with texts of "
        "ours (`make bench-sites`, `bench/sites/README.md`). Many templates have a single page, as on real sites. "
        "Constants were chosen with these and other such sites in view."
    )
    yield ""
    yield "| site | pages | templates | groups | F1 / adjusted Rand |"
    yield "|---|---:|---:|---:|---|"
    for row in [*stored["sites"], stored["together"]]:
        yield f"| {row['site']} | {row['pages']} | {row['templates']} | {row['groups']} | {_figure(row)} |"
    first = stored["first_sight"]
    yield ""
    yield (
        f"The mean of sites is {mean(row['f1'] for row in stored['sites']):.3f} F1. When they were first looked at "
        f"(commit {first['commit']}), it was {first['mean_f1']:.3f}, and all together {_figure(first['together'])}."
    )


def _other(tier: str, rows: list[Row], first: dict[str, Any] | None, remark: str) -> Iterator[str]:
    (fifty,) = _of(rows, method="grammar", variant="plain", size="50", seed=1)
    kind = "packages" if tier == "registry" else "Debian packages"
    yield (
        f"{len(fifty['packages'])} other {kind} (`bench/corpus/{tier}-packages.tsv`), most of them by "
        "generators, themes or versions that the packages above do not have. Their labels are rules on paths, written "
        "by a language model that had looked at sample pages but had not seen any grouping of that package; they were "
        "written before the package was measured and not changed afterwards (`bench/corpus/README.md` has more on "
        "how). Labels have 10 pages or more."
    )
    yield ""
    if first:
        yield (
            f"At first sight (commit {first['commit']}) the figures were "
            + "; ".join(f"{_words(size)}: {_average(runs)}" for size, runs in _by_size(first["rows"]))
            + f". {remark}"
        )
    else:
        yield remark
    yield ""
    yield from _default_table(rows)
    yield ""
    others = [_said(row) for row in rows if row["method"] != "grammar"]
    yield f"At 50 pages a template, first sample: {'; '.join([_said(fifty), *others])}."
    yield ""
    yield from _packages(rows)
    yield ""
    yield from _confusions(rows)


def _variants(rows: list[Row]) -> Iterator[str]:
    words = {
        "bare": "all classes stripped",
        "hashed": "classes renamed by a hash per site",
        "noise": "1,000 unrelated pages mixed in",
    }
    yield "| | 25 pages a template | 50 |"
    yield "|---|---|---|"
    for variant, said in words.items():
        found = [_of(rows, method="grammar", variant=variant, size=size, seed=1) for size in ("25", "50")]
        if all(found):
            yield f"| {said} | {_figure(found[0][0])} | {_figure(found[1][0])} |"


def _packages(rows: list[Row]) -> Iterator[str]:
    yield "| package | F1 | adjusted Rand |"
    yield "|---|---|---|"
    for row in _of(rows, method="grammar", variant="plain", size="50", seed=1):
        for package, (f1, rand) in sorted(row["packages"].items(), key=lambda item: (item[1][0], item[0])):
            yield f"| {package} | {f1:.3f} | {rand:.3f} |"


def _confusions(rows: list[Row]) -> Iterator[str]:
    for row in _of(rows, method="grammar", variant="plain", size="50", seed=1):
        for line in row["confusions"]:
            yield f"- {line}"
