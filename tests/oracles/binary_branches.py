"""Binary branches (Wijn 2017): each node of the left-child, right-sibling tree with the labels of its two children."""

from collections import Counter

from tests.oracles.tree import Node, walk

Item = tuple[str, ...]


def items(root: Node) -> Counter[Item]:
    branches: Counter[Item] = Counter()
    for node, ancestors in walk(root):
        siblings = ancestors[-1].children if ancestors else [node]
        place = next(index for index, sibling in enumerate(siblings) if sibling is node)
        left = node.children[0].label if node.children else ""
        right = siblings[place + 1].label if place + 1 < len(siblings) else ""
        branches[(node.label, left, right)] += 1
    return branches


def name(item: Item) -> str:
    label, left, right = item
    return f"{label}({left or 'ε'},{right or 'ε'})"
