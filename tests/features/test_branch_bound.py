"""The L1 distance of two bags of binary branches is at most five times the tree edit distance (Yang et al. 2005)."""

from collections import Counter
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from tests.features.agreement import counts

# A tree: a label and its children.
Tree = tuple[str, tuple["Tree", ...]]
Forest = tuple[Tree, ...]

labels = st.sampled_from(["x-a", "x-b", "x-c"])
forests: st.SearchStrategy[Forest] = st.recursive(
    st.just(()),
    lambda below: st.lists(st.tuples(labels, below), max_size=3).map(tuple),
    max_leaves=4,
)


def size(forest: Forest) -> int:
    return sum(1 + size(children) for _, children in forest)


@cache
def edits(one: Forest, other: Forest) -> int:
    """The tree edit distance from its definition: what becomes of the last root of either forest."""
    if not one or not other:
        return size(one) + size(other)
    *before, (label, children) = one
    *before_other, (label_other, children_other) = other
    return min(
        edits((*before, *children), other) + 1,
        edits(one, (*before_other, *children_other)) + 1,
        edits(tuple(before), tuple(before_other)) + edits(children, children_other) + (label != label_other),
    )


def html(forest: Forest) -> str:
    """Elements without rules of their own nest as they are written."""
    return "".join(f"<{label}>{html(children)}</{label}>" for label, children in forest)


def l1(one: str, other: str) -> int:
    first, second = Counter(counts("binary_branches", one)), Counter(counts("binary_branches", other))
    return ((first - second) + (second - first)).total()


@given(forests, forests)
def test_bags_are_at_most_five_times_as_far_apart_as_trees(one: Forest, other: Forest) -> None:
    page = "<!DOCTYPE html><html><head></head><body>{}</body></html>"
    assert l1(page.format(html(one)), page.format(html(other))) <= 5 * edits(one, other)


def test_the_distance_is_that_of_the_definition() -> None:
    one = (("a", (("b", ()), ("c", ()))),)
    assert edits(one, one) == 0
    assert edits(one, (("b", ()), ("c", ()))) == 1
    assert edits(one, (("a", (("d", (("b", ()), ("c", ()))),)),)) == 1
    assert edits(one, (("x", (("y", ()),)),)) == 3
