"""`read`: sources → `Pages`, and `Reading`: one pass over them."""

import os
from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import groupby, islice
from types import TracebackType
from typing import Self

import pyarrow as pa

from pagemold._native import Limits
from pagemold.arrow import PAGE_SCHEMA, flag_names
from pagemold.data import Page, Summary
from pagemold.errors import SourceError, UsageError, check_numbers
from pagemold.sources.again import read_again
from pagemold.sources.expand import expand
from pagemold.sources.files import FileRun
from pagemold.sources.jsonl import JsonlRun
from pagemold.sources.ledger import Ledger
from pagemold.sources.parquet import ParquetRun
from pagemold.sources.part import Kind, Part
from pagemold.sources.run import Asked, Run
from pagemold.sources.selection import Selection
from pagemold.sources.spool import Spool
from pagemold.sources.wacz import Wacz

# A folder may hold a million files; the native reader gets them in portions.
_FILES_AT_ONCE = 10_000


def read(
    *sources: str | os.PathLike[str],
    statuses: Collection[int] | None = (200,),
    html_only: bool = True,
    min_bytes: int = 0,
    include: str | Sequence[str] = (),
    exclude: str | Sequence[str] = (),
    limits: Limits | None = None,
    whole: bool = False,
    skip_unreadable: bool = False,
) -> "Pages":
    """Pages of folders, files, archives, tables, globs and `-` (standard input), in the order given.

    Nothing is opened until somebody asks for pages. `statuses=None` takes every status, `html_only=False` every content
    type. Where only the top of pages is needed, as for fingerprints, archives are not unpacked further unless `whole`
    is set: the pages are the same, but damage below goes unnoticed. With `skip_unreadable`, sources that cannot be read
    are noted in the summary instead of ending the reading.

    >>> for page in read("crawl.warc.gz", exclude=["/tag/"]):  # doctest: +SKIP
    ...     print(page.url, page.size)
    """
    selection = Selection(
        statuses=None if statuses is None else tuple(statuses),
        html_only=html_only,
        min_bytes=min_bytes,
        include=_patterns(include),
        exclude=_patterns(exclude),
        whole=whole,
    )
    return Pages([os.fspath(source) for source in sources], selection, limits, skip_unreadable)


def _patterns(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


class Pages:
    """Pages that stay where they are until they are read. Every iteration is a reading of its own, from the start."""

    def __init__(
        self, sources: Sequence[str], selection: Selection, limits: Limits | None = None, skip_unreadable: bool = False
    ) -> None:
        self.sources = tuple(sources)
        self._selection = selection
        self._limits = limits
        self._skip_unreadable = skip_unreadable
        self._spool = Spool()
        self._latest: Reading | None = None

    def __repr__(self) -> str:
        return f"Pages({', '.join(map(repr, self.sources))})"

    def __iter__(self) -> Iterator[Page]:
        """One `Page` after another, with its text."""
        with self.batches(html=True) as reading:
            for batch in reading:
                yield from pages_of(batch)

    def batches(
        self, features: Sequence[str] = (), *, html: bool = False, jobs: int = 0, minhash: int = 128, seed: int = 1
    ) -> "Reading":
        """Arrow batches, one row a page, with a column for each feature; the text only if `html` is asked for."""
        check_numbers(jobs=jobs, minhash=minhash, seed=seed)
        asked = Asked(tuple(features), html, jobs, self._limits, minhash, seed)
        ledger = Ledger(self._skip_unreadable)
        parts = list(expand(self.sources, ledger, self._spool))
        self._latest = Reading(parts, asked, self._selection, ledger)
        return self._latest

    def again(self, rows: pa.Table, features: Sequence[str], *, jobs: int = 0) -> pa.Table:
        """Some rows of a reading once more, in their order, with other features. Archives and files are not read
        between those rows; of anything else all of it is.
        """
        asked = Asked(tuple(features), jobs=jobs, limits=self._limits)
        found = read_again(rows, asked, self._selection)
        if found is not None:
            return found
        place = ("source", "path", "url", "offset")
        wanted = {
            key: number for number, key in enumerate(zip(*(rows[name].to_pylist() for name in place), strict=True))
        }
        kept: list[tuple[int, pa.RecordBatch]] = []
        for batch in self.batches(features, jobs=jobs):
            keys = zip(*(batch[name].to_pylist() for name in place), strict=True)
            kept += [(wanted[key], batch.slice(row, 1)) for row, key in enumerate(keys) if key in wanted]
        return pa.Table.from_batches([row for _, row in sorted(kept, key=lambda numbered: numbered[0])])

    def texts(self, rows: pa.Table) -> list[str] | None:
        """The texts of some rows of a reading, if they lie where they can be read without all the others."""
        found = read_again(rows, Asked((), html=True, limits=self._limits), self._selection)
        return None if found is None else [text or "" for text in found["html"].to_pylist()]

    @property
    def summary(self) -> Summary:
        """What the latest reading met so far: pages, what was passed over, damage."""
        return self._latest.summary if self._latest else Summary()


class Reading:
    """One pass over the sources: an iterator of Arrow batches that knows how far it is and what it met."""

    def __init__(self, parts: Sequence[Part], asked: Asked, selection: Selection, ledger: Ledger) -> None:
        self.bytes_total = sum(part.size for part in parts)
        self._parts = parts
        self._asked = asked
        self._selection = selection
        self._ledger = ledger
        self._bytes_behind = 0
        self._run: Run | None = None
        self._batches = self._read()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> pa.RecordBatch:
        return next(self._batches)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the reading now: threads stop, temporary files go."""
        self._batches.close()

    @property
    def bytes_done(self) -> int:
        """How many of `bytes_total` are behind us; bytes as they lie on disk."""
        return min(self._bytes_behind + (self._run.bytes_done() if self._run else 0), self.bytes_total)

    @property
    def summary(self) -> Summary:
        """What was met so far."""
        return self._ledger.summary()

    def _read(self) -> Generator[pa.RecordBatch]:
        for parts in _portions(self._parts):
            try:
                yield from self._read_portion(parts)
            except SourceError as error:
                self._ledger.fail(error)
            except UsageError:
                raise
            except Exception as error:
                self._ledger.stumble(_name(parts), error)
            self._run = None
            self._bytes_behind += sum(part.size for part in parts)

    def _read_portion(self, parts: Sequence[Part]) -> Iterator[pa.RecordBatch]:
        if parts[0].kind is not Kind.WACZ:
            yield from self._follow(self._run_of(parts))
            return
        spool = Spool()
        try:
            members = Wacz(parts[0], spool, self._ledger).members()
            if members:
                yield from self._follow(FileRun(members, self._asked, self._selection, self._ledger))
        finally:
            spool.close()

    def _run_of(self, parts: Sequence[Part]) -> Run:
        if parts[0].kind is Kind.JSONL:
            return JsonlRun(parts[0], self._asked, self._ledger)
        if parts[0].kind is Kind.PARQUET:
            return ParquetRun(parts[0], self._asked, self._ledger)
        return FileRun(parts, self._asked, self._selection, self._ledger)

    def _follow(self, run: Run) -> Iterator[pa.RecordBatch]:
        self._run = run
        for batch in run:
            wanted = self._selection.apply(batch, self._ledger)
            if wanted.num_rows:
                self._ledger.count(wanted)
                yield wanted


def _portions(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Neighbouring archives and documents go to the native reader together; everything else alone."""
    for together, group in groupby(parts, key=lambda part: part.kind in (Kind.ARCHIVE, Kind.DOCUMENT)):
        while portion := list(islice(group, _FILES_AT_ONCE if together else 1)):
            yield portion


def _name(parts: Sequence[Part]) -> str:
    """What to call parts that are read together."""
    return parts[0].source if len(parts) == 1 else f"{parts[0].source} to {parts[-1].source}"


def pages_of(batch: pa.RecordBatch) -> Iterator[Page]:
    """The rows of a batch as objects."""
    names = [*PAGE_SCHEMA.names, "html"] if "html" in batch.schema.names else PAGE_SCHEMA.names
    columns = [batch[name].to_pylist() for name in names]
    for values in zip(*columns, strict=True):
        row = dict(zip(names, values, strict=True))
        yield Page(**row | {"flags": flag_names(row["flags"])})
