"""Stratified folds: each label's pages shuffled by a seed and dealt out, so that every fold has its share of each."""

import random
from collections import defaultdict
from collections.abc import Sequence


def folds(labels: Sequence[str], count: int = 10, seed: int = 1) -> list[int]:
    """The fold of each page.

    >>> folds(["a"] * 4 + ["b"] * 2, 2) == folds(["a"] * 4 + ["b"] * 2, 2)
    True
    """
    by_label: dict[str, list[int]] = defaultdict(list)
    for place, label in enumerate(labels):
        by_label[label].append(place)
    chance = random.Random(seed)
    fold = [0] * len(labels)
    for label in sorted(by_label):
        places = by_label[label]
        chance.shuffle(places)
        for turn, place in enumerate(places):
            fold[place] = turn % count
    return fold
