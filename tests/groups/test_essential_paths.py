"""Essential paths and the clusterings of them: TEXT-MDL, TEXT-MAX and cosine, each against its definition."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.arrow import PAGE_SCHEMA, flag_bits
from pagemold.clustering import Group
from pagemold.groups import text_max as text_max_module
from pagemold.groups.cosine import cosine, group_by_cosine
from pagemold.groups.essential_paths import Documents, documents, essential_paths
from pagemold.groups.text_max import group_by_text_max, text_max
from pagemold.groups.text_mdl import TextClusters, group_by_text_mdl, text_mdl
from tests.oracles import essential_paths as oracle
from tests.oracles import text_max as max_oracle

Page = frozenset[int]
pages = st.lists(st.frozensets(st.integers(1, 12), max_size=8), max_size=9)
GROUPINGS = [group_by_text_mdl, group_by_text_max, group_by_cosine]


def batch(some: Sequence[Page], flags: Sequence[int] | None = None) -> pa.RecordBatch:
    columns = {name: pa.nulls(len(some), PAGE_SCHEMA.field(name).type) for name in PAGE_SCHEMA.names}
    columns["url"] = pa.array([str(number) for number in range(len(some))], pa.large_utf8())
    columns["flags"] = pa.array(flags or [0] * len(some), pa.uint16())
    columns["node_paths"] = pa.array([sorted(page) for page in some], pa.large_list(pa.uint64()))
    return pa.RecordBatch.from_pydict(columns)


def read(some: Sequence[Page]) -> Documents:
    return documents([batch(some)])


def clusters(found: TextClusters) -> set[tuple[Page, ...]]:
    """The sets of essential paths of each cluster, each as often as there are documents."""
    like, paths = found.documents.like, found.documents.paths
    members: dict[int, list[Page]] = {}
    for number, label in enumerate(found.labels.tolist()):
        members.setdefault(label, []).extend([frozenset(paths[number].tolist())] * int(like.counts[number]))
    return {canonical(cluster) for cluster in members.values()}


def canonical(cluster: Sequence[Page]) -> tuple[Page, ...]:
    return tuple(sorted(cluster, key=sorted))


def start(found: Documents) -> oracle.Clusters:
    """Documents with equal essential paths, in the order of their digests."""
    counts = found.like.counts.tolist()
    return [[frozenset(paths.tolist())] * count for paths, count in zip(found.paths, counts, strict=True)]


@given(pages)
def test_essential_paths(some: list[Page]) -> None:
    got = essential_paths([np.array(sorted(page), np.uint64) for page in some])
    assert [frozenset(paths.tolist()) for paths in got] == oracle.essential(some)


@given(pages)
def test_text_mdl_goes_through_the_same_costs(some: list[Page]) -> None:
    found = text_mdl(read(some))
    assert found.costs is not None
    steps = list(oracle.text_mdl(start(found.documents))) if some else []
    totals = found.costs.sum(axis=1)
    # Where two pairs cost the same, either may be the best; what it costs is the same for both up to the next tie.
    assert totals[: min(2, len(steps))] == pytest.approx([sum(oracle.costs(step)) for step in steps[:2]])
    assert all(before > after for before, after in pairwise(totals.tolist()))
    final = [list(cluster) for cluster in clusters(found)]
    if final:
        assert found.costs[-1] == pytest.approx(oracle.costs(final))
        assert len(list(oracle.text_mdl(final))) == 1, "a pair is left whose merge would save bits"


@given(pages)
def test_text_mdl_finds_the_clusters_where_no_costs_tie(some: list[Page]) -> None:
    found = text_mdl(read(some))
    steps = list(oracle.text_mdl(start(found.documents))) if some else [[]]
    if not any(ties(step) for step in steps):
        assert clusters(found) == {canonical(cluster) for cluster in steps[-1]}


def ties(step: oracle.Clusters) -> bool:
    """Whether two merges cost about the same."""
    merged = [
        sum(oracle.costs([*step[:i], step[i] + step[j], *step[i + 1 : j], *step[j + 1 :]]))
        for i in range(len(step))
        for j in range(i + 1, len(step))
    ]
    best = sorted(merged)[:2]
    return len(best) == 2 and best[1] - best[0] < 1e-6


@given(pages)
def test_templates_are_the_paths_of_more_than_half(some: list[Page]) -> None:
    found = text_mdl(read(some))
    like, paths = found.documents.like, found.documents.paths
    for label, chosen in found.templates().items():
        members = np.flatnonzero(found.labels == label).tolist()
        cluster = [frozenset(paths[member].tolist()) for member in members for _ in range(like.counts[member])]
        assert frozenset(chosen.tolist()) == oracle.template(cluster)


@given(pages)
def test_text_max(some: list[Page]) -> None:
    found = read(some)
    places = 8
    signatures = [
        max_oracle.Signature(
            tuple(text_max_module._signature(paths, places, 1).tolist()),
            (int(count),) * places,
            Fraction(len(paths)),
            int(count),
        )
        for paths, count in zip(found.paths, found.like.counts, strict=True)
    ]
    expected = max_oracle.text_max(signatures, len(np.unique(found.flat)))
    assert text_max(found, places=places).labels.tolist() == expected


@given(pages)
def test_cosine(some: list[Page]) -> None:
    found = read(some)
    expected = list(range(len(found.like)))
    for one, other in oracle.cosine_pairs([frozenset(paths.tolist()) for paths in found.paths]):
        expected[other] = one
    assert cosine(found).labels.tolist() == expected


Grouping = Callable[[list[pa.RecordBatch]], tuple[pa.Table, tuple[Group, ...]]]


@pytest.mark.parametrize("grouping", GROUPINGS)
@given(some=pages, order=st.randoms(use_true_random=False))
def test_order_changes_nothing(grouping: Grouping, some: list[Page], order: random.Random) -> None:
    places = list(range(len(some)))
    order.shuffle(places)
    rows, groups = grouping([batch(some)])
    shuffled, same = grouping([batch([some[place] for place in places])])
    labels = rows["group"].to_pylist()
    assert shuffled["group"].to_pylist() == [labels[place] for place in places]
    assert [(group.id, group.size) for group in same] == [(group.id, group.size) for group in groups]


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_pages_without_structure_are_in_no_group(grouping: Grouping) -> None:
    some = [frozenset({1, 2}), frozenset({1, 2}), frozenset({1, 2})]
    rows, groups = grouping([batch(some, [0, flag_bits("no_structure"), 0])])
    labels = rows["group"].to_pylist()
    assert labels[0] == labels[2]
    assert labels[1] is None
    assert [(group.size, group.example) for group in groups] == [(2, "0")]


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_no_page(grouping: Grouping) -> None:
    rows, groups = grouping([])
    assert (rows.num_rows, groups) == (0, ())


def test_two_templates_are_two_clusters() -> None:
    def made(base: int, count: int) -> list[Page]:
        return [frozenset([*range(base, base + 30), 10_000 + base + number]) for number in range(count)]

    some = made(100, 12) + made(200, 9)
    for grouping in (group_by_text_mdl, group_by_text_max):
        _, groups = grouping([batch(some)])
        assert [group.size for group in groups] == [12, 9]
