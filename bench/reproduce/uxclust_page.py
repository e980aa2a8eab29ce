"""The page and the plots about the links method, from the stored numbers."""

from collections.abc import Iterable
from pathlib import Path
from statistics import mean
from typing import Any

from bench.plots import BLUE, GREY, INK, ORANGE, axes, save

PAGE = "uxclust.md"
FIGURES = {
    "similarity": ("Figure 7. How alike path sets must be", "similarity threshold", False),
    "occurrence": ("Figure 8. How many samples must have a path", "occurrence threshold", False),
    "samples": ("Figure 9. How many pages of a place are looked at", "samples", True),
    "cut_off": ("Figure 10. How many pages a place must lead to", "cut-off", True),
}


def write_page(results: dict[str, Any], folder: Path) -> None:
    """`uxclust.md` and its four plots."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FIGURES:
        _draw(name, results["sweeps"][name], folder / f"uxclust-{name.replace('_', '-')}.svg")
    text = _TEXT.format(
        machine=_machine(results["machine"]),
        sites=_sites(results["sites"]),
        quality=_quality(results["table"]),
        times=_times(results["table"]),
        sweeps="\n\n".join(_sweep(name, results["sweeps"][name]) for name in FIGURES),
    )
    (folder / PAGE).write_text(text)


def _draw(name: str, rows: list[dict[str, float]], path: Path) -> None:
    title, across, timed = FIGURES[name]
    with axes(title, across, "average over the sites") as here:
        values = [row["value"] for row in rows]
        for key, color, marker in (("precision", BLUE, "o"), ("recall", ORANGE, "s"), ("b_cubed", GREY, "^")):
            label = "B-cubed F1, all templates" if key == "b_cubed" else key
            here.plot(values, [row[key] for row in rows], color=color, marker=marker, ms=3.5, label=label)
        here.set_ylim(0, 1.03)
        if timed:
            clock = here.twinx()
            clock.plot(values, [row["seconds"] for row in rows], color=INK, linestyle=":", label="seconds")
            clock.set_ylabel("seconds, all sites")
            clock.set_ylim(bottom=0)
            clock.grid(visible=False)
            clock.spines["right"].set_visible(True)
            lines = here.get_lines() + clock.get_lines()
            here.legend(lines, [str(line.get_label()) for line in lines], loc="lower right")
        else:
            here.legend(loc="lower left")
        save(here.figure, path)  # type: ignore[arg-type]


def _table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    names = list(header)
    lines = ["| " + " | ".join(names) + " |", "|---|" + "---:|" * (len(names) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def _machine(about: dict[str, Any]) -> str:
    return f"{about['cpu']}, {about['cores']} cores, {about['ram_gb']} GB, Python {about['python']}"


def _sites(rows: list[dict[str, Any]]) -> str:
    header = ("site", "pages", "MB", "templates", "places (XPaths)", "cut-off", "places kept")
    return _table(
        header,
        [
            (
                row["site"],
                f"{row['pages']:,}",
                f"{row['megabytes']:.1f}",
                row["labels"],
                f"{row['xpaths']:,}",
                row["cut_off"],
                row["xpaths_kept"],
            )
            for row in rows
        ],
    )


def _by_site(table: list[dict[str, Any]]) -> tuple[list[str], list[str], dict[tuple[str, str], dict[str, Any]]]:
    methods = list(dict.fromkeys(row["method"] for row in table))
    sites = list(dict.fromkeys(row["site"] for row in table))
    return methods, sites, {(row["site"], row["method"]): row for row in table}


def _quality(table: list[dict[str, Any]]) -> str:
    methods, sites, found = _by_site(table)
    rows: list[list[str]] = []
    for site in sites:
        cells = [found[site, method] for method in methods]
        rows.append([site, *(f"{row['precision']:.2f} / {row['recall']:.2f} / {row['b_cubed']:.2f}" for row in cells)])
    averages = []
    for method in methods:
        own = [found[site, method] for site in sites]
        averages.append(
            " / ".join(f"**{mean(row[key] for row in own):.2f}**" for key in ("precision", "recall", "b_cubed"))
        )
    return _table(["P / R / B-cubed F1", *methods], [*rows, ["**average**", *averages]])


def _times(table: list[dict[str, Any]]) -> str:
    methods, sites, found = _by_site(table)
    rows = []
    for method in methods:
        own = [found[site, method] for site in sites]
        seconds, pages = sum(row["seconds"] for row in own), sum(row["pages"] for row in own)
        gold = sum(row["gold_pages"] for row in own)
        rows.append((method, f"{pages:,}", f"{seconds:.1f}", f"{gold / seconds:,.0f}"))
    return _table(("method", "pages", "seconds", "GT-P/s"), rows)


def _sweep(name: str, rows: list[dict[str, float]]) -> str:
    title, _, _ = FIGURES[name]
    return f"![{title}](uxclust-{name.replace('_', '-')}.svg)"


_TEXT = """# UXClust: groups by the place of the inbound link

{sites}

{quality}

{times}

{sweeps}

{machine}
"""
