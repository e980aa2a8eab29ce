"""Archives and HTML files, read by the compiled core: from disk to rows without a Python object a page."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import Input, Reader
from pagemold.arrow import Columns, array, page_batch
from pagemold.data import Problem
from pagemold.errors import SourceError
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part, readable_name
from pagemold.sources.run import Asked
from pagemold.sources.selection import Selection


class FileRun:
    """Archives and documents in one go of the native reader, which keeps the order and fills all cores."""

    def __init__(self, parts: Sequence[Part], asked: Asked, selection: Selection, ledger: Ledger) -> None:
        self._parts = parts
        self._ledger = ledger
        self._skipped: Counter[str] = Counter()
        self._unreadable: list[SourceError] = []
        self._sources = pa.array([part.source for part in parts], pa.large_utf8())
        self._paths = pa.array([part.path for part in parts], pa.large_utf8())
        self._starts = pa.array([part.start for part in parts], pa.uint64())
        self._reader = Reader(
            [_input(part) for part in parts],
            features=list(asked.features),
            html=asked.html,
            jobs=asked.jobs,
            limits=asked.limits,
            filter=selection.native(),
            minhash=asked.minhash,
            seed=asked.seed,
        )

    def bytes_done(self) -> int:
        return self._reader.bytes_done()

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        try:
            for columns in self._reader:
                self._settle()
                yield page_batch(columns, self._known(columns))
        finally:
            self._settle()
            self._reader.close()
        for error in self._unreadable:
            self._ledger.fail(error)

    def _known(self, columns: Columns) -> dict[str, pa.Array]:
        number = array(columns["input"])
        return {
            "source": self._sources.take(number).dictionary_encode(),
            "path": self._paths.take(number),
            # A member of a WACZ is a file of its own to its users: offsets count from its beginning, as in its index.
            "offset": pc.subtract(array(columns["offset"]), self._starts.take(number)),
        }

    def _settle(self) -> None:
        """Puts what the reader met since the last time into the ledger; the reader keeps nothing of it."""
        for number, offset, skipped, code, message in self._reader.problems():
            part = self._parts[number]
            if code.startswith("source_"):
                # The core knows the file, not what the user calls it: standard input is a temporary file to it.
                reason = message.removeprefix(f"{readable_name(part.location)}: ")
                self._fail(SourceError(code, f"{part.source}: {reason}"))
            else:
                self._ledger.damage(Problem(part.source, offset - part.start, skipped, code, message))
        passed_over = Counter(self._reader.skipped())
        for reason, count in (passed_over - self._skipped).items():
            self._ledger.skip(reason, count)
        self._skipped = passed_over

    def _fail(self, error: SourceError) -> None:
        """Notes an unreadable input. Where it ends the run, the inputs beside it are read first."""
        if self._ledger.skip_unreadable:
            self._ledger.fail(error)
        else:
            self._unreadable.append(error)


def _input(part: Part) -> Input:
    if part.kind is Kind.DOCUMENT:
        return Input.document(part.location)
    return Input.archive(part.location, part.start, part.end)
