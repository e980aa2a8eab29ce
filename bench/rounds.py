"""Cases taking turns: A B C, A B C, … on one core, so that a busy minute falls on all of them alike."""

import json
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.cases import Case

ROOT = Path(__file__).parents[1]
CLOCK_TICK = 0.01  # seconds: the resolution of processor time, and so the least that can be told from nothing


@dataclass
class Timing:
    """What the rounds of one case gave; `missing` says why there are none."""

    case: Case
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    pinned: bool = False
    missing: str | None = None


@dataclass(frozen=True)
class Ratio:
    """How many times faster one case was than another: the median of paired rounds, and their spread.

    `cpu` is the same from processor time, which a busy neighbour disturbs less: the two should tell the same story
    wherever both cases had the same cores.
    """

    median: float
    low: float
    high: float
    cpu: float
    rounds: list[float]


class BenchError(Exception):
    """A case failed, or read another number of pages than there are."""


class _Worker:
    """A case's process."""

    def __init__(self, case: Case, python: Path, warc: Path) -> None:
        self.case = case
        self.process = subprocess.Popen(
            [python, "-m", "bench.worker", case.function, warc, str(case.cores)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise BenchError(f"{self.case.name} ended without an answer, see above")
        message: dict[str, Any] = json.loads(line)
        return message

    def run(self) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write("run\n")
        self.process.stdin.flush()
        return self.answer()

    def stop(self) -> None:
        with self.process:  # closes both pipes, which is how the worker learns that it is over, and waits
            pass


def take_turns(cases: list[Case], pythons: dict[str, Path], warc: Path, pages: int, rounds: int) -> list[Timing]:
    """Time the cases in interleaved rounds after one warm-up each that does not count."""
    workers = [_Worker(case, pythons[case.side], warc) for case in cases]
    try:
        greetings = [worker.answer() for worker in workers]
        timings = [
            Timing(case, pinned=greeting.get("pinned", False), missing=greeting.get("missing"))
            for case, greeting in zip(cases, greetings, strict=True)
        ]
        for number in range(rounds + 1):
            for worker, timing in zip(workers, timings, strict=True):
                if timing.missing is None:
                    _one_round(worker, timing, pages, counts=number > 0)
        return timings
    finally:
        for worker in workers:
            worker.stop()


def _one_round(worker: _Worker, timing: Timing, pages: int, counts: bool) -> None:
    answer = worker.run()
    if answer["pages"] not in (pages, None):
        raise BenchError(f"{timing.case.name} saw {answer['pages']} pages of {pages}")
    if counts:
        timing.seconds.append(answer["seconds"])
        timing.cpu_seconds.append(answer["cpu_seconds"])


def ratio(ours: Timing, beside: Timing) -> Ratio | None:
    """Paired by round; None when either could not run."""
    if not ours.seconds or not beside.seconds:
        return None
    paired = [theirs / mine for mine, theirs in zip(ours.seconds, beside.seconds, strict=True)]
    cpu = statistics.median(beside.cpu_seconds) / max(statistics.median(ours.cpu_seconds), CLOCK_TICK)
    return Ratio(statistics.median(paired), min(paired), max(paired), cpu, paired)
