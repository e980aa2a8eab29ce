"""Peak memory of a process that streams a WARC, for a file and one many times longer.

`python -m bench.memory stream WARC` is the child: it computes every page's fingerprint, keeps none, and prints its
peak. `cluster` in place of `stream` keeps a row a page, as its answer must, so it may grow by that much.
"""

import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def peak_of(python: Path, what: str, warc: Path) -> int | None:
    """Peak bytes of a fresh process that does this to `warc`; None when Pagemold is not there."""
    child = [str(python), "-m", "bench.memory", what, str(warc)]
    answer = subprocess.run(child, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(answer) if answer.strip() else None


def own_peak() -> int:
    """Peak resident bytes of this process. The kernel's VmHWM, as ru_maxrss starts from the parent's at exec."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def own_resident() -> int:
    """Bytes of this process that are in memory now; its peak where the system does not say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * resource.getpagesize() if pages.exists() else own_peak()


def main(what: str, warc: str) -> None:
    """The child."""
    try:
        import pagemold as pm
    except ImportError:
        return
    if what == "cluster":
        pm.cluster(pm.read(warc), method="fingerprint")
    else:
        with pm.read(warc).batches(["fingerprint"]) as batches:
            for _ in batches:
                pass
    print(own_peak())


if __name__ == "__main__":
    main(*sys.argv[1:])
