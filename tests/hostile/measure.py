"""Run as a process of its own: read one bomb with every feature, and say what it took.

CPU time, and the better of two runs, because a busy machine must not fail a test; the process's own peak of memory,
because Python never gives it back.
"""

import json
import sys
import time
from pathlib import Path

from pagemold._native import extract
from pagemold.arrow import array, flag_names
from tests.hostile.bombs import BOMBS
from tests.native import EVERY_FEATURE, UTF8

RUNS = 2


def peak_megabytes() -> float:
    # Not ru_maxrss: a child inherits its parent's there.
    status = Path("/proc/self/status").read_text()
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(kilobytes) / 1000


def main() -> None:
    page = BOMBS[sys.argv[1]]().encode()
    seconds = []
    for _ in range(RUNS):
        before = time.process_time()
        columns = extract([page], content_types=[UTF8], features=EVERY_FEATURE, jobs=1)
        seconds.append(time.process_time() - before)
    (tags,) = array(columns["tag_counts:names"]).to_pylist()
    (classes,) = array(columns["class_set:names"]).to_pylist()
    (flags,) = array(columns["flags"]).to_pylist()
    report = {"seconds": min(seconds), "megabytes": peak_megabytes(), "flags": flag_names(flags)}
    print(json.dumps(report | {"link_found": "a" in tags and "after" in classes}))


if __name__ == "__main__":
    main()
