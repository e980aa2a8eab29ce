"""The links method: against its plain version, and what it promises beyond the paper."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.groups.components import components
from pagemold.groups.link_rows import _ids
from pagemold.groups.links import LinkGroups, LinkSettings, generalised, link_groups
from pagemold.groups.path_sets import agreements, common_paths
from tests.oracles import links as oracle

XPATHS = ["/html/body/a[1]", "/html/body/a[2]", "/html/body/ul/li[1]/a", "/html/body/ul/li[2]/a", "/html/body/p/a"]


def grouped(
    sites: Sequence[str], urls: Sequence[str], xpaths: Sequence[str | None], paths: Sequence[set[int]], **settings: Any
) -> LinkGroups:
    def look(rows: Sequence[int]) -> list[Any]:
        return [np.array(sorted(paths[row]), np.int64) for row in rows]

    return link_groups(sites, urls, xpaths, look, LinkSettings(**settings))


def as_sets(found: LinkGroups) -> set[frozenset[int]]:
    members: dict[int, set[int]] = {}
    for page, label in enumerate(found.labels.tolist()):
        if label >= 0:
            members.setdefault(label, set()).add(page)
    return set(map(frozenset, members.values()))


path_sets = st.sets(st.integers(0, 8), max_size=8)
crawls = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), st.one_of(st.none(), st.sampled_from(XPATHS)), path_sets), max_size=30
)


@given(
    crawls, st.integers(1, 4), st.sampled_from([0.0, 0.2, 0.3, 0.5, 0.8]), st.sampled_from([0.1, 0.5, 0.75, 0.8, 1.0])
)
def test_agrees_with_the_oracle(
    crawl: list[tuple[str, str | None, set[int]]], cut_off: int, occurrence: float, similarity: float
) -> None:
    sites, xpaths, paths = ([row[part] for row in crawl] for part in range(3))
    urls = [f"http://x/{number}" for number in range(len(crawl))]
    # With as many samples as pages nothing is left to chance.
    settings = {"cut_off": cut_off, "occurrence": occurrence, "similarity": similarity, "samples": 100}
    found = grouped(sites, urls, xpaths, paths, **settings)  # type: ignore[arg-type]
    expected = oracle.groups(sites, xpaths, paths, lambda pages: pages, cut_off, occurrence, similarity)  # type: ignore[arg-type]
    assert as_sets(found) == expected
    assert found.dropped_pages == sum(xpath is not None for xpath in xpaths) - sum(map(len, expected))
    assert found.unlinked_pages == xpaths.count(None)


@given(crawls, st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_the_order_of_pages_does_not_matter(
    crawl: list[tuple[str, str | None, set[int]]], random: Any, fold: bool, assign: bool
) -> None:
    numbered = list(enumerate(crawl))
    shuffled = random.sample(numbered, len(numbered))
    results = []
    for some in (numbered, shuffled):
        urls = [f"http://x/{number}" for number, _ in some]
        columns: list[list[Any]] = [[row[part] for _, row in some] for part in range(3)]
        found = grouped(columns[0], urls, columns[1], columns[2], samples=2, cut_off=2, fold=fold, assign=assign)
        labels = [found.places[label] if label >= 0 else None for label in found.labels.tolist()]
        results.append(dict(zip(urls, labels, strict=True)))
    assert results[0] == results[1]


def many(places: dict[str, tuple[int, set[int]]]) -> tuple[list[str], list[str | None], list[set[int]]]:
    """Pages by place: how many, and which paths they have."""
    xpaths: list[str | None] = [xpath for xpath, (count, _) in places.items() for _ in range(count)]
    paths = [paths for count, paths in places.values() for _ in range(count)]
    return [f"http://x/{number}" for number in range(len(paths))], xpaths, paths


def test_what_falls_below_the_cut_off_is_counted_not_lost() -> None:
    urls, xpaths, paths = many({"/a": (3, {1}), "/b": (1, {2}), "/c": (2, {1})})
    found = grouped(["s"] * 6, urls, xpaths, paths, cut_off=2)
    assert (found.dropped_places, found.dropped_pages) == (1, 1)
    assert found.places == [["s /a", "s /c"]]


@pytest.mark.parametrize(("pages", "cut_off"), [(0, 1), (764, 1), (1_530, 2), (76_503, 100), (10**6, 100)])
def test_the_cut_off_grows_with_the_crawl(pages: int, cut_off: int) -> None:
    assert LinkSettings().cut_off_for(pages) == cut_off


def test_assign_gives_what_was_left_out_to_the_nearest() -> None:
    urls, xpaths, paths = many({"/a": (3, {1, 2, 3}), "/b": (3, {7, 8}), "/c": (1, {1, 2}), "/d": (1, {99})})
    found = grouped(["s"] * 8, urls, xpaths, paths, cut_off=2, assign=True)
    assert found.labels.tolist() == [0, 0, 0, 1, 1, 1, 0, -1]
    assert found.assigned_pages == 1


def test_fold_takes_positions_together_where_samples_agree() -> None:
    places = {f"/ul/li[{number}]/a": (1, {1, 2}) for number in range(1, 5)} | {
        "/ul/li[9]/a": (1, {7}),
        "/p/a": (1, {1, 2}),
    }
    urls, xpaths, paths = many(places)
    found = grouped(["s"] * 6, urls, xpaths, paths, cut_off=3, fold=True)
    assert found.places == [["s /ul/li[*]/a"]]
    assert found.labels.tolist() == [0, 0, 0, 0, -1, -1]
    assert grouped(["s"] * 6, urls, xpaths, paths, cut_off=3).places == []


@given(crawls)
def test_folding_never_leaves_out_more(crawl: list[tuple[str, str | None, set[int]]]) -> None:
    sites, xpaths, paths = ([row[part] for row in crawl] for part in range(3))
    urls = [f"http://x/{number}" for number in range(len(crawl))]
    plain, folded = (grouped(sites, urls, xpaths, paths, cut_off=2, fold=fold) for fold in (False, True))  # type: ignore[arg-type]
    assert folded.dropped_pages <= plain.dropped_pages


def test_generalised() -> None:
    assert generalised(["/a[1]/b[2]/c", "/a[1]/b[3]/c"]) == "/a[1]/b[*]/c"
    assert generalised(["/a/b[2]/c"]) == "/a/b[2]/c"


def test_another_seed_takes_other_samples() -> None:
    looked: set[tuple[int, ...]] = set()

    def look(rows: Sequence[int]) -> list[Any]:
        looked.add(tuple(rows))
        return [np.array([1])] * len(rows)

    urls = [f"http://x/{number}" for number in range(200)]
    for seed in range(5):
        link_groups(["s"] * 200, urls, ["/a"] * 200, look, LinkSettings(seed=seed))
    assert len(looked) == 5


@given(st.lists(path_sets, max_size=12), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_agreements_are_those_of_all_pairs(sets: list[set[int]], least: float) -> None:
    arrays = [np.array(sorted(one), np.int64) for one in sets]
    pairs = [(a, b) for a in range(len(sets)) for b in range(a) if oracle.agree(sets[a], sets[b], least)]
    expected = components(len(sets), pairs).tolist()
    assert components(len(sets), agreements(arrays, least)).tolist() == expected


@given(st.lists(path_sets, min_size=1, max_size=6), st.sampled_from([0.0, 0.2, 0.3, 0.5, 1.0]))
def test_common_paths_are_those_of_the_oracle(samples: list[set[int]], occurrence: float) -> None:
    arrays = [np.array(sorted(one), np.int64) for one in samples]
    assert set(common_paths(arrays, occurrence).tolist()) == oracle.fingerprint(samples, occurrence)


def test_folded_places_that_lead_to_two_templates_make_two_ids() -> None:
    rows = pa.table({"url": [f"u{n}" for n in range(4)], "path": [None] * 4, "source": [None] * 4})
    places = [["/ul/li[*]/a"], ["/ul/li[*]/a"], ["/p/a"]]
    found = LinkGroups(np.array([0, 0, 1, 2]), places, 1, 0, 0, 0, 0)
    ids = _ids(rows, found, found.labels)
    assert len(set(ids)) == 3
    assert ids == _ids(rows.take([1, 0, 2, 3]), found, found.labels)
