"""One page once more, by where it lies: its bytes are read, and nothing around them."""

import os
from collections.abc import Iterator

from pagemold.data import Page
from pagemold.errors import SourceError
from pagemold.sources.files import FileRun
from pagemold.sources.jsonl import JsonlRun
from pagemold.sources.ledger import Ledger
from pagemold.sources.pages import pages_of
from pagemold.sources.parquet import ParquetRun
from pagemold.sources.part import Kind, Part, unreadable
from pagemold.sources.run import Asked
from pagemold.sources.selection import Selection
from pagemold.sources.sniff import head_of, kind_of
from pagemold.sources.spool import Spool
from pagemold.sources.wacz import Wacz

_EVERYTHING = Selection(statuses=None, html_only=False)


def read_page(location: str, path: str | None, offset: int, length: int) -> Page:
    """The page that a reading found at this place, with its text.

    Archives are read at the offset, WACZ through their members; tables have no index, so they are read up to the row.
    """
    spool = Spool()
    try:
        for page in _pages(location, path, offset, length, spool):
            return page
    except OSError as error:
        raise unreadable(location, error) from error
    finally:
        spool.close()
    raise SourceError("no_such_page", f"{location}: no page at {offset:,}")


def _pages(location: str, path: str | None, offset: int, length: int, spool: Spool) -> Iterator[Page]:
    asked, ledger = Asked(html=True, jobs=1), Ledger(skip_unreadable=False)
    archive = _wacz_of(location)
    if archive is not None:
        members = Wacz(Part(Kind.WACZ, archive, archive, size=os.path.getsize(archive)), spool, ledger).members()
        found = next((part for part in members if part.source == location), None)
        if found is None:
            raise SourceError("no_such_page", f"{location}: not in {archive} any more")
        part = _range(found, offset, length)
    elif path is not None:
        part = Part(Kind.DOCUMENT, location, location, path)
    else:
        kind = kind_of(head_of(location), location)
        if kind in (Kind.JSONL, Kind.PARQUET):
            run = JsonlRun if kind is Kind.JSONL else ParquetRun
            for batch in run(Part(kind, location, location), asked, ledger):
                yield from (page for page in pages_of(batch) if page.offset == offset)
            return
        part = _range(Part(Kind.ARCHIVE, location, location), offset, length)
    for batch in FileRun([part], asked, _EVERYTHING, ledger):
        yield from (page for page in pages_of(batch) if path is not None or page.offset in (0, offset))


def _range(part: Part, offset: int, length: int) -> Part:
    start = part.start + offset
    return Part(part.kind, part.location, part.source, part.path, start, start + length if length else part.end)


def _wacz_of(location: str) -> str | None:
    """The WACZ file of a member that is named `FILE#MEMBER`."""
    archive, mark, _ = location.rpartition("#")
    return archive if mark and not os.path.exists(location) and os.path.isfile(archive) else None
