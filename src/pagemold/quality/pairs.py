"""Pair counting: every two pages either belong together or not, and either are together or not.

Rand (1971) is the share of pairs on which both agree. With many templates nearly all pairs are apart and nearly
everything has a high Rand index; the adjusted one (Hubert & Arabie 1985) is 0 for chance and 1 for agreement.
"""

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from pagemold.quality.contingency import Contingency
from pagemold.quality.scores import Scores, scores


class Pairs(NamedTuple):
    """Numbers of pairs: rightly together, wrongly together, wrongly apart, rightly apart."""

    together: int
    wrongly_together: int
    wrongly_apart: int
    apart: int


def pairs(counts: Contingency) -> Pairs:
    """All pairs of pages, sorted into the four kinds without looking at one."""
    together = _within(counts.cells.values())
    found, true = _within(counts.groups.values()), _within(counts.labels.values())
    return Pairs(together, found - together, true - together, comb(counts.pages, 2) - found - true + together)


def _within(sizes: Iterable[int]) -> int:
    return sum(comb(size, 2) for size in sizes)


def pair_scores(counts: Contingency) -> Scores:
    """Precision, recall and F1 over pairs. Where no pair is together, none is wrong: 1."""
    right, wrongly_together, wrongly_apart, _ = pairs(counts)
    return scores(right, right + wrongly_together, right + wrongly_apart, empty=1.0)


def rand(counts: Contingency) -> float:
    """The share of pairs on which both agree; 1 where there is no pair."""
    found = pairs(counts)
    return (found.together + found.apart) / sum(found) if sum(found) else 1.0


def adjusted_rand(counts: Contingency) -> float:
    """The Rand index, corrected for what chance gives: 1 for the same groups, about 0 for random ones."""
    right, wrongly_together, wrongly_apart, apart = pairs(counts)
    if not wrongly_together and not wrongly_apart:
        return 1.0
    spread = (right + wrongly_apart) * (wrongly_apart + apart) + (right + wrongly_together) * (wrongly_together + apart)
    return 2 * (right * apart - wrongly_apart * wrongly_together) / spread
