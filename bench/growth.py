"""Table 7: millions of pages through fingerprint clustering, in one pass and little memory.

    python -m bench.growth --pages 3657105

No public crawl of 3.66 million pages can be had by name, so real pages are grown: each new page is a real one with up
to three tags put in, taken out or replaced near its top, where the fingerprint looks, by a seeded chance. Pages are
made, scanned and grouped batch by batch; the time of making them is not counted. What is stored: the time of it all,
pages and kilobytes a processor second along the way, groups and their sizes, peak memory.
"""

import argparse
import json
import re
import resource
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bench import corpus
from bench.machine import machine
from pagemold._native import FingerprintGroups, extract
from pagemold.arrow import array

RESULTS = Path(__file__).with_name("results")
PAPER_PAGES = 3_657_105
BATCH = 32_768
# Fingerprints end within the first kilobytes; what lies behind would not be read.
TOP = 4_000
CHANGES = 3
_TAG = re.compile(rb"(<[a-zA-Z/][^>]*>)")
_NEW = [b"<div>", b"<span>", b"<p>", b"<section>", b"<link>", b"<meta>", b"</div>", b"<a>", b"<li>", b"<br>"]


def pieces(html: bytes) -> list[bytes]:
    """The top of a page, cut so that every other piece is a tag."""
    return _TAG.split(html[:TOP])


def mutated(page: Sequence[bytes], chance: Random) -> bytes:
    """The page with up to three changes of its tags; a quarter of all pages stay as they are."""
    changed = list(page)
    for _ in range(chance.randrange(CHANGES + 1)):
        place = 2 * chance.randrange(len(changed) // 2) + 1 if len(changed) > 1 else 0
        kind = chance.randrange(3)
        if kind == 0:
            changed[place] = b""
        elif kind == 1:
            changed[place] = chance.choice(_NEW)
        else:
            changed[place] += chance.choice(_NEW)
    return b"".join(changed)


def grown(tops: Sequence[Sequence[bytes]], pages: int, seed: int = 1) -> Iterator[list[bytes]]:
    """Batches of mutated pages."""
    chance = Random(seed)
    while pages > 0:
        size = min(BATCH, pages)
        yield [mutated(chance.choice(tops), chance) for _ in range(size)]
        pages -= size


def grow(tops: Sequence[Sequence[bytes]], pages: int) -> dict[str, Any]:
    """Groups the pages and notes speed and memory along the way."""
    groups = FingerprintGroups()
    counts = np.zeros(0, np.int64)
    track: list[dict[str, float]] = []
    seconds, done = 0.0, 0
    for batch in grown(tops, pages):
        began, worked = time.perf_counter(), time.process_time()
        prints = array(extract(batch, features=["fingerprint"])["fingerprint"]).to_pylist()
        numbers = array(groups.add(prints)).to_numpy()
        # The track is of processor time: what else the machine does would hide how the work grows.
        took = time.process_time() - worked
        seconds += time.perf_counter() - began
        done += len(batch)
        here = np.bincount(numbers, minlength=len(counts))
        here[: len(counts)] += counts
        counts = here
        kilobytes = sum(map(len, batch)) / 1000
        track.append({"pages": done, "pages_per_second": len(batch) / took, "kb_per_second": kilobytes / took})
    began = time.perf_counter()
    sizes = np.bincount(np.array(groups.groups()), weights=counts).astype(np.int64)
    seconds += time.perf_counter() - began
    values, times = np.unique(sizes, return_counts=True)
    return {
        "pages": done,
        "seconds": seconds,
        "pages_per_second": done / seconds,
        "fingerprints": len(counts),
        "clusters": len(sizes),
        "largest": int(sizes.max()),
        "sizes": [[int(size), int(number)] for size, number in zip(values, times, strict=True)],
        "index_mb": groups.memory_bytes() / 1e6,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "track": track,
    }


def main() -> None:
    """Grows, prints the figures, stores all of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("--tier", choices=("small", "full"), default="full")
    parser.add_argument("--pages", type=int, default=PAPER_PAGES)
    given = parser.parse_args()
    tops = [pieces(page.read()) for page in corpus.pages(given.tier)]
    result = grow(tops, given.pages) | {"machine": machine(), "real_pages": len(tops)}
    (RESULTS / "growth.json").write_text(json.dumps(result) + "\n")
    print({name: value for name, value in result.items() if name not in ("track", "sizes")})


if __name__ == "__main__":
    main()
