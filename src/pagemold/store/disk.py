"""How a file of a collection becomes visible: written beside its place, synced, renamed, the folder synced."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from pagemold.errors import CollectionError, OutputError

LOCK = "writer.lock"


class Disk:
    """The few steps that may fail. Tests put a failing one in its place."""

    def write(self, path: str, write: Callable[[str], None]) -> None:
        """Fills a new file; the writer syncs it."""
        write(path)

    def sync(self, path: str) -> None:
        """Brings a file or folder to the disk."""
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def rename(self, old: str, new: str) -> None:
        """Gives a file its name."""
        os.replace(old, new)


def publish(disk: Disk, folder: str, name: str, write: Callable[[str], None]) -> str:
    """A file that is whole or not there; gives its path."""
    path = os.path.join(folder, name)
    temporary = f"{path}.{secrets.token_hex(4)}.tmp"
    try:
        disk.write(temporary, write)
        disk.sync(temporary)
        disk.rename(temporary, path)
        disk.sync(folder)
    except OSError as error:
        _forget(temporary)
        raise OutputError("output_unwritable", f"{path}: cannot write: {error.strerror or error}") from error
    except BaseException:
        _forget(temporary)
        raise
    return path


def _forget(path: str) -> None:
    # Where this fails, the next writer tidies up.
    with suppress(OSError):
        os.unlink(path)


@contextmanager
def writer_lock(folder: str) -> Iterator[None]:
    """One writer at a time, by a lock that the system takes back when a process ends, however it ends."""
    import fcntl

    try:
        handle = os.open(os.path.join(folder, LOCK), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise OutputError("output_unwritable", f"{folder}: cannot write: {error.strerror or error}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"{folder}: somebody else is writing to it; try again when they are done"
            raise CollectionError("collection_locked", message) from error
        yield
    finally:
        os.close(handle)
