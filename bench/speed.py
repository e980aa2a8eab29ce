"""The speed bench: `python -m bench.speed` packs real pages, times every case, prints and stores the table.

All ratios come from one run: cases take turns in interleaved rounds on one core, each in its own process.
`--quick` is a smoke test of the bench itself: little data, two rounds, nothing stored unless asked.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from bench import cache, corpus, memory, pack, peers, table
from bench.cases import CASES, COMPARISONS, GROUPS, Comparison
from bench.machine import measured, pagemold_version
from bench.rounds import Timing, ratio, take_turns

LONGER = 10
# Two cores are there for files that take a while: a tenth of a second is half gone with starting.
LONGER_FOR_CORES = 5
FLAT = 1.1  # a ratio of peak memories up to this counts as flat: allocators breathe
QUICK_PACKAGES = ["docbook-xsl-doc-html"]


def measure(warc: Path, peers_python: Path, rounds: int) -> dict[str, Any]:
    """Everything about one WARC, as it goes into the JSON."""
    sizes = [len(html) for html in pack.bodies(warc)]
    pythons = {"ours": Path(sys.executable), "peers": peers_python}
    known = {case.name: case for case in CASES}
    timings: dict[str, Timing] = {}
    pages: dict[str, int] = {}
    with cache.scratch(cache.folder("warc")) as part:
        longer = part / "longer.warc.gz"
        pack.lengthen(warc, LONGER_FOR_CORES, longer)
        for names in GROUPS:
            _say(f"timing {', '.join(names)}")
            times = LONGER_FOR_CORES if any(known[name].cores > 1 for name in names) else 1
            file = longer if times > 1 else warc
            group = take_turns([known[name] for name in names], pythons, file, times * len(sizes), rounds)
            timings |= {timing.case.name: timing for timing in group}
            pages |= dict.fromkeys(names, times * len(sizes))
    _say("measuring memory")
    return {
        **measured(),
        "pagemold": pagemold_version(),
        "peers": peers.versions(peers_python),
        "data": {"pages": len(sizes), "html_bytes": sum(sizes), "warc_bytes": warc.stat().st_size},
        "rounds": rounds,
        "cases": {
            name: _case(timing, pages[name], sum(sizes) * pages[name] // len(sizes)) for name, timing in timings.items()
        },
        "comparisons": [_comparison(comparison, timings) for comparison in COMPARISONS],
        "memory": _memory(warc),
    }


def _case(timing: Timing, pages: int, html_bytes: int) -> dict[str, Any]:
    facts: dict[str, Any] = {"title": timing.case.title, "cores": timing.case.cores, "missing": timing.missing}
    if not timing.seconds:
        return facts
    median, best = statistics.median(timing.seconds), min(timing.seconds)
    return facts | {
        "pinned": timing.pinned,
        "seconds": timing.seconds,
        "cpu_seconds": timing.cpu_seconds,
        "median_pages_per_s": pages / median,
        "best_pages_per_s": pages / best,
        "median_html_mb_per_s": html_bytes / median / 1e6,
    }


def _comparison(asked: Comparison, timings: dict[str, Timing]) -> dict[str, Any]:
    found = ratio(timings[asked.ours], timings[asked.beside])
    met = None if asked.target is None or found is None else found.median >= asked.target
    return {
        "name": asked.name,
        "title": asked.title,
        "ours": asked.ours,
        "beside": asked.beside,
        "ratio": found and found.median,
        "low": found and found.low,
        "high": found and found.high,
        "cpu_ratio": found and found.cpu,
        "ratios": found.rounds if found else [],
        "target": asked.target,
        "met": met,
    }


def _memory(warc: Path) -> list[dict[str, Any]]:
    with cache.scratch(cache.folder("warc")) as part:
        pack.lengthen(warc, LONGER, part / "long.warc.gz")
        return [
            _peaks("stream", f"peak memory, WARC {LONGER} times as long streamed", warc, part / "long.warc.gz", FLAT),
            _peaks("cluster", f"peak memory, WARC {LONGER} times as long grouped", warc, part / "long.warc.gz", None),
        ]


def _peaks(what: str, title: str, short: Path, long: Path, target: float | None) -> dict[str, Any]:
    peaks = [memory.peak_of(Path(sys.executable), what, warc) for warc in (short, long)]
    found = peaks[1] / peaks[0] if peaks[0] and peaks[1] else None
    met = None if target is None or found is None else found <= target
    facts: dict[str, Any] = {"name": what, "title": title, "short_bytes": peaks[0], "long_bytes": peaks[1]}
    return facts | {"ratio": found, "target": target, "met": met}


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, print, store, quote."""
    parser = argparse.ArgumentParser(prog="python -m bench.speed", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one small package, two rounds, nothing stored")
    parser.add_argument("--rounds", type=int, help="default 7, or 2 with --quick")
    parser.add_argument("--warc", type=Path, help="a file made by bench.pack instead of the corpus")
    parser.add_argument("--peers-python", type=Path, help="an interpreter that has peers, instead of installing them")
    parser.add_argument("--output", type=Path, help="where the JSON goes; the stored result by default")
    given = parser.parse_args()
    warc = given.warc or pack.packed(corpus.pages(packages=QUICK_PACKAGES if given.quick else None))
    result = measure(warc, given.peers_python or peers.interpreter(), given.rounds or (2 if given.quick else 7))
    print(table.render(result))
    output = given.output or (None if given.quick else table.STORED)
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output == table.STORED:
        table.quote(result)


if __name__ == "__main__":
    main()
