"""The settings of a collection; what one cannot be is an error: a file may be damaged, or changed by hand."""

import os
import sqlite3
from collections.abc import Callable
from datetime import datetime

from pagemold.errors import CollectionError
from pagemold.store.schema import DATABASE

# Those of `pagemold.methods`, which is not asked: it would load all of them.
METHODS = frozenset(
    {"fingerprint", "grammar", "links", "style", "text-mdl", "text-max", "cosine", "pq-grams", "common-paths"}
)
KINDS_OF_BRANCHES = ("binary_branches", "structural_branches")


def _is_time(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_number(value: str, least: int, most: int) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most


# What the core has room for, as far as it is a number.
_CHECKS: dict[str, Callable[[str], bool]] = {
    "method": METHODS.__contains__,
    "branches": KINDS_OF_BRANCHES.__contains__,
    "bands": lambda value: _is_number(value, 1, 256),
    "rows": lambda value: _is_number(value, 1, 64),
    "seed": lambda value: _is_number(value, 0, 2**64 - 1),
    "created": _is_time,
}


def read_settings(folder: str, connection: sqlite3.Connection) -> dict[str, str]:
    """All settings by their names; one that is missing, or that makes no sense, is an error that names it."""
    found = dict(connection.execute("SELECT name, value FROM settings").fetchall())
    for name, makes_sense in _CHECKS.items():
        value = found.get(name)
        if not isinstance(value, str) or not makes_sense(value):
            said = "is missing" if value is None else f"is {str(value)[:40]!r}, which it cannot be"
            path = os.path.join(folder, DATABASE)
            raise CollectionError("collection_damaged", f"{path}: the setting {name} {said}")
    return found
