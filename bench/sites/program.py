"""Running a generator: quiet when it works, and with its last words when it does not."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


class SiteError(RuntimeError):
    """A generator failed."""


def run(command: Sequence[str | Path], folder: Path) -> None:
    """Runs a program in a folder."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise SiteError(f"{Path(command[0]).name} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
