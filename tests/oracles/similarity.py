"""The measures on plain Python values, straight from their definitions."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import log2

from tests.oracles.tree import Node, walk


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


def nodes_in(node: Node) -> int:
    """How many nodes a tree has."""
    return sum(1 for _ in walk(node))


def top_down_distance(one: Node, other: Node, *, are_roots: bool = True) -> int:
    """RTDM: what it costs to pair two nodes, by the definition; unequal labels end the mapping, except at the roots."""
    if one.label != other.label and not are_roots:
        return nodes_in(one) + nodes_in(other) - 1
    row = [0]
    for child in other.children:
        row.append(row[-1] + nodes_in(child))
    for left in one.children:
        before = row
        row = [before[0] + nodes_in(left)]
        for place, right in enumerate(other.children):
            paired = before[place] + top_down_distance(left, right, are_roots=False)
            row.append(min(paired, before[place + 1] + nodes_in(left), row[place] + nodes_in(right)))
    return row[-1] + (one.label != other.label)


def rtdm(one: Node, other: Node) -> float:
    """RTDM: 1 - distance / larger tree, 0 where the distance is larger still."""
    return max(0.0, 1.0 - top_down_distance(one, other) / max(nodes_in(one), nodes_in(other)))


def grammar(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> float:
    """The share of bits that a grammar learnt from one page saves of the other, the mean of both directions."""
    if not one or not other:
        return float(one == other)

    def weights(page: set[tuple[str, ...]]) -> dict[tuple[str, ...], float]:
        return {path: sum(below[: len(path)] == path for below in page) ** 0.25 for path in page}

    def saved(known: set[tuple[str, ...]], page: set[tuple[str, ...]]) -> float:
        """Background 0.1, of strength 0.8; a path that is not new saves its name, 0.8 bits."""
        bits = 0.0
        for path, weight in weights(page).items():
            if path in known:
                bits += weight * (0.8 + log2(1.08 / 1.8 / 0.1))
            elif not path[:-1] or path[:-1] in known:
                bits += weight * log2(0.08 / 1.8 / 0.1)
        for path, weight in weights(known).items():
            if path not in page and (not path[:-1] or path[:-1] in page):
                bits += weight * log2((1 - 1.08 / 1.8) / (1 - 0.1))
        return bits

    shares = (saved(one, other) / saved(other, other), saved(other, one) / saved(one, one))
    return sum(min(max(share, 0.0), 1.0) for share in shares) / 2
