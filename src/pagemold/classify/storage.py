"""A classifier on disk: a NumPy archive without pickled objects, so that a file from elsewhere can do no harm.

Version 1 holds `about` (UTF-8 JSON: format, version, method, classes in their order) and the arrays `offsets` (int64),
`values` (uint64), `counts` (uint32), `templates` (uint32), `weights` (uint32) and `thresholds` (float64, or empty). The
method `grammar` has `model` (bytes, with a version and a checksum of their own) and `trained` (int64, pages) instead.
"""

import json
import os
import zipfile
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pagemold.errors import OutputError, SourceError

FORMAT = "pagemold-classifier"
VERSION = 1
KINDS: dict[str, Any] = {
    "offsets": np.int64,
    "values": np.uint64,
    "counts": np.uint32,
    "templates": np.uint32,
    "weights": np.uint32,
    "thresholds": np.float64,
}
GRAMMAR_KINDS: dict[str, Any] = {"model": np.uint8, "trained": np.int64}
Arrays: TypeAlias = dict[str, NDArray[Any]]


def save(path: str | os.PathLike[str], method: str, classes: list[str | int], arrays: Arrays) -> None:
    """Writes beside the target, then renames: the file is whole or not there."""
    about = json.dumps({"format": FORMAT, "version": VERSION, "method": method, "classes": classes})
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            parts: Any = {"about": np.frombuffer(about.encode(), np.uint8)} | arrays
            np.savez_compressed(file, **parts)
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OutputError("output_unwritable", f"{path}: cannot write: {error.strerror or error}") from error


def load(path: str | os.PathLike[str]) -> tuple[str, list[str | int], Arrays]:
    """Method, classes and arrays of a file, or what is wrong with it."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            about = json.loads(archive["about"].tobytes())
            if about["format"] != FORMAT or about["version"] != VERSION:
                raise SourceError("bad_model", f"{path}: not a classifier of version {VERSION}")
            kinds = GRAMMAR_KINDS if about["method"] == "grammar" else KINDS
            arrays = {name: np.ascontiguousarray(archive[name], kind) for name, kind in kinds.items()}
    except OSError as error:
        raise SourceError("source_missing", f"{path}: cannot read: {error.strerror or error}") from error
    except (KeyError, ValueError, TypeError, zipfile.BadZipFile, EOFError) as error:
        raise SourceError("bad_model", f"{path}: not a classifier: {error}") from error
    if about["method"] != "grammar":
        _check(path, about["classes"], arrays)
    return about["method"], about["classes"], arrays


def _check(path: str | os.PathLike[str], classes: list[str | int], arrays: Arrays) -> None:
    """Arrays that contradict each other would be answered with nonsense, or not at all."""
    offsets, templates = arrays["offsets"], arrays["templates"]
    rows = len(offsets) - 1
    fits = (
        rows >= 0
        and offsets[0] == 0
        and bool((np.diff(offsets) >= 0).all())
        and offsets[-1] == len(arrays["values"])
        and len(arrays["counts"]) in (0, len(arrays["values"]))
        and rows == len(templates) == len(arrays["weights"])
        and bool((templates < len(classes)).all())
        and len(arrays["thresholds"]) in (0, len(classes))
    )
    if not fits:
        raise SourceError("bad_model", f"{path}: not a classifier: its arrays do not fit each other")
