"""The bench of collections: `python -m bench.collection --pages 1000000` builds one, asks it, and compares.

Pages are real ones with mutated structure (`bench.mutation`). What is timed: the pass over the real pages (as a rate),
the build of the collection from their features, top-10 questions in a warm process and from a cold command line, and
the recall of true neighbours against brute force. Beside it: datasketch on a part of the pages, and Wijn's own figures.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench import cache, corpus, peers
from bench.machine import measured
from bench.memory import own_peak
from bench.mutation import Bags, Base, base, mutated

RESULTS = Path(__file__).parent / "results" / "collection.json"
# A million pages on sixteen workers: Wijn 2017, section 4.3.
PAPER = {"pages": 1_000_000, "build_seconds": 8_158, "bytes": 5_200_000_000, "query_seconds": 120}
QUERIES = 300
DATASKETCH_PAGES = 20_000
TRUE_NEIGHBOUR = 0.8


def measure(pages: int, folder: Path, with_datasketch: bool) -> dict[str, Any]:
    """Everything, as it goes into the JSON."""
    _say("reading real pages")
    real = base(corpus.pages("full"))
    _say(f"building {pages:,} pages")
    stored, build = _build(real, pages, folder)
    _say("asking")
    questions = _together([bags for _, bags in mutated(real, QUERIES, seed=2)])
    found: dict[str, Any] = {
        **measured(),
        "load": os.getloadavg(),
        "pages": pages,
        "pass": _pass(real, pages),
        "build": build,
        "disk": _disk(folder),
        "queries": _queries(folder, questions),
        "cold": _cold(folder, pages),
        "recall": recall(folder, stored, questions),
        "paper": PAPER,
    }
    if with_datasketch:
        _say("asking datasketch")
        found["datasketch"] = _datasketch(stored, questions)
    return found


def ask_again(found: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The same figures, with those of questions measured anew on the collection that is there."""
    questions = _together([bags for _, bags in mutated(base(corpus.pages("full")), QUERIES, seed=2)])
    asked = {name: value for name, value in measured().items() if name != "machine"}
    new = {"queries": _queries(folder, questions), "cold": _cold(folder, found["pages"])}
    return found | new | {"asked_again": asked | {"load": os.getloadavg()}}


def _pass(real: Base, pages: int) -> dict[str, float]:
    """What computing the features costs, measured on the real pages and scaled to all."""
    return {
        "real_pages": len(real.bags),
        "mean_bytes": real.bytes / len(real.bags),
        "seconds": real.seconds * pages / len(real.bags),
        "cpu_seconds": real.cpu_seconds * pages / len(real.bags),
    }


def _build(real: Base, pages: int, folder: Path) -> tuple[Bags, dict[str, float]]:
    """A collection by fingerprint, the way `pagemold cluster -o` makes it, except that features are there already."""
    from pagemold.keeping import _group, _take
    from pagemold.methods import METHODS
    from pagemold.store.writer import Writer, create

    shutil.rmtree(folder, ignore_errors=True)
    create(str(folder), "fingerprint")
    kept: list[Bags] = []
    making = [0.0]

    def batches() -> Any:
        source = mutated(real, pages)
        while True:
            began = time.perf_counter()
            batch, bags = next(source, (None, None))
            making[0] += time.perf_counter() - began
            if batch is None or bags is None:
                return
            kept.append(bags)
            yield batch

    wall, processor = time.perf_counter(), time.process_time()
    with Writer(str(folder), "bench") as writer:
        asked, grouping, _ = METHODS["fingerprint"]
        left, *_ = _take(writer, batches(), None, asked, 0)
        _group(writer, left, grouping, whole=True)
        writer.finish()
    spent = time.perf_counter() - wall - making[0]
    cpu = time.process_time() - processor - making[0]
    return _together(kept), {"seconds": spent, "cpu_seconds": cpu, "peak_bytes": own_peak()}


def _together(parts: list[Bags]) -> Bags:
    ends = np.cumsum([0, *(part.offsets[-1] for part in parts)])
    offsets = np.concatenate([[0], *(part.offsets[1:] + end for part, end in zip(parts, ends[:-1], strict=True))])
    return Bags(offsets, np.concatenate([it.items for it in parts]), np.concatenate([it.counts for it in parts]))


def _disk(folder: Path) -> dict[str, int]:
    sizes = {path.name: path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    segments = sum(size for name, size in sizes.items() if name.endswith(".segment"))
    return {"bytes": sum(sizes.values()), "segment_bytes": segments, "files": len(sizes)}


def buffers(items: Any, counts: Any) -> tuple[memoryview, memoryview, memoryview]:
    """A bag as a query."""
    offsets, items, counts = (
        memoryview(np.ascontiguousarray(part).data) for part in (np.array([0, len(items)], np.int64), items, counts)
    )
    return offsets, items, counts


def _queries(folder: Path, questions: Bags) -> dict[str, float]:
    """Top ten in a warm process: the index alone, and with the rows of the pages found; by the clock, and by the time
    that the thread had a processor, which neighbours on a shared machine disturb less.
    """
    import pagemold as pm
    from pagemold.store.segments import nearest

    times: dict[str, list[float]] = {"index": [], "index_cpu": [], "": [], "cpu": []}
    with pm.open(folder) as mold:
        # The first round finds little in the system's cache.
        for number in [*range(len(questions)), *range(len(questions))]:
            query = buffers(*questions.one(number))
            wall, processor = time.perf_counter(), time.thread_time()
            hits = nearest(mold._spans, query, 10)[0]
            times["index"].append(time.perf_counter() - wall)
            times["index_cpu"].append(time.thread_time() - processor)
            mold._pages([page for page, _ in hits])
            times[""].append(time.perf_counter() - wall)
            times["cpu"].append(time.thread_time() - processor)
    found = {}
    for name, values in times.items():
        for part in (50, 99):
            key = f"{name}_p{part}_ms".removeprefix("_")
            found[key] = 1000 * float(np.percentile(values[len(questions) :], part))
    return found


def _cold(folder: Path, pages: int) -> dict[str, float]:
    """The command line from its start to its end, several times: wall clock, processor time, memory."""
    walls, processors = [], []
    for number in range(9):
        command = [sys.executable, "-m", "pagemold", "similar", str(folder), str(number * pages // 10), "--json"]
        began = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        walls.append(time.perf_counter() - began)
        assert status == 0
        processors.append(used.ru_utime + used.ru_stime)
    code = "import sys, bench.memory, pagemold.cli as cli; cli.main(sys.argv[1:]); print(bench.memory.own_peak())"
    asked = subprocess.run([sys.executable, "-c", code, *command[3:]], capture_output=True, text=True, check=True)
    peak = int(asked.stdout.splitlines()[-1])
    return {
        "median_seconds": float(np.median(walls)),
        "least_seconds": min(walls),
        "cpu_seconds": min(processors),
        "peak_bytes": peak,
    }


def recall(folder: Path, stored: Bags, questions: Bags) -> dict[str, Any]:
    """How many true neighbours, pages of a cosine of 0.8 or more by brute force, an answer has.

    `ten` and `hundred`: of the so many nearest of them, how many the default answer is as good as. `all`: of all of
    them, how many a thorough answer of any length has, for every tenth question.
    """
    import pagemold as pm
    from pagemold.store.segments import nearest

    known, codes = np.unique(np.concatenate([stored.items, questions.items]), return_inverse=True)
    cut = len(stored.items)
    matrix = _normed(stored, codes[:cut], len(known))
    asked = _normed(questions, codes[cut:], len(known))
    tallies = {"ten": [0, 0], "hundred": [0, 0], "all": [0, 0]}
    with pm.open(folder) as mold:
        for number in range(len(questions)):
            scores = matrix @ asked[number].toarray().ravel()
            near = np.sort(scores[scores >= TRUE_NEIGHBOUR - 1e-6])[::-1]
            query = buffers(*questions.one(number))
            for name, most in (("ten", 10), ("hundred", 100)):
                truth = near[:most]
                found = nearest(mold._spans, query, most)[0][: len(truth)]
                tallies[name][0] += sum(score >= truth[-1] - 1e-6 for _, score in found)
                tallies[name][1] += len(truth)
            if number % 10 == 0:
                everything = nearest(mold._spans, query, len(scores), thorough=True)[0]
                tallies["all"][0] += sum(score >= TRUE_NEIGHBOUR - 1e-6 for _, score in everything)
                tallies["all"][1] += len(near)
    counted = {f"true_{name}": total for name, (_, total) in tallies.items()}
    shares = {name: met / max(total, 1) for name, (met, total) in tallies.items()}
    return {"questions": len(questions), "cosine": TRUE_NEIGHBOUR} | counted | shares


def _normed(bags: Bags, codes: Any, width: int) -> Any:
    from scipy import sparse

    matrix = sparse.csr_matrix((bags.counts.astype(np.float32), codes, bags.offsets), shape=(len(bags), width))
    norms = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    return (sparse.diags((1 / np.maximum(norms, 1e-9)).astype(np.float32)) @ matrix).tocsr()


def _datasketch(stored: Bags, questions: Bags) -> dict[str, Any] | None:
    count = min(DATASKETCH_PAGES, len(stored))
    part = Bags(stored.offsets[: count + 1], stored.items[: stored.offsets[count]], stored.counts)
    both = _together([part, questions])
    path = cache.folder("collection") / "sets.npz"
    np.savez(path, offsets=both.offsets, items=both.items)
    command = [str(peers.interpreter()), "-m", "bench.cases.datasketch_lsh", str(path), str(len(questions))]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])
    if answer.returncode:
        _say(f"datasketch did not run: {answer.stderr.strip().splitlines()[-1]}")
        return None
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def lines(found: dict[str, Any]) -> str:
    """The table."""
    pages, disk, asked, cold = found["pages"], found["disk"], found["queries"], found["cold"]
    rows = [
        ("", "Pagemold", "datasketch", "Wijn 2017"),
        ("pages", f"{pages:,}", _peer(found, "pages", "{:,}"), "1,000,000 on 16 workers"),
        ("features, s (cpu)", f"{found['pass']['seconds']:.0f} ({found['pass']['cpu_seconds']:.0f})", "", ""),
        ("build, s (cpu)", f"{found['build']['seconds']:.0f} ({found['build']['cpu_seconds']:.0f})", "", "8,158"),
        ("on disk, bytes a page", f"{disk['bytes'] / pages:.0f}", "not kept", "5,200"),
        ("index alone p50 / p99, ms (cpu)", _both(asked, "index_"), _times(found), ""),
        ("top 10 p50 / p99, ms (cpu)", _both(asked, ""), "candidates only", "120,000"),
        ("cold command, s (cpu)", f"{cold['median_seconds']:.2f} ({cold['cpu_seconds']:.2f})", "", ""),
        ("memory of a question, MB", f"{cold['peak_bytes'] / 1e6:.0f}", _peer(found, "bytes", "{:,} bytes"), ""),
        (
            "recall of the ten / hundred nearest",
            f"{found['recall']['ten']:.4f} / {found['recall']['hundred']:.4f}",
            "",
            "",
        ),
        ("recall of all of cosine 0.8, thorough", f"{found['recall']['all']:.4f}", "", ""),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ("---",) * 4, *rows[1:]])


def _both(asked: dict[str, float], name: str) -> str:
    wall = " / ".join(f"{asked[f'{name}p{part}_ms']:.2f}" for part in (50, 99))
    cpu = " / ".join(f"{asked[f'{name}cpu_p{part}_ms']:.2f}" for part in (50, 99))
    return f"{wall} ({cpu})"


def _peer(found: dict[str, Any], name: str, form: str) -> str:
    peer = found.get("datasketch")
    return form.format(peer[name]) if peer else ""


def _times(found: dict[str, Any]) -> str:
    peer = found.get("datasketch")
    return f"{peer['p50_ms']:.2f} / {peer['p99_ms']:.2f}" if peer else ""


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(prog="python -m bench.collection", description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--no-datasketch", action="store_true")
    parser.add_argument("--ask-again", action="store_true", help="measure questions only, on what was built last")
    given = parser.parse_args()
    folder = cache.folder("collection") / f"{given.pages}.mold"
    if given.ask_again:
        found = ask_again(json.loads(given.output.read_text()), folder)
    else:
        found = measure(given.pages, folder, not given.no_datasketch)
    given.output.write_text(json.dumps(found, indent=2) + "\n")
    print(lines(found))


if __name__ == "__main__":
    main()
