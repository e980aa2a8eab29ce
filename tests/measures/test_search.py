"""The searches of the core on made-up sequences, sets and trees, against brute force over the oracles."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.errors import UsageError
from pagemold.measures.measure import NativeMeasure
from pagemold.measures.rows import Rows
from tests.oracles import similarity as oracle
from tests.oracles.tree import Node, walk

LABELS = "abc"

sequences = st.lists(st.sampled_from(LABELS), max_size=9)
# Long enough for several words of bits, and alike enough for bands to be narrow.
long_sequences = st.builds(
    lambda start, length, cuts: [LABELS[(start + at) % 3] for at in range(length) if at not in cuts],
    st.integers(0, 2),
    st.integers(0, 400),
    st.sets(st.integers(0, 400), max_size=40),
)
trees = st.recursive(
    st.builds(lambda label: Node(label), st.sampled_from(LABELS)),
    lambda children: st.builds(
        lambda label, below: Node(label, {}, below), st.sampled_from(LABELS), st.lists(children, max_size=4)
    ),
    max_leaves=12,
)


def as_rows(lists: Sequence[Sequence[int]], counts: Sequence[Sequence[int]] = ()) -> Rows:
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return Rows(
        ends,
        np.array([value for row in lists for value in row], np.uint64),
        np.array([count for row in counts for count in row], np.uint32),
    )


def sequence_rows(items: Sequence[Sequence[str]]) -> Rows:
    return as_rows([[ord(label) for label in item] for item in items])


def set_rows(items: Sequence[Sequence[str]]) -> Rows:
    return as_rows([sorted({ord(label) for label in item}) for item in items])


def bag_rows(items: Sequence[Sequence[str]]) -> Rows:
    bags = [sorted(Counter(map(ord, item)).items()) for item in items]
    return as_rows([[key for key, _ in bag] for bag in bags], [[count for _, count in bag] for bag in bags])


def tree_rows(items: Sequence[Node]) -> Rows:
    nodes = [[node for node, _ in walk(item)] for item in items]
    sizes = [[oracle.nodes_in(node) for node in row] for row in nodes]
    return as_rows([[ord(node.label) for node in row] for row in nodes], sizes)


CASES: dict[str, tuple[Callable[..., Rows], Callable[[Any, Any], float], st.SearchStrategy[Any]]] = {
    "lcts": (sequence_rows, oracle.lcts, st.one_of(sequences, long_sequences)),
    "levenshtein": (sequence_rows, oracle.edit, sequences),
    "overlap": (set_rows, lambda one, other: oracle.overlap({*one}, {*other}), sequences),
    "tag_vector": (bag_rows, lambda one, other: oracle.tag_vector(Counter(one), Counter(other)), sequences),
    "rtdm": (tree_rows, oracle.rtdm, trees),
}


@st.composite
def questions(draw: st.DrawFn, name: str) -> tuple[list[Any], list[Any], list[int], list[float]]:
    """Queries, known items with their groups, and a threshold for each of three groups."""
    items = CASES[name][2]
    queries, known = draw(st.lists(items, max_size=4)), draw(st.lists(items, max_size=7))
    groups = draw(st.lists(st.integers(0, 2), min_size=len(known), max_size=len(known)))
    thresholds = draw(st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.8, 0.95, 1.0]), min_size=3, max_size=3))
    return queries, known, groups, thresholds


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_the_nearest_is_what_brute_force_finds(name: str, data: st.DataObject) -> None:
    rows, similarity, _ = CASES[name]
    queries, known, groups, thresholds = data.draw(questions(name))
    measure = NativeMeasure(name, name, name)
    found = measure.nearest(rows(queries), rows(known), groups, thresholds, runner_up=True, every=True)
    for at, query in enumerate(queries):
        all_hits = [
            (-similarity(query, item), group, place)
            for place, (item, group) in enumerate(zip(known, groups, strict=True))
        ]
        hits = sorted(hit for hit in all_hits if -hit[0] >= thresholds[hit[1]])
        best = hits[0] if hits else (0.0, -1, -1)
        second = next((hit for hit in hits if hit[1] != best[1]), (0.0, -1, -1))
        assert (found.best[at], found.similarity[at]) == (best[2], pytest.approx(-best[0]))
        assert (found.second[at], found.second_similarity[at]) == (second[2], pytest.approx(-second[0]))
        assert [*found.reached[found.offsets[at] : found.offsets[at + 1]]] == sorted({hit[1] for hit in hits})


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_the_best_alone_is_the_same(name: str, data: st.DataObject) -> None:
    rows = CASES[name][0]
    queries, known, groups, thresholds = data.draw(questions(name))
    measure = NativeMeasure(name, name, name)
    with_all = measure.nearest(rows(queries), rows(known), groups, thresholds, runner_up=True, every=True)
    alone = measure.nearest(rows(queries), rows(known), groups, thresholds, jobs=1)
    assert [*alone.best] == [*with_all.best]
    assert [*alone.similarity] == [*with_all.similarity]


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_the_least_is_what_brute_force_finds(name: str, data: st.DataObject) -> None:
    rows, similarity, items = CASES[name]
    members = data.draw(st.lists(items, max_size=12))
    groups = data.draw(st.lists(st.integers(0, 1), min_size=len(members), max_size=len(members)))
    found = NativeMeasure(name, name, name).least(rows(members), groups, 2)
    for group in (0, 1):
        inside = [member for member, of in zip(members, groups, strict=True) if of == group]
        pairs = [similarity(one, other) for one in inside for other in inside]
        assert found[group] == pytest.approx(min(pairs, default=1.0))


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_linked_groups_are_connected_components(name: str, data: st.DataObject) -> None:
    rows, similarity, items = CASES[name]
    members = data.draw(st.lists(items, max_size=7))
    threshold = data.draw(st.sampled_from([0.0, 0.5, 0.8, 1.0]))
    near = [[at for at, right in enumerate(members) if similarity(left, right) >= threshold] for left in members]
    groups = [*range(len(members))]
    for _ in members:  # as often as a chain can be long
        groups = [min(groups[other] for other in others) for others in near]
    found = NativeMeasure(name, name, name).linked(rows(members), threshold)
    assert [groups.index(group) for group in groups] == [found.index(group) for group in found]


def test_deep_and_wide_trees_are_input_like_any_other() -> None:
    deep = 100_000
    chains = as_rows([[1] * deep, [1] * (deep - 1) + [2]], [[*range(deep, 0, -1)]] * 2)
    assert NativeMeasure("rtdm", "rtdm", "x").matrix(chains, chains)[0, 1] == 1 - 1 / deep
    many = as_rows([[*range(100_000)], [*range(1, 100_001)]])
    assert NativeMeasure("lcts", "lcts", "x").matrix(many, many)[0, 1] == 1 - 1 / 100_000


@pytest.mark.parametrize(
    ("rows", "groups"),
    [((np.array([0, 3]), [1], []), [0]), ((np.array([0, 1]), [1], [1, 2]), [0]), ((np.array([0, 1]), [1], []), [7])],
)
def test_what_does_not_fit_is_refused(rows: tuple[Any, list[int], list[int]], groups: list[int]) -> None:
    wrong = Rows(rows[0], np.array(rows[1], np.uint64), np.array(rows[2], np.uint32))
    with pytest.raises(UsageError):
        NativeMeasure("cp", "overlap", "x").least(wrong, groups, 1)
