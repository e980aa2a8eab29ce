"""The tree bench: its cases see the same trees, and agree."""

import zss

from bench.cases.trees import CASES, Flat, children
from bench.trees import flat, render

ONE = b"<ul><li>a<li><b>b</b></ul><p>"
OTHER = b"<ul><li>a<li>b<li>c</ul><div><p></div>"


def test_a_page_flattened() -> None:
    tags, sizes = flat(ONE)
    assert tags == ["html", "head", "body", "ul", "li", "li", "b", "p"]
    assert sizes == [8, 1, 6, 4, 1, 2, 1, 1]
    assert children(sizes) == [[1, 2], [], [3, 7], [4, 5], [], [6], [], []]


def test_our_case_is_the_distance() -> None:
    def node(tree: Flat, at: int = 0) -> zss.Node:
        return zss.Node(tree[0][at], [node(tree, child) for child in children(tree[1])[at]])

    one, other = flat(ONE), flat(OTHER)
    prepare, distance = CASES["ours"]()
    assert distance(prepare(one), prepare(other)) == zss.simple_distance(node(one), node(other))


def test_the_table() -> None:
    row = {"elements": 300, "milliseconds": {"ours": 1, "edist": 2, "apted": 300}, "ratios": {"edist": 2, "apted": 300}}
    large = {"elements": 5000, "milliseconds": {"ours": 900}, "ratios": {}}
    assert render([row, large]).splitlines()[2:] == [
        "| 300 | 1.00 ms | 2.00 ms | 300.00 ms | 2.0 times | 300.0 times |",
        "| 5,000 | 900.00 ms |  |  |  |  |",
    ]
