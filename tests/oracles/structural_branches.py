"""Binary branches of a page without tags that only mark up text: a copy of the tree without them, then the branches."""

from collections import Counter

from tests.oracles import binary_branches
from tests.oracles.binary_branches import Item, name
from tests.oracles.tree import Node, walk

__all__ = ["items", "name"]

LEFT_OUT = {
    *("abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i"),
    *("ins", "kbd", "mark", "nobr", "noscript", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "span"),
    *("strike", "strong", "style", "sub", "sup", "template", "time", "tt", "u", "var", "wbr"),
}


def items(root: Node) -> Counter[Item]:
    nodes = [node for node, _ in walk(root)]
    # From the last to the first, so that the children of a node have been replaced before the node itself is looked at.
    for node in reversed(nodes):
        node.children = [kept for child in node.children for kept in _kept(child)]
    return binary_branches.items(root)


def _kept(node: Node) -> list[Node]:
    return node.children if node.label in LEFT_OUT else [node]
