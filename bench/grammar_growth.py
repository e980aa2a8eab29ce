"""How grammar groups grow: `python -m bench.grammar_growth` doubles the pages up to a million.

Pages are tries of real ones, changed as edits of their trees would change them: leaves are lost, and new ones appear
with segments that occur on other pages of the site. Every 200 pages are a site of their own, whose class names nobody
else has. Each size runs in a process of its own; what is timed is all that follows the pass, names of groups included,
and not the making of the pages. The pass looks at one page after the other, so its rate is that of the real pages.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from bench import corpus
from bench.machine import ROOT, measured
from bench.memory import own_peak
from bench.quote import quote
from pagemold.arrow import PAGE_SCHEMA, page_column
from pagemold.features import features
from pagemold.groups.grammar import FEATURES, group_by_grammar
from pagemold.reasons import named

STORED = ROOT / "bench" / "results" / "grammar_growth.json"
PICTURE = ROOT / "docs" / "pictures" / "grammar-growth.svg"
PAGES, DOUBLINGS = 1_000_000, 7
SITE = 200
MEAN_EDITS = 4
MOST_TIMES, MOST_BYTES = 2.1, 4e9
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Tries:
    """The tries of a real site's pages, one after the other. A parent is its place in the page plus one, or 0."""

    starts: Any
    parents: Any
    words: Any
    depths: Any
    vocabulary: list[str]


def real_sites() -> tuple[list[Tries], float]:
    """The pages of every package, and the processor seconds that the pass takes for one of them."""
    by_package: dict[str, list[bytes]] = {}
    for page in corpus.pages("small"):
        by_package.setdefault(page.package, []).append(page.read())
    sites, seconds, pages = [], 0.0, 0
    for _, bodies in sorted(by_package.items()):
        began = time.process_time()
        batches = list(features(iter(bodies), FEATURES, jobs=1))
        seconds += time.process_time() - began
        pages += len(bodies)
        sites.append(_tries(batches))
    return sites, seconds / pages


def _tries(batches: list[pa.RecordBatch]) -> Tries:
    lengths = np.concatenate([np.diff(batch["class_trie"].offsets.to_numpy()) for batch in batches])
    parents = np.concatenate([batch["class_trie:parents"].values.to_numpy() for batch in batches]).astype(np.int64)
    spelled = [batch["class_trie:names"].values for batch in batches]
    vocabulary = sorted({word for names in spelled for word in names.dictionary.to_pylist()})
    number = {word: place for place, word in enumerate(vocabulary)}
    words = [np.array([number[word] for word in names.dictionary.to_pylist()])[names.indices] for names in spelled]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    depths = np.zeros(len(parents), np.int64)
    above = np.repeat(starts[:-1], lengths) + parents - 1
    for _ in range(int(parents.max(initial=0)) + 1):  # as often as the deepest page is deep
        deeper = np.where(parents > 0, depths[above] + 1, 0)
        if (deeper == depths).all():
            break
        depths = deeper
    return Tries(starts, parents, np.concatenate(words), depths, vocabulary)


def grown(sites: list[Tries], pages: int, seed: int = 1) -> Iterator[pa.RecordBatch]:
    """So many pages, a batch for each site; the same for the same seed."""
    random = np.random.default_rng(seed)
    for start in range(0, pages, SITE):
        real = sites[random.integers(len(sites))]
        yield _site(real, start // SITE, start, min(SITE, pages - start), random)


def _site(real: Tries, number: int, start: int, pages: int, random: Any) -> pa.RecordBatch:
    rows, above, words, depths = _edited(real, pages, random)
    vocabulary = [f"{word}-of-{_letters(number)}" if "." in word else word for word in real.vocabulary]
    labels = np.array([_hash(word) for word in vocabulary], np.uint64)[words]
    hashes = np.zeros(len(rows), np.uint64)
    for depth in range(int(depths.max()) + 1):
        here = np.flatnonzero(depths == depth)
        mixed = ((hashes[above[here]] if depth else np.uint64(0)) ^ labels[here]) * _GOLDEN
        hashes[here] = mixed ^ (mixed >> np.uint64(29))
    # An edit may have added a leaf that was there before: the second of two equal ones goes, and that is the added one.
    order = np.lexsort((np.arange(len(rows)), hashes, rows))
    again = np.zeros(len(rows), bool)
    again[order[1:]] = (rows[order[1:]] == rows[order[:-1]]) & (hashes[order[1:]] == hashes[order[:-1]])
    kept = np.flatnonzero(~again)
    place = np.cumsum(~again) - 1
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=pages))])
    parents = np.where(depths[kept] > 0, place[above[kept]] - offsets[rows[kept]] + 1, 0)
    return _batch(start, offsets, hashes[kept], parents, words[kept], vocabulary)


def _edited(real: Tries, pages: int, random: Any) -> tuple[Any, Any, Any, Any]:
    """Some pages with edits: for each path its page, the place of its parent, its word and depth; parents first."""
    chosen = random.integers(0, len(real.starts) - 1, pages)
    lengths = real.starts[chosen + 1] - real.starts[chosen]
    starts = np.cumsum(lengths) - lengths
    rows = np.repeat(np.arange(pages), lengths)
    taken = np.arange(len(rows)) - starts[rows] + real.starts[chosen][rows]
    above = np.where(real.parents[taken] > 0, starts[rows] + real.parents[taken] - 1, -1)
    words, depths = real.words[taken], real.depths[taken]
    edited = np.repeat(np.arange(pages), random.geometric(1 / MEAN_EDITS, pages) - 1)
    lost = np.zeros(len(rows), bool)
    lost[starts[edited] + (random.random(len(edited)) * lengths[edited]).astype(np.int64)] = True
    lost[above[above >= 0]] = False
    grows = starts[edited] + (random.random(len(edited)) * lengths[edited]).astype(np.int64)
    lost[grows] = False
    rows, above = np.concatenate([rows, edited]), np.concatenate([above, grows])
    words = np.concatenate([words, real.words[random.integers(0, len(real.words), len(edited))]])
    depths = np.concatenate([depths, depths[grows] + 1])
    lost = np.concatenate([lost, np.zeros(len(edited), bool)])
    order = np.lexsort((depths, rows))
    order = order[~lost[order]]
    place = np.zeros(len(rows), np.int64)
    place[order] = np.arange(len(order))
    return rows[order], place[above[order]], words[order], depths[order]


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")


def _batch(start: int, offsets: Any, hashes: Any, parents: Any, words: Any, vocabulary: list[str]) -> pa.RecordBatch:
    pages = range(start, start + len(offsets) - 1)
    known: dict[str, Any] = {
        "source": ["crawl/grown.warc.gz"] * len(pages),
        "url": [f"https://host-{start // SITE}.example/{page % 7}/page-{page}.html" for page in pages],
        "flags": [0] * len(pages),
    }
    arrays = [page_column(name, known.get(name, [None] * len(pages))) for name in PAGE_SCHEMA.names]
    ends = pa.array(offsets, pa.int64())
    names = pa.DictionaryArray.from_arrays(pa.array(words, pa.int32()), pa.array(vocabulary, pa.large_utf8()))
    lists = [pa.array(hashes, pa.uint64()), pa.array(parents, pa.uint32()), names]
    arrays += [pa.LargeListArray.from_arrays(ends, values) for values in lists]
    arrays.append(pa.array([[]] * len(pages), pa.large_list(pa.uint64())))  # much text on every page: no stubs
    return pa.RecordBatch.from_arrays(arrays, [*PAGE_SCHEMA.names, *FEATURES])


def one(pages: int) -> dict[str, Any]:
    """Groups so many pages in this process."""
    sites, of_a_page = real_sites()
    making = 0.0

    def timed() -> Iterator[pa.RecordBatch]:
        nonlocal making
        began = time.process_time()
        for batch in grown(sites, pages):
            making += time.process_time() - began
            yield batch
            began = time.process_time()

    began = time.process_time()
    found = group_by_grammar(timed())
    groups = named(found.groups, found.rows, found.tree)
    seconds = time.process_time() - began - making
    sets = len(np.unique(np.frombuffer(found.tree.model.sets(), np.uint32)))  # type: ignore[union-attr]
    return {
        "pages": pages,
        "seconds": seconds,
        "pass_seconds": pages * of_a_page,
        "distinct": sets,
        "groups": len(groups),
        "peak_bytes": own_peak(),
    }


def render(result: dict[str, Any]) -> str:
    """A row for each size."""
    lines = ["| pages | distinct | groups | grouping | times the half | pass and grouping | times the half | memory |"]
    lines.append("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for before, row in zip([None, *result["sizes"]], result["sizes"], strict=False):
        whole = row["seconds"] + row["pass_seconds"]
        ratios = ["", ""]
        if before:
            ratios[0] = f"{row['seconds'] / before['seconds']:.2f}"
            ratios[1] = f"{whole / (before['seconds'] + before['pass_seconds']):.2f}"
        lines.append(
            f"| {row['pages']:,} | {row['distinct']:,} | {row['groups']:,} | {row['seconds']:.1f} s | {ratios[0]} "
            f"| {whole:.1f} s | {ratios[1]} | {row['peak_bytes'] / 1e9:.2f} GB |"
        )
    about = result["machine"]
    verdict = {True: "met", False: "missed"}
    worst, last = result["worst_times"], result["sizes"][-1]
    memory = verdict[last["peak_bytes"] <= MOST_BYTES] if last["pages"] >= PAGES else "not run"
    lines += [
        "",
        f"Processor seconds on one core; wanted: at most {MOST_TIMES} times the half, end to end "
        f"(worst: {worst:.2f}, {verdict[worst <= MOST_TIMES]}), and at most {MOST_BYTES / 1e9:.0f} GB "
        f"for {PAGES:,} pages ({memory}). {about['cpu']}, {about['os']}, Python {about['python']}; "
        f"{result['date'][:10]}, {(result['commit'] or 'no commit')[:12]}.",
    ]
    return "\n".join(lines)


def draw(result: dict[str, Any]) -> None:
    """Seconds against pages, both on a logarithmic scale, beside a straight line."""
    from bench.plots import BLUE, GREY, ORANGE, _figure, axes, save

    pages = [row["pages"] for row in result["sizes"]]
    grouping = [row["seconds"] for row in result["sizes"]]
    whole = [row["seconds"] + row["pass_seconds"] for row in result["sizes"]]
    with axes(f"Grammar groups, {pages[0]:,} to {pages[-1]:,} pages", "pages", "processor seconds, one core") as here:
        here.plot(pages, whole, color=BLUE, marker="o", ms=4, label="pass and grouping")
        here.plot(pages, grouping, color=ORANGE, marker="s", ms=4, label="grouping")
        straight = [whole[0] * some / pages[0] for some in pages]
        here.plot(pages, straight, color=GREY, linestyle="--", linewidth=1, label="twice the pages, twice the time")
        here.set(xscale="log", yscale="log")
        here.legend(loc="upper left")
        save(_figure(here), PICTURE)


def main() -> None:
    """Each size in a process of its own; stores, quotes and draws what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.grammar_growth", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="of the largest size")
    parser.add_argument("--one", type=int, help="only this size, in this process, as JSON")
    parser.add_argument("--draw", action="store_true", help="quote and draw the stored result anew")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(given.one)))
        return
    result = json.loads(STORED.read_text(encoding="utf-8")) if given.draw else _measured(given.pages)
    quote("docs/grammar.md", "bench:grammar-growth", render(result))
    draw(result)
    print(render(result))


def _measured(pages: int) -> dict[str, Any]:
    sizes = []
    for size in (pages >> doubling for doubling in range(DOUBLINGS, -1, -1)):
        child = [sys.executable, "-m", "bench.grammar_growth", "--one", str(size)]
        sizes.append(json.loads(subprocess.run(child, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout))
        print(sizes[-1], file=sys.stderr, flush=True)
    # The pass costs the same for every page: one figure for all sizes, the median.
    rate = float(np.median([row["pass_seconds"] / row["pages"] for row in sizes]))
    sizes = [row | {"pass_seconds": rate * row["pages"]} for row in sizes]
    whole = [row["seconds"] + row["pass_seconds"] for row in sizes]
    result = {
        **measured(),
        "sizes": sizes,
        "worst_times": max(after / before for before, after in pairwise(whole)),
    }
    STORED.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return result


if __name__ == "__main__":
    main()
