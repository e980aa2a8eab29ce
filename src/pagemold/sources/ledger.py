"""The book of one run: what was read, passed over, damaged, or could not be opened."""

from collections import Counter

import pyarrow as pa

from pagemold.arrow import flag_counts
from pagemold.data import Problem, Summary
from pagemold.errors import SourceError
from pagemold.sources.part import internal

# A hostile archive can be damaged in a million places; the count goes on, the list does not.
PROBLEMS_KEPT = 1_000


class Ledger:
    """Counts of one run. With `skip_unreadable`, a source that cannot be read is noted; without, it ends the run."""

    def __init__(self, skip_unreadable: bool) -> None:
        self.skip_unreadable = skip_unreadable
        self.pages = 0
        self.skipped: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self.problem_count = 0
        self.errors: list[SourceError] = []
        self.flags: Counter[str] = Counter()

    def fail(self, error: SourceError) -> None:
        """A source that cannot be read at all."""
        if not self.skip_unreadable:
            raise error
        self.errors.append(error)

    def stumble(self, name: str, error: Exception) -> None:
        """A fault of our own over one source. Where that may not be skipped it goes up as it came."""
        if not self.skip_unreadable:
            raise error
        self.errors.append(internal(name, error))

    def damage(self, problem: Problem) -> None:
        """Damage that was stepped over."""
        self.problem_count += 1
        if len(self.problems) < PROBLEMS_KEPT:
            self.problems.append(problem)

    def skip(self, reason: str, count: int) -> None:
        """Records that a filter passed over."""
        if count:
            self.skipped[reason] += count

    def count(self, batch: pa.RecordBatch) -> None:
        """Pages that were handed out, with their flags."""
        self.pages += batch.num_rows
        self.flags.update(flag_counts(batch["flags"]))

    def summary(self) -> Summary:
        """The book as it stands."""
        return Summary(
            pages=self.pages,
            skipped=Counter(self.skipped),
            flags=Counter(self.flags),
            problems=tuple(self.problems),
            problem_count=self.problem_count,
            errors=tuple(self.errors),
        )
