"""Which pages are near neighbours by structure and style: pairs at or above a threshold (Gowda & Mattmann 2016).

Only whether a pair is alike is asked, not how much: style, which is cheap, tells how alike the structures must at
least be, and bounds above and below the tree edit distance settle most of the rest. All pairs of styles are weighed for
small input. For large input MinHash LSH proposes the pairs of styles: no pair is alike as a whole whose styles are less
alike than (threshold - κ) / (1 - κ). What share of the true neighbours that finds is measured on a sample.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import trees_alike
from pagemold.measures.aggregate import Aggregate, unwoven
from pagemold.measures.rows import Rows
from pagemold.measures.style import STYLE

Numbers = NDArray[np.int64]
# Pages of which all pairs of styles are weighed, pages that recall is measured on, pairs that are weighed at once.
EXACT_PAGES = 2_000
SAMPLE_PAGES = 200
_PAIRS_AT_ONCE = 500_000
_BAND_ROWS = 4
_HAIR = 1e-12


class Neighbours(NamedTuple):
    """Pairs of pages by number, the smaller one first; `recall` is None where no pair can be missing."""

    left: Numbers
    right: Numbers
    recall: float | None


def near_pages(
    batches: Sequence[pa.RecordBatch], samples: Numbers, measure: Aggregate, threshold: float, *, jobs: int = 0
) -> Neighbours:
    """The neighbours among these pages of some batches, numbered as they are given."""
    kept = [batch["class_set:minhash"] for batch in batches]
    signatures = [column.flatten().to_numpy().reshape(len(column), column.type.list_size) for column in kept]
    chosen = np.concatenate(signatures)[samples] if kept else np.empty((0, 0), np.uint32)
    return neighbours(measure.prepare(batches).take(samples), chosen, measure, threshold, jobs=jobs)


def neighbours(
    rows: Rows,
    signatures: NDArray[np.uint32],
    measure: Aggregate,
    threshold: float,
    *,
    exact_pages: int = EXACT_PAGES,
    jobs: int = 0,
) -> Neighbours:
    """The pairs of pages that are at least as alike as the threshold; signatures are MinHashes of the class sets."""
    least_style = (threshold - measure.kappa) / (1 - measure.kappa) if measure.kappa < 1 else 0.0
    if len(rows) <= exact_pages or least_style <= 0:
        return Neighbours(*_pairs(rows, None, measure, threshold, jobs), None)
    found = _pairs(rows, signatures, measure, threshold, jobs)
    return Neighbours(*found, _recall(rows, signatures, found, measure, threshold, jobs))


def _recall(
    rows: Rows,
    signatures: NDArray[np.uint32],
    found: tuple[Numbers, Numbers],
    measure: Aggregate,
    threshold: float,
    jobs: int,
) -> float:
    """The share of the true neighbours among evenly spread pages that was found."""
    sample = np.unique(np.linspace(0, len(rows) - 1, SAMPLE_PAGES).astype(np.int64))
    left, right = _pairs(rows.take(sample), None, measure, threshold, jobs)
    wanted = sample[left] * len(rows) + sample[right]
    return float(np.isin(wanted, found[0] * len(rows) + found[1]).mean()) if len(wanted) else 1.0


def _pairs(
    rows: Rows, signatures: NDArray[np.uint32] | None, measure: Aggregate, threshold: float, jobs: int
) -> tuple[Numbers, Numbers]:
    """Alike pairs among those that style allows."""
    trees, _ = unwoven(rows)
    left, right = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for one, other, wanted in _batched(_candidates(rows, signatures, measure, threshold, jobs)):
        structure = measure.structure
        said = trees_alike(trees.buffers, (one, other, wanted), costs=structure.costs, fold=structure.fold, jobs=jobs)
        alike = np.frombuffer(said, np.uint8).astype(np.bool_)
        left.append(np.minimum(one, other)[alike])
        right.append(np.maximum(one, other)[alike])
    order = np.lexsort((np.concatenate(right), np.concatenate(left)))
    return np.concatenate(left)[order], np.concatenate(right)[order]


Candidates = tuple[Numbers, Numbers, NDArray[np.float64]]


def _candidates(
    rows: Rows, signatures: NDArray[np.uint32] | None, measure: Aggregate, threshold: float, jobs: int
) -> Iterator[Candidates]:
    """Pairs of pages, and how alike the structures of each must be. Pages of one style are taken together."""
    _, classes = unwoven(rows)
    members = _styles(classes)
    samples = [int(pages[0]) for pages in members]
    styles = classes.take(samples)
    one, other = _style_pairs(styles, None if signatures is None else signatures[samples])
    alike = STYLE.matrix(styles, styles, jobs=jobs)[one, other]
    missing = threshold - _HAIR - (1 - measure.kappa) * alike
    # Where structure has no weight, it cannot make up for anything.
    wanted = missing / measure.kappa if measure.kappa else np.where(missing <= 0, 0.0, 2.0)
    for first, second, least in zip(one.tolist(), other.tolist(), wanted.tolist(), strict=True):
        if least <= 1.0:
            a, b = np.meshgrid(members[first], members[second], indexing="ij")
            keep = a < b if first == second else np.ones_like(a, np.bool_)
            yield a[keep], b[keep], np.full(int(keep.sum()), least)


def _styles(classes: Rows) -> list[Numbers]:
    """Pages with equal class sets, together."""
    known: dict[bytes, int] = {}
    members: list[list[int]] = []
    for page, (start, end) in enumerate(zip(classes.offsets[:-1], classes.offsets[1:], strict=True)):
        number = known.setdefault(classes.values[start:end].tobytes(), len(known))
        if number == len(members):
            members.append([])
        members[number].append(page)
    return [np.array(pages, np.int64) for pages in members]


def _style_pairs(styles: Rows, signatures: NDArray[np.uint32] | None) -> tuple[Numbers, Numbers]:
    """Pairs of styles to weigh, each with itself too: all, or those that agree in a band of their signatures."""
    count = len(styles)
    if signatures is None:
        one, other = np.triu_indices(count)
        return one.astype(np.int64), other.astype(np.int64)
    pairs = [np.arange(count, dtype=np.int64) * (count + 1)]
    for start in range(0, signatures.shape[1] - _BAND_ROWS + 1, _BAND_ROWS):
        band = np.ascontiguousarray(signatures[:, start : start + _BAND_ROWS])
        _, bucket = np.unique(band, axis=0, return_inverse=True)
        order = np.argsort(bucket, kind="stable")
        ends = np.flatnonzero(np.diff(bucket[order], append=-1)) + 1
        for begin, end in zip(np.concatenate([[0], ends[:-1]]), ends, strict=True):
            if end - begin > 1:
                inside = np.sort(order[begin:end])
                a, b = np.triu_indices(len(inside), 1)
                pairs.append(inside[a] * count + inside[b])
    codes = np.unique(np.concatenate(pairs))
    return codes // count, codes % count


def _batched(candidates: Iterator[Candidates]) -> Iterator[Candidates]:
    """Candidates in pieces that are worth a call, and not more than memory is for."""
    waiting: list[Candidates] = []
    for piece in candidates:
        waiting.append(piece)
        if sum(len(part[0]) for part in waiting) >= _PAIRS_AT_ONCE:
            yield _joined(waiting)
            waiting = []
    if waiting:
        yield _joined(waiting)


def _joined(parts: list[Candidates]) -> Candidates:
    left, right, wanted = zip(*parts, strict=True)
    return np.concatenate(left), np.concatenate(right), np.concatenate(wanted)
