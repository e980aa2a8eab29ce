"""TEXT-MAX without any bookkeeping: every estimate is made anew from the signatures, at every step."""

from fractions import Fraction
from itertools import combinations
from math import log2
from typing import NamedTuple


class Signature(NamedTuple):
    """For each hash function the least value and how many documents have the path behind it."""

    least: tuple[int, ...]
    support: tuple[int, ...]
    size: Fraction
    documents: int


def jaccard(one: Signature, other: Signature) -> Fraction:
    return Fraction(sum(a == b for a, b in zip(one.least, other.least, strict=True)), len(one.least))


def joined(one: Signature, other: Signature) -> Signature:
    support = [
        (s if a <= b else 0) + (t if b <= a else 0)
        for a, b, s, t in zip(one.least, other.least, one.support, other.support, strict=True)
    ]
    least = tuple(map(min, one.least, other.least))
    size = (one.size + other.size) / (1 + jaccard(one, other))
    return Signature(least, tuple(support), size, one.documents + other.documents)


def totals(one: Signature) -> tuple[Fraction, Fraction, Fraction]:
    """Estimated paths of the template, and what documents have more and less than it."""
    each, documents = one.size / len(one.support), one.documents
    in_template = [count for count in one.support if 2 * count > documents]
    others = [count for count in one.support if 2 * count <= documents]
    return each * len(in_template), each * sum(others), each * sum(documents - count for count in in_template)


def bits(size: float, *counts: float) -> float:
    symbols = [*counts, size - sum(counts)]
    return size * log2(size) - sum(count * log2(count) for count in symbols if count > 0) if size else 0.0


def cost(clusters: list[Signature], paths: int) -> float:
    template, more, less = (float(sum(parts)) for parts in zip(*map(totals, clusters), strict=True))
    documents = sum(cluster.documents for cluster in clusters)
    count = len(clusters)
    return bits(paths * count, template) + bits(count * documents, documents) + bits(paths * documents, more, less)


def text_max(signatures: list[Signature], paths: int) -> list[int]:
    """The cluster of each signature: the number of its first one."""
    clusters = {number: (signature, [number]) for number, signature in enumerate(signatures)}
    while len(clusters) > 1:
        now = cost([signature for signature, _ in clusters.values()], paths)
        best = min(_candidates(clusters, paths), default=None)
        if best is None or best[0] >= now - 1e-6:
            break
        _, one, other = best
        clusters[one] = joined(clusters[one][0], clusters[other][0]), clusters[one][1] + clusters[other][1]
        del clusters[other]
    labels = {member: number for number, (_, members) in clusters.items() for member in members}
    return [labels[number] for number in range(len(signatures))]


Clusters = dict[int, tuple[Signature, list[int]]]


def _candidates(clusters: Clusters, paths: int) -> list[tuple[float, int, int]]:
    """Pairs where one is of those most alike to the other, with the cost after their merge."""
    most = {
        number: max(jaccard(clusters[number][0], clusters[other][0]) for other in clusters if other != number)
        for number in clusters
    }
    found = []
    for one, other in combinations(sorted(clusters), 2):
        alike = jaccard(clusters[one][0], clusters[other][0])
        if alike > 0 and alike in (most[one], most[other]):
            rest = [signature for number, (signature, _) in clusters.items() if number not in (one, other)]
            after = cost([*rest, joined(clusters[one][0], clusters[other][0])], paths)
            found.append((round(after, 6), one, other))
    return found
