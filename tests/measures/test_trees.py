"""Measures of whole trees and of style, against their definitions over the oracles' trees."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.errors import UsageError
from pagemold.features import features
from pagemold.measures.aggregate import Aggregate
from pagemold.measures.tree_edit import TreeEdit
from tests.native import native_tree
from tests.oracles import binary_branches, class_set, pq_grams, tree_edit
from tests.oracles.tree import Node
from tests.oracles.tree_edit import Costs, Labelled

ITEMS = ["<p>", "<b>x</b>", "<ul><li class=a>1<li>2</ul>", "<div class='a b'><i></i></div>", "<br>", "<table><tr><td>"]
pages = st.lists(st.sampled_from(ITEMS), max_size=3).map("".join)


def labelled(node: Node) -> Labelled:
    # Labels are told apart as numbers; a hash of a string differs from run to run, but not inside one.
    return Labelled(hash(node.label), tuple(labelled(child) for child in node.children))


def jaccard(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0


def bag_similarity(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    return 2 * (one & other).total() / (one.total() + other.total())


def cosine(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    product = sum(count * other[item] for item, count in one.items())
    return product / sqrt(sum(count**2 for count in one.values()) * sum(count**2 for count in other.values()))


def l1(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> int:
    return sum(abs(one[item] - other[item]) for item in one | other)


@given(pages, pages)
def test_each_measure_is_its_definition(one: str, other: str) -> None:
    a, b = native_tree(one), native_tree(other)
    structure = tree_edit.similarity(labelled(a), labelled(b), Costs())
    style = jaccard(class_set.items(a), class_set.items(b))
    branches = binary_branches.items(a), binary_branches.items(b)
    expected = {
        "tree_edit": structure,
        "style": style,
        "aggregate": (structure + style) / 2,
        "pq_grams": bag_similarity(pq_grams.items(a), pq_grams.items(b)),
        "branches_l1": bag_similarity(*branches),
        "branches_cosine": cosine(*branches),
    }
    for name, value in expected.items():
        assert pm.similarity(one, other, name) == pytest.approx(value), name


@given(pages, pages)
def test_branches_are_at_most_five_for_an_edit(one: str, other: str) -> None:
    a, b = native_tree(one), native_tree(other)
    edits = tree_edit.distance(labelled(a), labelled(b), Costs())
    assert l1(binary_branches.items(a), binary_branches.items(b)) <= 5 * edits


@given(pages, pages, st.sampled_from([0.0, 0.3, 1.0]), st.booleans())
def test_settings(one: str, other: str, kappa: float, fold: bool) -> None:
    costs = Costs(2, 1, 3)
    measure = Aggregate(kappa=kappa, structure=TreeEdit(costs=costs.each, fold=fold))
    rows = measure.prepare(features([one, other], measure.features))
    trees = [labelled(native_tree(page)) for page in (one, other)]
    structure = tree_edit.similarity(*(map(tree_edit.folded, trees) if fold else trees), costs)  # type: ignore[call-arg]
    style = pm.similarity(one, other, "style")
    got = measure.matrix(rows.take([0]), rows.take([1]))[0, 0]
    assert got == pytest.approx(kappa * structure + (1 - kappa) * style)


def test_two_pages_without_classes_are_of_one_style() -> None:
    assert pm.similarity("<p>", "<b>", "style") == 1.0
    assert pm.similarity("<p class=a>", "<b>", "style") == 0.0


def test_settings_of_a_measure_by_name() -> None:
    one, other = "<ul class=a><li><li></ul>", "<ul class=b><li></ul>"
    assert pm.similarity(one, other, "tree_edit", fold=True) == 1.0
    assert pm.similarity(one, other, "aggregate", fold=True, kappa=0.25) == 0.25
    assert pm.compare(one, other, kappa=1.0, fold=True).similarities["aggregate"] == 1.0
    with pytest.raises(UsageError, match="kappa: not a setting of the measure tree_edit"):
        pm.similarity(one, other, "tree_edit", kappa=0.5)
    with pytest.raises(UsageError, match="depth: not a setting"):
        pm.compare(one, other, depth=3)


@pytest.mark.parametrize("wrong", [-0.1, 1.1])
def test_kappa_is_a_share(wrong: float) -> None:
    with pytest.raises(UsageError, match="kappa"):
        Aggregate(kappa=wrong)


@pytest.mark.parametrize(
    "wrong", [(0.0, 0.0, 0.0), (-1.0, 1.0, 1.0), (1.0, float("inf"), 1.0), (1.0, float("nan"), 1.0)]
)
def test_costs_make_sense(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(UsageError, match="costs"):
        TreeEdit(costs=wrong)
