"""Precision, recall and their harmonic mean, whatever is counted."""

from typing import NamedTuple


class Scores(NamedTuple):
    """How much of what was found is right, how much of what is right was found, and both in one number."""

    precision: float
    recall: float
    f1: float


def scores(right: float, found: float, true: float, *, empty: float) -> Scores:
    """From counts; `empty` is what a share of nothing counts as."""
    return of(right / found if found else empty, right / true if true else empty)


def of(precision: float, recall: float) -> Scores:
    """With the harmonic mean, which is 0 where both are."""
    both = precision + recall
    return Scores(precision, recall, 2 * precision * recall / both if both else 0.0)
