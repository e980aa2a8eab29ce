"""Very many pages from some real ones: their binary branches, changed as edits of the trees would change them.

Inserting or deleting one element changes at most five branches (Yang, Kalnis & Tung 2005), so an edit here takes away
one occurrence of up to two branches and adds up to three that occur on real pages. Most copies get a few edits, some
many. The pages' rows are made up around them; nothing is kept in memory but the real pages.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from bench.corpus import LabelledPage
from pagemold.arrow import PAGE_SCHEMA, page_column
from pagemold.features import features

FEATURES = ("fingerprint", "binary_branches", "binary_branches:counts")
BATCH = 4_096
_MEAN_EDITS = 6


@dataclass(frozen=True)
class Bags:
    """Bags one after the other: where each begins, items, counts."""

    offsets: Any
    items: Any
    counts: Any

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def one(self, number: int) -> tuple[Any, Any]:
        """Items and counts of one bag."""
        start, end = self.offsets[number], self.offsets[number + 1]
        return self.items[start:end], self.counts[start:end]


@dataclass(frozen=True)
class Base:
    """Real pages: their bags and fingerprints, and what it cost to compute them."""

    bags: Bags
    fingerprints: list[bytes]
    bytes: int
    seconds: float
    cpu_seconds: float


def base(pages: list[LabelledPage]) -> Base:
    """Reads real pages through the native pass, on all cores."""
    bodies = [page.read() for page in pages]
    wall, processor = time.perf_counter(), time.process_time()
    batches = list(features(iter(bodies), FEATURES))
    spent = time.perf_counter() - wall, time.process_time() - processor
    prints = [entries for batch in batches for entries in batch["fingerprint"].to_pylist()]
    lengths = np.concatenate([np.diff(batch["binary_branches"].offsets.to_numpy()) for batch in batches])
    items = np.concatenate([batch["binary_branches"].values.to_numpy() for batch in batches])
    counts = np.concatenate([batch["binary_branches:counts"].values.to_numpy() for batch in batches])
    bags = Bags(np.concatenate([[0], np.cumsum(lengths)]), items, counts)
    return Base(bags, prints, sum(map(len, bodies)), *spent)


def mutated(real: Base, pages: int, seed: int = 1) -> Iterator[tuple[pa.RecordBatch, Bags]]:
    """So many pages in batches, the same for the same seed; each batch also as bags."""
    random = np.random.default_rng(seed)
    for start in range(0, pages, BATCH):
        chosen = random.integers(0, len(real.bags), min(BATCH, pages - start))
        bags = _edited(real.bags, chosen, random)
        yield _batch(bags, [real.fingerprints[number] for number in chosen], start), bags


def _edited(real: Bags, chosen: Any, random: Any) -> Bags:
    """Copies of the chosen bags with edits, all at once."""
    lengths = real.offsets[chosen + 1] - real.offsets[chosen]
    starts = np.cumsum(lengths) - lengths
    rows = np.repeat(np.arange(len(chosen)), lengths)
    taken = np.arange(len(rows)) - starts[rows] + real.offsets[chosen][rows]
    counts = real.counts[taken].astype(np.int64)
    edits = (random.geometric(1 / _MEAN_EDITS, len(chosen)) - 1) * (lengths > 0)
    losing = np.repeat(np.arange(len(chosen)), 2 * edits)
    np.subtract.at(counts, starts[losing] + (random.random(len(losing)) * lengths[losing]).astype(np.int64), 1)
    gaining = np.repeat(np.arange(len(chosen)), 3 * edits)
    gained = real.items[random.integers(0, len(real.items), len(gaining))]
    return _summed(
        np.concatenate([rows, gaining]),
        np.concatenate([real.items[taken], gained]),
        np.concatenate([np.maximum(counts, 0), np.ones(len(gained), np.int64)]),
        len(chosen),
    )


def _summed(rows: Any, items: Any, counts: Any, bags: int) -> Bags:
    """Bags from occurrences in any order: equal items of a row become one."""
    order = np.lexsort((items, rows))
    rows, items, counts = rows[order], items[order], counts[order]
    first = np.flatnonzero(np.concatenate([[True], (rows[1:] != rows[:-1]) | (items[1:] != items[:-1])]))
    sums = np.add.reduceat(counts, first)
    kept = first[sums > 0]
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=bags))])
    return Bags(offsets, items[kept], sums[sums > 0].astype(np.uint32))


def _batch(bags: Bags, fingerprints: list[bytes], start: int) -> pa.RecordBatch:
    rows = range(start, start + len(bags))
    known: dict[str, Any] = {
        "source": ["crawl/mutated.warc.gz"] * len(bags),
        "url": [f"https://host-{number % 997}.example/section/{number % 89}/page-{number}.html" for number in rows],
        "offset": [number * 9_000 for number in rows],
        "length": [8_500] * len(bags),
        "status": [200] * len(bags),
        "content_type": ["text/html; charset=UTF-8"] * len(bags),
        "encoding": ["UTF-8"] * len(bags),
        "encoding_source": ["http"] * len(bags),
        "size": [27_900] * len(bags),
        "flags": [0] * len(bags),
    }
    arrays = [page_column(name, known.get(name, [None] * len(bags))) for name in PAGE_SCHEMA.names]
    offsets = pa.array(bags.offsets, pa.int64())
    lists = [(bags.items, pa.uint64()), (bags.counts, pa.uint32())]
    arrays.append(pa.array(fingerprints, pa.large_binary()))
    arrays += [pa.LargeListArray.from_arrays(offsets, pa.array(values, kind)) for values, kind in lists]
    return pa.RecordBatch.from_arrays(arrays, [*PAGE_SCHEMA.names, *FEATURES])
