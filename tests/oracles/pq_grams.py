"""pq-grams (Augsten, Böhlen and Gamper 2005) with p = 2 and q = 3: an element, its parent, three children in a row."""

from collections import Counter

from tests.oracles.tree import Node, walk

Item = tuple[str, ...]
NOTHING = "*"


def items(root: Node) -> Counter[Item]:
    grams: Counter[Item] = Counter()
    for node, ancestors in walk(root):
        stem = (ancestors[-1].label if ancestors else NOTHING, node.label)
        labels = [child.label for child in node.children]
        around = [NOTHING, NOTHING, *labels, NOTHING, NOTHING] if labels else [NOTHING] * 3
        for start in range(len(around) - 2):
            grams[(*stem, *around[start : start + 3])] += 1
    return grams


def name(item: Item) -> str:
    return ",".join(item)
