"""Path shingles: windows of four consecutive tag names along each leaf path; a shorter path is its own window."""

from tests.oracles import leaf_paths
from tests.oracles.tree import Node

Item = tuple[str, ...]
WIDTH = 4


def items(root: Node) -> set[Item]:
    shingles = set()
    for path in leaf_paths.items(root):
        if len(path) < WIDTH:
            shingles.add(path)
        for start in range(len(path) - WIDTH + 1):
            shingles.add(path[start : start + WIDTH])
    return shingles


def name(item: Item) -> str:
    return "/".join(item)
