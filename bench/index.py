"""The index bench: `python -m bench.index` asks the split index and two Python dicts the same questions.

A million fingerprints are made from those of real pages by one to three edits, half of them substitutions; they are
skewed as real ones are, so that a lookup meets hundreds of candidates. Half the queries are stored, half are fresh
mutations. Both sides take turns on one core, each in its own process; what they find must be the same.
"""

import argparse
import json
import pickle
import statistics
import sys
from pathlib import Path
from random import Random
from typing import Any

from bench import cache, corpus, index_table, memory
from bench.cases import Case
from bench.machine import measured, pagemold_version
from bench.plots import entropy_figure, save
from bench.rounds import Timing, ratio, take_turns
from pagemold.features import features
from pagemold.index import SplitIndex, best_split, split_entropies

STORED = 1_000_000
QUERIES = 2_000
WANTED_RATIO, WANTED_BYTES = 100, 64
ENTRIES = 25
CASES = [
    Case("split_index", "split index", "split_index:native"),
    Case("two_dicts", "two Python dicts", "split_index:dicts"),
]
FIGURE = Path(__file__).parents[1] / "docs" / "pictures" / "split-entropy.svg"


def real_fingerprints(tier: corpus.Tier) -> list[bytes]:
    """The fingerprint of every page of a tier."""
    pages = (page.read() for page in corpus.pages(tier))
    return [entries for batch in features(pages, ["fingerprint"]) for entries in batch["fingerprint"].to_pylist()]


def mutated(entries: bytes, random: Random) -> bytes:
    """The fingerprint after one to three edits; an entry never refers to a later one, and 25 are the most."""
    new = bytearray(entries)
    for _ in range(random.randint(1, 3)):
        place, kind = random.randrange(len(new) + 1), random.random()
        if kind < 0.5 and place < len(new):
            new[place] = random.randint(0, place)
        elif kind < 0.75 and place < len(new):
            del new[place]
        else:
            new.insert(place, random.randint(0, place))
    return bytes(new[:ENTRIES])


def questions(real: list[bytes], stored: int, queries: int) -> tuple[list[bytes], list[bytes]]:
    """Distinct fingerprints to store, in a fixed random order, and what is asked."""
    random = Random(17)
    known = sorted(filter(None, set(real)))
    made = dict.fromkeys(known[:stored])
    while len(made) < stored:
        made[mutated(random.choice(known), random)] = None
    prints = list(made)
    random.shuffle(prints)
    half = queries // 2
    return prints, [*random.sample(prints, half), *(mutated(random.choice(known), random) for _ in range(half))]


def measure(real: list[bytes], stored: int, queries: int, rounds: int) -> dict[str, Any]:
    """Everything, as it goes into the JSON."""
    asked = questions(real, stored, queries)
    used = _memory(asked[0])  # first, while this process is small
    with cache.scratch(cache.folder("index")) as part:
        (part / "questions.pickle").write_bytes(pickle.dumps(asked))
        pythons = {side: Path(sys.executable) for side in ("ours", "peers")}
        found = len(_index(asked[0]).within_one(asked[1])[1])
        timings = take_turns(CASES, pythons, part / "questions.pickle", found, rounds)
    ours, dicts = timings
    times = ratio(ours, dicts)
    return {
        **measured(),
        "pagemold": pagemold_version(),
        "data": {"real": len(real), "distinct": len(set(real)), "stored": stored, "queries": queries, "found": found},
        "rounds": rounds,
        "cases": {timing.case.name: _case(timing, queries) for timing in timings},
        "ratio": times and times.median,
        "low": times and times.low,
        "high": times and times.high,
        "cpu_ratio": times and times.cpu,
        "target": WANTED_RATIO,
        "met": times and times.median >= WANTED_RATIO,
        "memory": used,
        "split": {"break_even": best_split(real), "entropies": [list(row) for row in split_entropies(real)]},
    }


def _index(prints: list[bytes]) -> SplitIndex:
    index = SplitIndex()
    for start in range(0, len(prints), 10_000):
        index.insert(prints[start : start + 10_000])
    return index


def _case(timing: Timing, queries: int) -> dict[str, Any]:
    facts = {"title": timing.case.title, "pinned": timing.pinned, "seconds": timing.seconds}
    return facts | {"lookups_per_s": queries / statistics.median(timing.seconds)}


def _memory(prints: list[bytes]) -> dict[str, Any]:
    """What the index says it takes, and by how much the process grows with it: at once, and when the allocator has
    given back what it kept of tables that are no more.
    """
    memory.give_back()
    before = memory.own_resident()
    index = _index(prints)
    grown = memory.own_resident() - before
    memory.give_back()
    kept = memory.own_resident() - before
    each = index.memory_bytes / len(index)
    facts: dict[str, Any] = {"bytes_each": each, "resident_bytes_each": kept / len(index)}
    facts["resident_untrimmed_bytes_each"] = grown / len(index)
    return facts | {"target": WANTED_BYTES, "met": each <= WANTED_BYTES}


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.index", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the small tier, few fingerprints, nothing stored")
    parser.add_argument("--stored", type=int, help="fingerprints in the index; a million, or 5,000 with --quick")
    parser.add_argument("--rounds", type=int, help="default 5, or 2 with --quick")
    parser.add_argument("--output", type=Path, help="where the JSON goes; the stored result by default")
    given = parser.parse_args()
    real = real_fingerprints("small" if given.quick else "full")
    stored = given.stored or (5_000 if given.quick else STORED)
    result = measure(real, stored, 200 if given.quick else QUERIES, given.rounds or (2 if given.quick else 5))
    print(index_table.render(result))
    output = given.output or (None if given.quick else index_table.STORED)
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output == index_table.STORED:
        save(entropy_figure(split_entropies(real)), FIGURE)


if __name__ == "__main__":
    main()
