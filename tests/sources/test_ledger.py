"""The book of a run stays small, whatever the input does."""

import pytest

from pagemold.data import Problem
from pagemold.errors import SourceError
from pagemold.sources.ledger import PROBLEMS_KEPT, Ledger


def test_a_million_problems_are_counted_not_kept() -> None:
    ledger = Ledger(skip_unreadable=True)
    for place in range(PROBLEMS_KEPT + 10):
        ledger.damage(Problem("a", place, 1, "bad", "bad"))
    assert len(ledger.summary().problems) == PROBLEMS_KEPT
    assert ledger.summary().problem_count == PROBLEMS_KEPT + 10


def test_an_unreadable_source_ends_the_run_or_is_noted() -> None:
    error = SourceError("source_empty", "a: empty")
    with pytest.raises(SourceError):
        Ledger(skip_unreadable=False).fail(error)
    ledger = Ledger(skip_unreadable=True)
    ledger.fail(error)
    assert ledger.summary().errors == (error,)


def test_a_summary_does_not_change_afterwards() -> None:
    ledger = Ledger(skip_unreadable=True)
    ledger.skip("status", 2)
    ledger.skip("too_small", 0)
    before = ledger.summary()
    ledger.skip("status", 3)
    assert before.skipped == {"status": 2}
