"""A folder → its pages and archives, in an order that does not depend on the file system."""

import os
from collections.abc import Iterator

from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part, readable_name, unreadable
from pagemold.sources.sniff import has_html_name, head_of, kind_in_folder


def walk(folder: str, ledger: Ledger) -> Iterator[Part]:
    """Every page and archive below `folder`, depth first, names sorted.

    Hidden entries are left out. Links are followed, but no folder is entered twice, so a loop of links ends.
    """
    entered: set[tuple[int, int]] = set()
    waiting = _enter(folder, entered, ledger)
    while waiting:
        entry = waiting.pop()
        try:
            if entry.is_dir():
                waiting.extend(_enter(entry.path, entered, ledger))
            elif entry.is_file():
                part = _part(entry, folder)
                if part:
                    yield part
        except OSError as error:
            ledger.fail(unreadable(entry.path, error))


def _enter(folder: str, entered: set[tuple[int, int]], ledger: Ledger) -> list[os.DirEntry[str]]:
    """The entries of a folder, last one first, or nothing where we have been before."""
    try:
        status = os.stat(folder)
        if (status.st_dev, status.st_ino) in entered:
            return []
        entered.add((status.st_dev, status.st_ino))
        with os.scandir(folder) as entries:
            shown = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        ledger.fail(unreadable(folder, error))
        return []
    return sorted(shown, key=lambda entry: entry.name, reverse=True)


def _part(entry: os.DirEntry[str], folder: str) -> Part | None:
    kind = Kind.DOCUMENT if has_html_name(entry.name) else kind_in_folder(head_of(entry.path), entry.name)
    if kind is None:
        return None
    path = readable_name(entry.path[len(folder) :]).replace(os.sep, "/").lstrip("/")
    return Part(
        kind=kind,
        location=entry.path,
        source=readable_name(entry.path),
        path=path if kind is Kind.DOCUMENT else None,
        size=entry.stat().st_size,
    )
