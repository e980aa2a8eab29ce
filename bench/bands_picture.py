"""The chance to be a candidate by the cosine of two pages, computed and met: `python -m bench.bands_picture FILE`."""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.mutation import Base, base
from pagemold._native import choose_bands, weighted_signatures
from pagemold.store.segments import raw

PLACES, COSINE, RECALL = 128, 0.8, 0.98
_QUESTIONS = 150


def met(real: Base, bands: int, rows: int) -> tuple[Any, Any]:
    """The cosine of pairs of real pages, and whether their signatures have a band in common."""
    whole = (memoryview(part.data) for part in (real.bags.offsets, real.bags.items, real.bags.counts))
    signatures = np.array(weighted_signatures(raw(tuple(whole)), bands * rows), np.uint32)  # type: ignore[arg-type]
    blocks = signatures.reshape(len(signatures), bands, rows)
    random = np.random.default_rng(1)
    cosines, shared = [], []
    dense = _dense(real)
    for question in random.choice(len(real.bags), _QUESTIONS, replace=False):
        scores = np.asarray((dense @ dense[question].T).todense()).ravel()
        common = (blocks == blocks[question]).all(axis=2).any(axis=1)
        cosines.append(np.delete(scores, question))
        shared.append(np.delete(common, question))
    return np.concatenate(cosines), np.concatenate(shared)


def _dense(real: Base) -> Any:
    from bench.collection import _normed

    _, codes = np.unique(real.bags.items, return_inverse=True)
    return _normed(real.bags, codes, codes.max() + 1)


def draw(path: Path) -> None:
    """The curve of the formula for the bound and for typical pairs, and the shares met in steps of cosine."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "pagemold"
    from matplotlib import pyplot

    bands, rows = choose_bands(COSINE, RECALL, PLACES)
    cosines, shared = met(base(corpus.pages("small", maximum=100)), bands, rows)
    steps = np.linspace(0, 1, 21)
    places = np.digitize(cosines, steps[1:-1])
    shares = [shared[places == place].mean() if (places == place).any() else np.nan for place in range(20)]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    c = np.linspace(0, 1, 200)
    apart = np.sqrt(1 - c**2)
    axes.plot(c, _chance((1 - apart) / (1 + apart), bands, rows), "--", color="0.6", label="at least")
    axes.plot(c, _chance(c**2 / (2 - c**2), bands, rows), color="tab:blue", label="chosen by: $c^2/(2-c^2)$")
    axes.plot((steps[:-1] + steps[1:]) / 2, shares, "o", color="tab:orange", label="met on real pages")
    axes.axvline(COSINE, color="0.85", zorder=0)
    axes.set(xlabel="cosine of two pages", ylabel="chance to be a candidate", title=f"{bands} bands of {rows} rows")
    axes.legend(frameon=False, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def _chance(share: Any, bands: int, rows: int) -> Any:
    return 1 - (1 - share**rows) ** bands


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
