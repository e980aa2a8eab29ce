"""The measures on plain Python values, straight from their definitions."""

from collections import Counter
from collections.abc import Sequence
from functools import cache


def overlap(one: set[str], other: set[str]) -> float:
    """CP, CPS and CTSS: what both share / the larger set."""
    larger = max(len(one), len(other))
    return len(one & other) / larger if larger else 1.0


def tag_vector(one: Counter[str], other: Counter[str]) -> float:
    """TV: 1 - sum of differences / sum of counts."""
    total = one.total() + other.total()
    differences = sum(abs(one[tag] - other[tag]) for tag in one | other)
    return 1.0 - differences / total if total else 1.0


def common_subsequence(one: Sequence[object], other: Sequence[object]) -> int:
    """The length of the longest common subsequence, a row of the table at a time."""
    row = [0] * (len(other) + 1)
    for item in one:
        before = row
        row = [0]
        for place, candidate in enumerate(other):
            row.append(before[place] + 1 if item == candidate else max(row[place], before[place + 1]))
    return row[-1]


def lcts(one: Sequence[object], other: Sequence[object]) -> float:
    """LCTS: the longest common subsequence / the longer sequence."""
    longer = max(len(one), len(other))
    return common_subsequence(one, other) / longer if longer else 1.0


def levenshtein(one: Sequence[object], other: Sequence[object]) -> int:
    """Insertions, deletions and substitutions, by definition."""

    @cache
    def rest(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return len(one) - i + len(other) - j
        if one[i] == other[j]:
            return rest(i + 1, j + 1)
        return 1 + min(rest(i + 1, j), rest(i, j + 1), rest(i + 1, j + 1))

    return rest(0, 0)


def edit(one: Sequence[object], other: Sequence[object]) -> float:
    """Fingerprints: 1 - Levenshtein distance / longer one."""
    longer = max(len(one), len(other))
    return 1.0 - levenshtein(one, other) / longer if longer else 1.0
