"""Shared near neighbours: the fixed point of the definition, in any order of pages."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.groups.shared_neighbours import shared_neighbours
from tests.oracles import shared_neighbours as oracle

graphs = st.integers(1, 9).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] < pair[1])),
    )
)


def clusters(labels: list[int]) -> set[frozenset[int]]:
    return {frozenset(page for page, other in enumerate(labels) if other == label) for label in labels}


@given(graphs, st.sampled_from([0.3, 0.5, 0.85, 1.0]))
def test_clusters_are_those_of_the_definition(graph: tuple[int, set[tuple[int, int]]], overlap: float) -> None:
    count, pairs = graph
    left, right = (np.array([pair[side] for pair in sorted(pairs)], np.int64) for side in (0, 1))
    got = shared_neighbours(left, right, np.ones(count, np.int64), overlap).tolist()
    assert clusters(got) == oracle.shared_neighbours(count, pairs, overlap)


@given(graphs, st.lists(st.integers(1, 3), min_size=9, max_size=9))
def test_a_page_may_stand_for_several(graph: tuple[int, set[tuple[int, int]]], times: list[int]) -> None:
    count, pairs = graph
    copies = [page for page in range(count) for _ in range(times[page])]
    every = {
        (one, other)
        for one in range(len(copies))
        for other in range(one + 1, len(copies))
        if copies[one] == copies[other] or (min(copies[one], copies[other]), max(copies[one], copies[other])) in pairs
    }
    expected = oracle.shared_neighbours(len(copies), every, 0.85)
    left, right = (np.array([pair[side] for pair in sorted(pairs)], np.int64) for side in (0, 1))
    got = shared_neighbours(left, right, np.array(times[:count]), 0.85).tolist()
    assert clusters([got[page] for page in copies]) == expected


PAGES = [
    *(f"<body class=post><h1>x</h1>{'<p class=c>text' * (20 + number)}" for number in range(5)),
    *(f"<body class=list><ul>{'<li class=i><a>x</a>' * (20 + number)}</ul>" for number in range(4)),
    "<table><tr><td>alone",
]


@pytest.mark.parametrize("method", ["style", "pq-grams", "common-paths", "text-mdl", "text-max", "cosine"])
def test_any_order_gives_the_same_groups(method: str) -> None:
    expected = pm.cluster(PAGES, method)
    for seed in range(3):
        places = list(range(len(PAGES)))
        random.Random(seed).shuffle(places)
        got = pm.cluster([PAGES[place] for place in places], method)
        assert got.labels == [expected.labels[place] for place in places]
        assert [(group.id, group.size) for group in got.groups] == [(group.id, group.size) for group in expected.groups]


@pytest.mark.parametrize("method", ["style", "common-paths"])
def test_templates_of_a_site_are_told_apart(method: str) -> None:
    assert [group.size for group in pm.cluster(PAGES, method).groups] == [5, 4, 1]
    assert pm.cluster(PAGES, method).notes == ()


@pytest.mark.parametrize("method", ["style", "pq-grams", "common-paths"])
def test_no_page_and_pages_without_structure(method: str) -> None:
    assert len(pm.cluster([], method)) == 0
    assert pm.cluster(["", "plain text"], method).labels == [None, None]
