"""The element tree as a feature: names in document order, and how many elements each subtree has."""

from hypothesis import given

from tests.native import native_tree, row
from tests.oracles.hashing import label_hash
from tests.oracles.tree import Node, walk
from tests.strategies import pages


def size(node: Node) -> int:
    return sum(1 for _ in walk(node))


def test_a_small_page() -> None:
    got = row("<p>a<b>b</b><p>c", "elements:names", "elements:counts")
    assert got["elements:names"] == ["html", "head", "body", "p", "b", "p"]
    assert got["elements:counts"] == [6, 1, 4, 2, 1, 1]


@given(pages)
def test_agrees_with_the_tree(html: str) -> None:
    nodes = [node for node, _ in walk(native_tree(html))]
    got = row(html, "elements", "elements:counts")
    assert got["elements"] == [label_hash(node.label) for node in nodes]
    assert got["elements:counts"] == [size(node) for node in nodes]
