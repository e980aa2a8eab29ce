"""Class paths: for each element the segments from the root to it; a segment is the tag and up to three class tokens."""

import re

from tests.oracles.class_set import class_tokens
from tests.oracles.tree import Node, walk

Item = tuple[str, ...]
TOKENS = 3


def segment(node: Node) -> str:
    """Runs of digits become `#`, so `item-1` and `item-2` are one; `\\`, `/` and `.` of a token are escaped."""
    folded = {re.sub("[0-9]+", "#", token) for token in class_tokens(node)}
    chosen = sorted(folded, key=lambda token: token.encode())[:TOKENS]
    return node.label + "".join("." + re.sub(r"([\\/.])", r"\\\1", token) for token in chosen)


def items(root: Node) -> set[Item]:
    return {tuple(segment(step) for step in [*ancestors, node]) for node, ancestors in walk(root)}


def name(item: Item) -> str:
    return "/".join(item)
