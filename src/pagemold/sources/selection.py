"""Which pages are wanted: by status, kind, size and address."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import Filter
from pagemold.errors import UsageError
from pagemold.sources.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Selection:
    """Filters on pages. Patterns are RE2 expressions searched for in the URL, or in the path of a file without one."""

    statuses: tuple[int, ...] | None = (200,)
    html_only: bool = True
    min_bytes: int = 0
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    # Not about pages but about bytes: whether those that no page needs are read too, to find damage in them.
    whole: bool = False

    def __post_init__(self) -> None:
        for pattern in (*self.include, *self.exclude):
            try:
                pc.match_substring_regex(pa.array([""]), pattern)
            except pa.ArrowInvalid as error:
                raise UsageError("wrong_argument", f"{pattern}: {error}") from error
        for status in self.statuses or ():
            if not 100 <= status <= 999:
                raise UsageError("wrong_argument", f"{status}: not an HTTP status")
        if self.min_bytes < 0:
            raise UsageError("wrong_argument", f"{self.min_bytes}: a size cannot be negative")
        if self.min_bytes >= 2**63:
            raise UsageError("wrong_argument", f"{self.min_bytes}: no page is that large")

    def native(self) -> Filter:
        """The part that the archive reader applies before it looks into a page."""
        statuses = None if self.statuses is None else list(self.statuses)
        return Filter(statuses=statuses, html_only=self.html_only, min_bytes=self.min_bytes, whole=self.whole)

    def apply(self, batch: pa.RecordBatch, ledger: Ledger) -> pa.RecordBatch:
        """The wanted rows of a batch; the others are counted."""
        if self.min_bytes:
            batch = _keep(batch, pc.greater_equal(batch["size"], self.min_bytes), "too_small", ledger)
        if self.include or self.exclude:
            address = pc.coalesce(batch["url"], batch["path"], pa.scalar("", pa.large_utf8()))
            wanted = pa.array([not self.include] * batch.num_rows)
            for pattern in self.include:
                wanted = pc.or_(wanted, pc.match_substring_regex(address, pattern))
            for pattern in self.exclude:
                wanted = pc.and_not(wanted, pc.match_substring_regex(address, pattern))
            batch = _keep(batch, wanted, "excluded", ledger)
        return batch


def _keep(batch: pa.RecordBatch, wanted: pa.Array, reason: str, ledger: Ledger) -> pa.RecordBatch:
    ledger.skip(reason, batch.num_rows - wanted.true_count)
    return batch if wanted.true_count == batch.num_rows else batch.filter(wanted)
