"""The one who may change a collection: pages come in, segments are published, then SQLite commits.

A segment file is whole and named before the transaction that mentions it commits; one that no transaction mentions is
swept away by the next writer. Pages are committed some at a time, so whatever ends a long run costs little, and running
it again goes on from there.
"""

import os
import secrets
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from pagemold._native import SegmentBuilder, choose_bands
from pagemold.errors import CollectionError, OutputError, UsageError
from pagemold.store import schema
from pagemold.store.branches import bags_of_batch, columns
from pagemold.store.disk import Disk, publish, writer_lock
from pagemold.store.emptiness import is_empty, take_over
from pagemold.store.incoming import Incoming, sift
from pagemold.store.model import Assignment
from pagemold.store.rows import INSERT_PAGE, Rows
from pagemold.store.segments import open_spans, raw
from pagemold.store.settings import KINDS_OF_BRANCHES, read_settings

# Pages of one commit: a minute's work at most, some fifty megabytes.
COMMIT_PAGES = 65_536
# Places of a signature, and what it must find: pages of this cosine, this often.
PLACES, COSINE, RECALL, SEED = 128, 0.8, 0.98, 1
BRANCHES = "binary_branches"
_SET_TEMPLATE = "UPDATE pages SET template = ?, score = ? WHERE id = ?"


def now() -> str:
    """The time as the database has it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def create(
    folder: str, method: str, *, branches: str = BRANCHES, cosine: float = COSINE, recall: float = RECALL
) -> bool:
    """A new, empty collection: made beside its place, then renamed, so that it is whole or not there.

    One that is there and holds nothing is taken over; whether it is new.
    """
    if branches not in KINDS_OF_BRANCHES:
        raise UsageError("wrong_argument", f"branches: {branches} is not {' or '.join(KINDS_OF_BRANCHES)}")
    bands, rows = choose_bands(cosine, recall, PLACES)
    values = {"method": method, "branches": branches, "bands": bands, "rows": rows, "seed": SEED, "created": now()}
    target = os.path.abspath(folder)
    if os.path.lexists(target):
        if is_empty(target) and take_over(target, values):
            return False
        raise OutputError("output_exists", f"{folder}: is there already; pagemold add puts pages into it")
    beside = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{secrets.token_hex(4)}")
    try:
        os.makedirs(os.path.join(beside, schema.SEGMENTS))
        with schema.sqlite_errors(beside):
            connection = schema.create(beside)
            connection.executemany(
                "INSERT INTO settings VALUES (?, ?)", [(name, str(it)) for name, it in values.items()]
            )
            connection.close()
        os.rename(beside, target)
        Disk().sync(os.path.dirname(target))
        return True
    except OSError as error:
        shutil.rmtree(beside, ignore_errors=True)
        raise OutputError("output_unwritable", f"{folder}: cannot write: {error.strerror or error}") from error
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


class Writer:
    """Holds the lock of a collection. A context manager: leaving it without `finish` leaves what was committed."""

    def __init__(self, folder: str, command: str = "", *, disk: Disk | None = None, commit_pages: int = 0) -> None:
        self.folder = folder
        self._disk = disk or Disk()
        self._commit_pages = commit_pages or COMMIT_PAGES
        self._ends = ExitStack()
        self.connection = schema.connect(folder, write=True)
        self._ends.callback(self.connection.close)
        try:
            self._ends.enter_context(writer_lock(folder))
            self._begin(command)
        except BaseException:
            self._ends.close()
            raise

    def _begin(self, command: str) -> None:
        with schema.sqlite_errors(self.folder):
            self.settings = read_settings(self.folder, self.connection)
            self._sweep()
            self._rows = Rows(self.connection)
            self._next_page = self.connection.execute("SELECT coalesce(max(id) + 1, 0) FROM pages").fetchone()[0]
            self._templates = dict(self.connection.execute("SELECT id, number FROM templates").fetchall())
            began = self.connection.execute("INSERT INTO runs (began, command) VALUES (?, ?)", (now(), command))
        self._run = began.lastrowid
        self.seen = self.added = 0
        self._nowhere: Counter[bytes] = Counter()
        self._empty_buffers()

    def _empty_buffers(self) -> None:
        bands, rows, seed = (int(self.settings[name]) for name in ("bands", "rows", "seed"))
        self._builder = SegmentBuilder(bands, rows, seed)
        self._inserts: list[list[Any]] = []
        self._updates: list[tuple[int | None, float | None, int]] = []
        self._flags: dict[int, int] = {}
        self._waiting: set[int] = set()
        self._steps: list[Callable[[], None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ends.close()

    @property
    def features(self) -> tuple[str, ...]:
        """What every batch must have, beside what a model asks for."""
        return ("fingerprint", *columns(self.settings["branches"]))

    def take(self, batch: Any, jobs: int = 0) -> Incoming:
        """Stores what is new in a batch; tells which rows have no template yet, be they new or of a run cut short."""
        feature = self.settings["branches"]
        self.seen += batch.num_rows
        self._rows.sources.meet(batch["source"].dictionary.to_pylist())
        with schema.sqlite_errors(self.folder):
            known = (self._rows.sources.locations, self._waiting, self._nowhere)
            incoming = sift(batch, feature, self.connection, *known, self._next_page)
        if incoming.new.num_rows:
            self._inserts += self._rows.of(incoming.new, incoming.new_keys, self._next_page)
            self._waiting.update(incoming.new_keys)
            self._builder.push(raw(bags_of_batch(incoming.new, feature)), jobs)
            self._next_page += incoming.new.num_rows
        return incoming

    def assign(self, pages: list[int], assignments: list[Assignment]) -> None:
        """Notes the templates of pages; those must be known already."""
        for page, found in zip(pages, assignments, strict=True):
            if found.template is not None:
                self._updates.append((self._templates[found.template], found.score, page))

    def use_method(self, method: str) -> None:
        """The method that groups from now on."""
        self.settings["method"] = method
        with schema.sqlite_errors(self.folder):
            self._transaction()
            self.connection.execute("UPDATE settings SET value = ? WHERE name = 'method'", (method,))

    def set_templates(self, templates: Mapping[int, str | None]) -> None:
        """Gives pages other templates, or none."""
        self._updates += [(None if id is None else self._templates[id], None, page) for page, id in templates.items()]

    def set_flags(self, flags: Mapping[int, int]) -> None:
        """Gives pages other flags; they must be stored or wait for the commit."""
        self._flags.update(flags)

    def add_template(self, id: str, fingerprint: str | None, made_by: str, shown_as: str | None = None) -> None:
        """A template that may be new. The same id is the same template: it comes from content."""
        if id not in self._templates:
            number = self._templates[id] = max(self._templates.values(), default=0) + 1
            with schema.sqlite_errors(self.folder):
                self._transaction()
                shown = number if shown_as is None else self._templates[shown_as]
                self.connection.execute(
                    "INSERT INTO templates VALUES (?, ?, ?, NULL, ?, 0, ?)", (number, id, fingerprint, shown, made_by)
                )

    def with_commit(self, step: Callable[[], None]) -> None:
        """Takes a step in the next transaction, when its rows are written: they are committed together."""
        self._steps.append(step)

    def commit_if_due(self) -> None:
        """Commits where enough has come together."""
        if len(self._inserts) >= self._commit_pages:
            self.commit()

    def commit(self) -> None:
        """Publishes what came in since the last time: first the segment, then the rows."""
        name = self._publish(self._builder) if len(self._builder) else None
        with schema.sqlite_errors(self.folder):
            self._transaction()
            try:
                self._rows.store(self.connection)
                self.connection.executemany(INSERT_PAGE, self._inserts)
                self.connection.executemany(_SET_TEMPLATE, self._updates)
                flags = [(flags, page) for page, flags in self._flags.items()]
                self.connection.executemany("UPDATE pages SET flags = ? WHERE id = ?", flags)
                if name:
                    self._name_segment(name, self._next_page - len(self._builder), len(self._builder))
                self.added += len(self._inserts)
                values = (self.seen, self.added, self._run)
                self.connection.execute("UPDATE runs SET seen = ?, added = ? WHERE number = ?", values)
                for step in self._steps:
                    step()
                self.connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        self._empty_buffers()

    def finish(self, jobs: int = 0) -> None:
        """Commits the rest, joins small segments, and notes that the run came to its end."""
        self.commit()
        self.settle(jobs)
        with schema.sqlite_errors(self.folder):
            self.connection.execute("UPDATE runs SET ended = ? WHERE number = ?", (now(), self._run))

    def settle(self, jobs: int = 0, *, all_into_one: bool = False) -> int:
        """Joins the latest segments as long as the one before is not four times as large; gives how many are left."""
        spans = open_spans(self.folder, self.connection)
        joined, pages = len(spans), 0
        while joined and (all_into_one or not pages or spans[joined - 1].segment.pages <= 4 * pages):
            joined -= 1
            pages += spans[joined].segment.pages
        if len(spans) - joined > 1:
            bands, rows, seed = (int(self.settings[name]) for name in ("bands", "rows", "seed"))
            builder = SegmentBuilder(bands, rows, seed)
            for span in spans[joined:]:
                builder.push_segment(span.segment, jobs)
            self._replace([span.file for span in spans[joined:]], builder, spans[joined].first_page)
            spans = spans[: joined + 1]
        return len(spans)

    def _replace(self, old: list[str], builder: SegmentBuilder, first_page: int) -> None:
        name = self._publish(builder)
        with schema.sqlite_errors(self.folder):
            self._transaction()
            try:
                self.connection.executemany("DELETE FROM segments WHERE file = ?", [(file,) for file in old])
                self._name_segment(name, first_page, len(builder))
                self.connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        self._sweep()

    def _publish(self, builder: SegmentBuilder) -> str:
        name = f"{secrets.token_hex(8)}.segment"
        publish(self._disk, os.path.join(self.folder, schema.SEGMENTS), name, builder.write)
        return name

    def _name_segment(self, name: str, first_page: int, pages: int) -> None:
        size = os.path.getsize(os.path.join(self.folder, schema.SEGMENTS, name))
        query = "INSERT INTO segments (file, first_page, pages, bytes) VALUES (?, ?, ?, ?)"
        self.connection.execute(query, (name, first_page, pages, size))

    def begin(self) -> None:
        """What follows is committed with the next pages, or not at all."""
        self._transaction()

    def _transaction(self) -> None:
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN IMMEDIATE")

    def _roll_back(self) -> None:
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # the disk is gone; the next to open it rolls back

    def _sweep(self) -> None:
        """Removes files that no transaction mentions. Who reads them still has them open."""
        folder = os.path.join(self.folder, schema.SEGMENTS)
        known = {file for (file,) in self.connection.execute("SELECT file FROM segments")}
        try:
            for name in set(os.listdir(folder)) - known:
                os.unlink(os.path.join(folder, name))
        except FileNotFoundError as error:
            raise CollectionError("collection_damaged", f"{folder}: missing") from error
        except OSError as error:
            raise OutputError("output_unwritable", f"{folder}: {error.strerror or error}") from error
