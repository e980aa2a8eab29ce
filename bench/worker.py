"""One case in its own process: prepares, says so, then runs once for each line it is sent.

`python -m bench.worker MODULE:FUNCTION WARC CORES`. Answers are JSON lines. It stays warm between rounds, and waits
without using the core, so that two cases can take turns.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from bench.cases import Run


def pin(cores: int) -> bool:
    """Keep this process on so many cores; False where the system cannot or has not got them."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    mine = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, mine[:cores])
    return len(mine) >= cores


def prepare(function: str, warc: Path) -> Run:
    """Import the case and let it get ready."""
    module, _, name = function.partition(":")
    make: Callable[[Path], Run] = getattr(importlib.import_module(f"bench.cases.{module}"), name)
    return make(warc)


def timed(run: Run) -> dict[str, float | int | None]:
    """One run: wall clock, processor time of all its threads, pages seen."""
    wall, processor = time.perf_counter(), _processor_time()
    pages = run()
    return {"seconds": time.perf_counter() - wall, "cpu_seconds": _processor_time() - processor, "pages": pages}


def _processor_time() -> float:
    """Of this process, all its threads and the children it waited for; of these only to a hundredth of a second."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def main() -> None:
    """Serve one case until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not pass for an answer
    function, warc, cores = sys.argv[1:]
    pinned = pin(int(cores))
    try:
        run = prepare(function, Path(warc))
    except ImportError as error:
        _say(answers, {"missing": str(error)})
        return
    _say(answers, {"ready": True, "pinned": pinned})
    for _ in sys.stdin:
        _say(answers, timed(run))


def _say(answers: TextIO, message: object) -> None:
    print(json.dumps(message), file=answers, flush=True)


if __name__ == "__main__":
    main()
