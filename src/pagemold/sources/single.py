"""Pages once more, by where they lie: their bytes are read, and nothing around them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

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


class Place(NamedTuple):
    """Where a reading found a page."""

    location: str
    path: str | None
    offset: int
    length: int


def read_pages(places: Sequence[Place], jobs: int = 0) -> list[Page | None]:
    """The pages at these places with their texts, those of files and archives in one go; None where there is none."""
    kind = cache(_kind)
    # The number of a place stands for the name of its source, so that what is read can be told apart.
    parts = [
        Part(Kind.DOCUMENT, place.location, str(number), place.path)
        if place.path is not None
        else _range(Part(Kind.ARCHIVE, place.location, str(number)), place.offset, place.length)
        for number, place in enumerate(places)
        if place.path is not None or kind(place.location) is Kind.ARCHIVE
    ]
    found: dict[int, Page] = {}
    for batch in FileRun(parts, Asked(html=True, jobs=jobs), _EVERYTHING, Ledger(skip_unreadable=True)):
        for page in pages_of(batch):
            number = int(page.source or 0)
            found.setdefault(number, replace(page, source=places[number].location, offset=places[number].offset))
    in_one_go = {int(part.source) for part in parts}
    return [found.get(number) if number in in_one_go else _page_or_none(place) for number, place in enumerate(places)]


def _kind(location: str) -> Kind | None:
    try:
        return kind_of(head_of(location), location) if os.path.isfile(location) else None
    except (OSError, SourceError):
        return None


def _page_or_none(place: Place) -> Page | None:
    try:
        return read_page(*place)
    except SourceError:
        return None


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
