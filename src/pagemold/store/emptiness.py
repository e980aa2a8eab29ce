"""Collections that hold nothing: what a run leaves that ended before its first commit must not be in the way."""

import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import closing, suppress

from pagemold.errors import CollectionError, OutputError
from pagemold.store import schema
from pagemold.store.disk import writer_lock

# Whatever is worth keeping; a note that a run began is not.
_HELD = "SELECT " + " OR ".join(
    f"EXISTS (SELECT 1 FROM {it})" for it in ("pages", "templates", "decisions", "segments")
)
_SET = "INSERT OR REPLACE INTO settings VALUES (?, ?)"


def is_empty(folder: str) -> bool:
    """Whether this is a collection, and holds nothing."""
    try:
        with schema.sqlite_errors(folder), closing(schema.connect(folder)) as connection:
            return not connection.execute(_HELD).fetchone()[0]
    except (CollectionError, OutputError):
        return False


def take_over(folder: str, settings: Mapping[str, object]) -> bool:
    """Gives an empty collection other settings, as if it were new; whether it was empty."""
    with writer_lock(folder), schema.sqlite_errors(folder):
        if not is_empty(folder):
            return False
        with closing(schema.connect(folder, write=True)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_SET, [(name, str(value)) for name, value in settings.items()])
        return True


def remove_if_empty(folder: str) -> None:
    """Removes a collection that holds nothing and that nobody else writes to; anything else stays as it is."""
    target = os.path.abspath(folder)
    beside = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{secrets.token_hex(4)}")
    with suppress(CollectionError, OutputError, OSError), writer_lock(target):
        if is_empty(target):
            os.rename(target, beside)
            shutil.rmtree(beside, ignore_errors=True)
