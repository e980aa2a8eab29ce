"""Where and of what a result was measured: machine, versions, commit."""

import importlib.metadata
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = "bench/results"


def measured() -> dict[str, Any]:
    """What every stored result begins with: when, at which commit and where it was measured."""
    head, dirty = commit()
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"date": now, "commit": head, "dirty": dirty, "machine": machine()}


def machine() -> dict[str, str | int | float]:
    """Processor, cores this process may use, memory, system, Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": _cpu(),
        "cores": cores,
        "ram_gb": round(memory / 1e9, 1),
        "os": _system(),
        "python": platform.python_version(),
    }


def _cpu() -> str:
    about = Path("/proc/cpuinfo")
    for line in about.read_text().splitlines() if about.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.platform(terse=True)


def pagemold_version() -> str | None:
    """Our installed version, None when the package is not there."""
    try:
        return importlib.metadata.version("pagemold")
    except importlib.metadata.PackageNotFoundError:
        return None


def commit() -> tuple[str | None, bool]:
    """The commit, and whether the tree differs from it. Results do not count: writing them is what a bench does."""
    head = _git("rev-parse", "HEAD")
    changed = _git("status", "--porcelain", "--", ".", f":(exclude){RESULTS}", ":(exclude)README.md", ":(exclude)docs")
    return head or None, bool(changed)


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
