"""Leaf paths: the tag names from the root to each element that has no element children."""

from tests.oracles.tree import Node, walk

Item = tuple[str, ...]


def items(root: Node) -> set[Item]:
    paths = set()
    for node, ancestors in walk(root):
        if not node.children:
            paths.add((*(ancestor.label for ancestor in ancestors), node.label))
    return paths


def name(item: Item) -> str:
    return "/".join(item)
