"""The nearest bags of a query from the definitions: every bag is compared."""

from collections import Counter
from math import sqrt

Bag = dict[int, int]


def cosine(one: Bag, other: Bag) -> float:
    dot = sum(count * other.get(item, 0) for item, count in one.items())
    norms = [sum(count * count for count in bag.values()) for bag in (one, other)]
    if not all(norms):
        return float(norms[0] == norms[1])
    return dot / sqrt(norms[0] * norms[1])


def jaccard(one: Bag, other: Bag) -> float:
    both = len(one.keys() | other.keys())
    return len(one.keys() & other.keys()) / both if both else 1.0


MEASURES = {"cosine": cosine, "jaccard": jaccard}


def nearest(stored: list[Bag], query: Bag, k: int, measure: str) -> list[tuple[int, float]]:
    scores = [(page, MEASURES[measure](query, bag)) for page, bag in enumerate(stored)]
    return sorted(scores, key=lambda hit: (-hit[1], hit[0]))[:k]


def weighted_agreement(one: Bag, other: Bag) -> float:
    """The chance that two weighted MinHash signatures agree in a place (Moulton & Jiang 2018), weights squared."""
    first, second = ({item: count * count for item, count in bag.items()} for bag in (one, other))
    items = first.keys() | second.keys()
    total = 0.0
    for item in first.keys() & second.keys():
        total += 1 / sum(max(first.get(i, 0) / first[item], second.get(i, 0) / second[item]) for i in items)
    return total


def multiset(text: str) -> Bag:
    """A bag of characters, for tests."""
    return dict(Counter(map(ord, text)))
