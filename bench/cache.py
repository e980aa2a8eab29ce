"""Where the bench keeps what it downloads and makes, and how a finished thing is told from a half-made one."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def folder(*names: str) -> Path:
    """A folder of the cache, made if need be: `$PAGEMOLD_CACHE`, or `~/.cache/pagemold`."""
    root = os.environ.get("PAGEMOLD_CACHE") or Path.home() / ".cache" / "pagemold"
    here = Path(root).joinpath(*names).absolute()
    here.mkdir(parents=True, exist_ok=True)
    return here


@contextmanager
def scratch(beside: Path) -> Iterator[Path]:
    """A private folder on the same disk as `beside`: work there, then rename the whole result into place.

    A process killed in the middle leaves a `.part-*` folder that nothing reads, never half of a result.
    """
    made = Path(tempfile.mkdtemp(prefix=".part-", dir=beside))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
