"""From which cut on two pages are together or apart, held against cutting there."""

from itertools import combinations
from math import inf, nextafter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemold.clustering import Clustering
from pagemold.data import Page
from pagemold.flow import cluster
from pagemold.groups.grammar import Grammars
from pagemold.reasons import explain
from tests.groups.test_grammar import NAMED_PAGES, PAGES, RICH_PAGES, shop

FAR = 1e9


def are_together(clustering: Clustering, one: int, other: int, level: float) -> bool:
    labels = clustering.cut(level).labels
    return labels[one] == labels[other]


def check(clustering: Clustering, one: int, other: int) -> float:
    """The level of two pages, after cutting just below it, at it and just above."""
    assert isinstance(clustering.tree, Grammars)
    below, is_one = clustering.tree.together_below(one, other), clustering.labels[one] == clustering.labels[other]
    assert below >= 0 if is_one else below <= 0
    if below == inf or below == -inf:
        assert {are_together(clustering, one, other, level) for level in (-FAR, FAR)} == {below == inf}
        return below
    assert are_together(clustering, one, other, nextafter(below, -inf))
    assert not are_together(clustering, one, other, nextafter(below, inf))
    # At 0 lie the groups as they were found, whatever joins them or parts them next to it.
    assert are_together(clustering, one, other, below) == (is_one and below == 0)
    return below


@settings(deadline=None, max_examples=40)
@given(PAGES | NAMED_PAGES | RICH_PAGES, st.randoms(use_true_random=False))
def test_the_level_is_where_a_cut_parts_two_pages(pages: list[str], chance: Random) -> None:
    clustering = cluster(list(pages), "grammar")
    rows = [row for row, group in enumerate(clustering.labels) if group is not None]
    pairs = list(combinations(rows, 2))
    for one, other in chance.sample(pairs, min(6, len(pairs))):
        check(clustering, one, other)


@pytest.fixture(scope="module")
def site() -> Clustering:
    club = "<body class=club><div class=stage><h3 class=act>x</h3><ul class=band><li class=who>x</ul></div>"
    kinds = {"list": shop("list", 12), "item": shop("item", 12), "club": [club] * 5}
    pages = [
        Page(url=f"http://{kind}.example/{number}", html=html)
        for kind, some in kinds.items()
        for number, html in enumerate(some)
    ]
    return cluster(pages, "grammar")


def test_all_kinds_of_levels_are_met(site: Clustering) -> None:
    """Pairs that part somewhere, that never do, that join somewhere, and that never do."""
    found = [check(site, one, other) for one, other in combinations(range(0, len(site), 3), 2)]
    assert any(0 < level < inf for level in found)
    assert any(-inf < level < 0 for level in found)
    assert {inf, -inf} <= set(found)


def test_a_join_is_told_where_a_cut_parts_pages_of_one_group(site: Clustering) -> None:
    urls = site.rows["url"].to_pylist()
    sizes = {group.id: group.size for group in site.groups}
    seen = 0
    for one, other in combinations(range(0, len(site), 3), 2):
        found = explain(site, urls[one], urls[other])
        assert (found.join is not None) == (found.finer is not None)
        turned = explain(site, urls[other], urls[one]).join
        assert (turned and (turned.pages[::-1], turned.account)) == (
            found.join and (found.join.pages, found.join.account)
        )
        if found.join is None or found.finer is None:
            continue
        seen += 1
        cut = site.cut(found.finer)
        parts = [sum(label == cut.labels[page] for label in cut.labels) for page in (one, other)]
        # A cut there may part the sides of the join further.
        assert all(part <= pages for part, pages in zip(parts, found.join.pages, strict=True))
        assert sum(found.join.pages) <= sizes[found.groups[0]]
        # A level is what the join saves a page of the smaller side, or less where one below it saved less; copies of a
        # page count little, but each side weighs a page at least.
        assert found.join.account.bits >= found.finer - 0.3
        assert found.join.account.differing <= 0 <= found.join.account.advance
        for reason in found.join.reasons:
            sides = zip((reason.share, reason.other_share), found.join.pages, reason.pages or (), strict=True)
            for share, pages, has in sides:
                assert share * pages == pytest.approx(round(share * pages))
                assert share > 0 or not has
    assert seen


def test_an_explanation_names_the_least_hundredths_that_do(site: Clustering) -> None:
    urls = site.rows["url"].to_pylist()
    told = set()
    for one, other in combinations(range(0, len(site), 3), 2):
        found = explain(site, urls[one], urls[other])
        assert found.coarser is None or not found.together
        assert found.finer is None or found.together
        if found.coarser is not None:
            assert are_together(site, one, other, -found.coarser)
            assert not are_together(site, one, other, -round(found.coarser - 0.01, 2))
        if found.finer is not None:
            assert not are_together(site, one, other, found.finer)
            assert are_together(site, one, other, round(found.finer - 0.01, 2))
        told.add((found.one_family, found.coarser is None, found.finer is None))
    assert told == {(True, False, True), (True, True, False), (True, True, True), (False, True, True)}
