"""Tree edit distances as each library's users compute them: a function from two prepared trees to a distance.

`python -m bench.cases.trees NAME` serves one of them: pairs of trees as a JSON line in, distances and seconds out.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

# Tags in document order, and the size of each one's subtree.
Flat = tuple[list[str], list[int]]


def children(sizes: list[int]) -> list[list[int]]:
    """The children of each node, in document order."""
    below: list[list[int]] = []
    for node, size in enumerate(sizes):
        found, child = [], node + 1
        while child < node + size:
            found.append(child)
            child += sizes[child]
        below.append(found)
    return below


def ours() -> tuple[Callable[[Flat], Any], Callable[[Any, Any], float]]:
    """The core, on one core, called for one pair at a time."""
    import numpy as np

    from pagemold._native import tree_distances

    numbers: dict[str, int] = {}

    def prepare(tree: Flat) -> Any:
        labels = [numbers.setdefault(tag, len(numbers)) for tag in tree[0]]
        return np.array([0, len(labels)]), np.array(labels, np.uint64), np.array(tree[1], np.uint32)

    def distance(one: Any, other: Any) -> float:
        return float(np.frombuffer(tree_distances(one, other, jobs=1))[0])

    return prepare, distance


def edist() -> tuple[Callable[[Flat], Any], Callable[[Any, Any], float]]:
    """edist's Zhang-Shasha in Cython, unit costs."""
    from edist.ted import standard_ted

    return lambda tree: (tree[0], children(tree[1])), lambda one, other: float(standard_ted(*one, *other))


def apted() -> tuple[Callable[[Flat], Any], Callable[[Any, Any], float]]:
    """The authors' APTED, in its Python version."""
    from apted import APTED
    from apted.helpers import Tree

    def prepare(tree: Flat) -> Any:
        below, nodes = children(tree[1]), [Tree(tag) for tag in tree[0]]
        for node, found in zip(nodes, below, strict=True):
            node.children = [nodes[child] for child in found]
        return nodes[0]

    return prepare, lambda one, other: float(APTED(one, other).compute_edit_distance())


CASES = {"ours": ours, "edist": edist, "apted": apted}


def main() -> None:
    """Serve until the input ends."""
    sys.setrecursionlimit(100_000)
    prepare, distance = CASES[sys.argv[1]]()
    for line in sys.stdin:
        pairs = [(prepare(one), prepare(other)) for one, other in json.loads(line)]
        began = time.perf_counter()
        found = [distance(one, other) for one, other in pairs]
        print(json.dumps({"seconds": time.perf_counter() - began, "distances": found}), flush=True)


if __name__ == "__main__":
    main()
