"""The plots of Hachenberg & Gottron 2013, from our own numbers, in one style.

Each function gives a matplotlib figure; `save` writes it, as SVG or PNG by its name. Equal numbers give equal bytes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pagemold.index import SplitEntropy

BLUE, ORANGE, GREY, INK = "#1f6f9f", "#d9752b", "#8a9199", "#22272b"
STYLE: Any = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e6e8",
    "grid.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.figsize": (6.4, 3.8),
    "figure.dpi": 110,
    "savefig.bbox": "tight",
    "svg.hashsalt": "pagemold",
    "svg.fonttype": "path",
}


@contextmanager
def axes(title: str, across: str, up: str) -> Iterator[Axes]:
    """Axes of a new figure in the house's style; `axes.figure` is the figure."""
    with mpl.rc_context(STYLE):
        made: Axes = Figure(layout="constrained").add_subplot()
        made.set(title=title, xlabel=across, ylabel=up)
        yield made


def save(figure: Figure, path: Path) -> None:
    """Writes the figure, whose kind is told by the name. No date goes in, so equal numbers give an equal file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def entropy_figure(entropies: Sequence[SplitEntropy]) -> Figure:
    """Figure 2: the entropy of both parts for every split, and where they break even."""
    with axes("What both parts of a fingerprint tell", "split after entry l", "entropy, bits") as here:
        splits = [row.split for row in entropies]
        here.plot(splits, [row.prefix for row in entropies], color=BLUE, marker="o", ms=3.5, label="first part")
        here.plot(splits, [row.suffix for row in entropies], color=ORANGE, marker="s", ms=3.5, label="rest")
        best = min(entropies, key=lambda row: (abs(row.prefix - row.suffix), row.split))
        here.axvline(best.split, color=GREY, linestyle="--", linewidth=1)
        said = f"break-even, l = {best.split}"
        here.annotate(said, (best.split, 0), textcoords="offset points", xytext=(-6, 5), ha="right", color=INK)
        here.set_ylim(bottom=0)
        here.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
        here.legend(loc="center left")
        return _figure(here)


def cluster_size_figure(sizes: Sequence[int]) -> Figure:
    """Figure 4: the size of each group against its rank, both on a logarithmic scale."""
    with axes("Sizes of groups", "rank of the group", "pages in the group") as here:
        ranks, ranked = _corners(sorted(sizes, reverse=True))
        here.plot(ranks, ranked, color=BLUE, marker=".", ms=4, linewidth=1)
        here.set(xscale="log", yscale="log")
        for axis in (here.xaxis, here.yaxis):
            axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
        return _figure(here)


def _corners(ranked: Sequence[int]) -> tuple[list[int], list[int]]:
    """The first and the last rank of each size: the same line without a hundred thousand points on it."""
    last = len(ranked) - 1
    kept = [
        place
        for place, size in enumerate(ranked)
        if place in (0, last) or ranked[place - 1] != size or ranked[place + 1] != size
    ]
    return [place + 1 for place in kept], [ranked[place] for place in kept]


def pages_per_second_figure(pages: Sequence[int], rates: Sequence[float]) -> Figure:
    """Figure 5: pages a second against pages done."""
    return _throughput("Throughput in pages", "pages/s", pages, rates)


def kilobytes_per_second_figure(pages: Sequence[int], rates: Sequence[float]) -> Figure:
    """Figure 6: kilobytes of HTML a second against pages done."""
    return _throughput("Throughput in bytes", "KB/s", pages, rates)


def _throughput(title: str, unit: str, pages: Sequence[int], rates: Sequence[float]) -> Figure:
    with axes(title, "pages done", unit) as here:
        here.plot(pages, rates, color=BLUE, linewidth=1)
        here.xaxis.set_major_locator(ticker.MaxNLocator(5))
        mean = sum(rates) / len(rates) if rates else 0.0
        here.axhline(mean, color=GREY, linestyle="--", linewidth=1, label=f"mean: {mean:,.0f} {unit}")
        here.set_ylim(bottom=0)
        for axis in (here.xaxis, here.yaxis):
            axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
        here.legend(loc="lower right")
        return _figure(here)


def _figure(here: Axes) -> Figure:
    figure = here.figure
    assert isinstance(figure, Figure)
    return figure
