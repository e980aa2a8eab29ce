"""Union-find: what is joined directly or through others is one (Galler & Fischer 1964)."""

from collections.abc import Iterable
from typing import Any

import numpy as np


def components(nodes: int, pairs: Iterable[tuple[int, int]]) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """The number of each node's component, counted by first appearance.

    >>> components(4, [(0, 2), (2, 3)]).tolist()
    [0, 1, 0, 0]
    """
    leaders = list(range(nodes))

    def find(node: int) -> int:
        while leaders[node] != node:
            leaders[node] = leaders[leaders[node]]
            node = leaders[node]
        return node

    for one, other in pairs:
        low, high = sorted((find(one), find(other)))
        leaders[high] = low
    roots = [find(node) for node in range(nodes)]
    numbers: dict[int, int] = {}
    return np.array([numbers.setdefault(root, len(numbers)) for root in roots], np.int64)
