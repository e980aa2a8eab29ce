"""Tree edit distances of the core: equal to the definition and to Zhang-Shasha's, bounded or not."""

from collections.abc import Sequence
from math import isnan

import numpy as np
import pytest
import zss
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pagemold._native import tree_distances, tree_mapping, tree_similarities, trees_alike
from pagemold.errors import UsageError
from tests.oracles import tree_edit
from tests.oracles.tree_edit import Costs, Labelled

Rows = tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint32]]

labels = st.integers(0, 3)
trees = st.recursive(
    st.builds(Labelled, labels, st.just(())),
    lambda below: st.builds(Labelled, labels, st.lists(below, max_size=4).map(tuple)),
    max_leaves=8,
)
COSTS = [Costs(), Costs(2, 1, 3), Costs(1, 3, 9), Costs(0.7, 1.1, 0.45), Costs(0, 1, 1), Costs(1, 1, 0)]
costs = st.sampled_from(COSTS)


def flat(tree: Labelled) -> list[tuple[int, int]]:
    """Labels in document order, each with the size of its subtree."""
    below = [node for child in tree.children for node in flat(child)]
    return [(tree.label, len(below) + 1), *below]


def rows(*some: Labelled) -> Rows:
    nodes = [flat(tree) for tree in some]
    offsets = np.cumsum([0, *map(len, nodes)])
    all_nodes = [node for tree in nodes for node in tree]
    return (
        offsets.astype(np.int64),
        np.array([label for label, _ in all_nodes], np.uint64),
        np.array([size for _, size in all_nodes], np.uint32),
    )


def doubles(data: bytes) -> list[float]:
    return list(np.frombuffer(data, "<f8").tolist())


def distance(one: Labelled, other: Labelled, prices: Costs, fold: bool = False) -> float:
    return doubles(tree_distances(rows(one), rows(other), costs=prices.each, fold=fold, jobs=1))[0]


def by_zss(one: Labelled, other: Labelled, prices: Costs) -> float:
    return float(
        zss.distance(
            one,
            other,
            lambda node: node.children,
            insert_cost=lambda _: prices.insert,
            remove_cost=lambda _: prices.remove,
            update_cost=lambda a, b: 0 if a.label == b.label else prices.replace,
        )
    )


@given(trees, trees, costs)
def test_distance_is_the_definitions(one: Labelled, other: Labelled, prices: Costs) -> None:
    assert distance(one, other, prices) == pytest.approx(tree_edit.distance(one, other, prices))


@given(trees, trees, costs)
def test_distance_is_that_of_zhang_and_shasha(one: Labelled, other: Labelled, prices: Costs) -> None:
    assert distance(one, other, prices) == pytest.approx(by_zss(one, other, prices))


@given(trees, trees, costs, st.sampled_from([0.0, 0.5, 0.7, 0.85, 0.9, 0.95, 1.0]))
def test_a_threshold_keeps_what_is_alike_and_drops_the_rest(
    one: Labelled, other: Labelled, prices: Costs, threshold: float
) -> None:
    expected = tree_edit.similarity(one, other, prices)
    pair = (np.array([0]), np.array([1]), np.array([threshold]))
    (got,) = doubles(tree_similarities(rows(one, other), pair, costs=prices.each, jobs=1))
    if abs(expected - threshold) > 1e-9:
        assert isnan(got) == (expected < threshold)
        assert trees_alike(rows(one, other), pair, costs=prices.each, jobs=1) == bytes([expected >= threshold])
    assert isnan(got) or got == pytest.approx(expected)


@given(trees, trees, costs)
def test_mapping_is_an_edit_of_that_cost(one: Labelled, other: Labelled, prices: Costs) -> None:
    pairs = tree_mapping(rows(one), rows(other), costs=prices.each)
    left, right = flat(one), flat(other)
    relabelled = sum(left[node][0] != right[partner][0] for node, partner in pairs)
    removed, inserted = len(left) - len(pairs), len(right) - len(pairs)
    total = relabelled * prices.replace + removed * prices.remove + inserted * prices.insert
    assert total == pytest.approx(tree_edit.distance(one, other, prices))
    assert keeps_order(pairs, left, right)


def keeps_order(pairs: Sequence[tuple[int, int]], left: list[tuple[int, int]], right: list[tuple[int, int]]) -> bool:
    """Each node once; what is above or before another stays above or before it."""

    def relation(nodes: list[tuple[int, int]], a: int, b: int) -> tuple[bool, bool]:
        return a < b, a <= b < a + nodes[a][1]

    return all(
        relation(left, a, b) == relation(right, x, y) and (a == b) == (x == y) for a, x in pairs for b, y in pairs
    )


@given(trees, trees)
def test_folding_leaves_repeated_groups_out(one: Labelled, other: Labelled) -> None:
    folded_one, folded_other = tree_edit.folded(one), tree_edit.folded(other)
    assert distance(one, other, Costs(), fold=True) == tree_edit.distance(folded_one, folded_other, Costs())


def test_a_longer_list_is_the_same_when_folded() -> None:
    def page(items: int) -> Labelled:
        item = (Labelled(2, (Labelled(3),)), Labelled(4))
        return Labelled(0, (Labelled(1, item * items),))

    assert distance(page(2), page(50), Costs()) == 48 * 3
    assert distance(page(2), page(50), Costs(), fold=True) == 0


def test_all_pairs_on_any_number_of_threads() -> None:
    some = [Labelled(0, (Labelled(number % 3),) * number) for number in range(12)]
    expected = [tree_edit.distance(one, other, Costs()) for one in some for other in some]
    assert doubles(tree_distances(rows(*some), rows(*some), jobs=1)) == expected
    assert doubles(tree_distances(rows(*some), rows(*some), jobs=3)) == expected


def chain(depth: int, label: int) -> Rows:
    numbers = np.arange(depth, 0, -1)
    return np.array([0, depth], np.int64), np.full(depth, label, np.uint64), numbers.astype(np.uint32)


def test_depth_costs_no_stack() -> None:
    assert doubles(tree_distances(chain(3000, 1), chain(2900, 2))) == [3000]


@pytest.mark.parametrize("sizes", [[1, 1], [3, 1], [2, 2], [0, 1], [2]])
def test_what_is_no_tree_is_refused(sizes: list[int]) -> None:
    wrong = (np.array([0, 2], np.int64), np.array([1, 2], np.uint64), np.array(sizes, np.uint32))
    with pytest.raises(UsageError):
        tree_distances(wrong, wrong)


def test_costs_below_zero_are_refused() -> None:
    one = rows(Labelled(1))
    with pytest.raises(UsageError, match="not negative"):
        tree_distances(one, one, costs=(-1.0, 1.0, 1.0))
