"""Each measure on whole pages, against the oracle of the measure over the oracle of its feature."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.measures import MEASURES
from tests.native import native_tree, row
from tests.oracles import similarity as oracle
from tests.oracles.tags import head_tokens, tag_tokens
from tests.strategies import WellFormed, pages, well_formed


def named(html: str, feature: str) -> list[str]:
    """A feature in words; the features have oracles of their own."""
    words: list[str] = row(html, f"{feature}:names")[f"{feature}:names"]
    return words


def class_paths(html: str) -> set[tuple[str, ...]]:
    """The paths of a page's trie, spelled out."""
    found = row(html, "class_trie:names", "class_trie:parents")
    paths: list[tuple[str, ...]] = []
    for name, parent in zip(found["class_trie:names"], found["class_trie:parents"], strict=True):
        paths.append((*paths[parent - 1], name) if parent else (name,))
    return {*paths}


EXPECTED: dict[str, Callable[[str, str], float]] = {
    "rtdm": lambda one, other: oracle.rtdm(native_tree(one), native_tree(other)),
    "lcts": lambda one, other: oracle.lcts(tag_tokens(one), tag_tokens(other)),
    "tv": lambda one, other: oracle.tag_vector(Counter(tag_tokens(one)), Counter(tag_tokens(other))),
    "cp": lambda one, other: oracle.overlap({*named(one, "leaf_paths")}, {*named(other, "leaf_paths")}),
    "cps": lambda one, other: oracle.overlap({*named(one, "path_shingles")}, {*named(other, "path_shingles")}),
    "ctss": lambda one, other: oracle.overlap({*named(one, "tag_shingles")}, {*named(other, "tag_shingles")}),
    "md5": lambda one, other: float(tag_tokens(one) == tag_tokens(other)),
    "mdh5": lambda one, other: float(head_tokens(one) == head_tokens(other)),
    "fingerprint": lambda one, other: oracle.edit(
        row(one, "fingerprint")["fingerprint"], row(other, "fingerprint")["fingerprint"]
    ),
    "grammar": lambda one, other: oracle.grammar(class_paths(one), class_paths(other)),
}


@pytest.mark.parametrize("name", sorted(EXPECTED))
@given(one=pages, other=pages)
def test_agrees_with_the_oracle(name: str, one: str, other: str) -> None:
    assert pm.similarity(one, other, name) == pytest.approx(EXPECTED[name](one, other), abs=1e-12)


@pytest.mark.parametrize("name", sorted(MEASURES))
@given(page=well_formed())
def test_a_page_is_like_itself(name: str, page: WellFormed) -> None:
    assert pm.similarity(page.html, page.html, name) == 1.0


@given(st.lists(pages, max_size=6), st.lists(pages, max_size=6))
def test_a_matrix_has_a_row_for_each_left_page(left: list[str], right: list[str]) -> None:
    from pagemold.features import features

    for name, measure in MEASURES.items():
        ours, theirs = (measure.prepare(features(side, measure.features)) for side in (left, right))
        matrix = measure.matrix(ours, theirs)
        assert matrix.shape == (len(left), len(right))
        for i, one in enumerate(left):
            for j, other in enumerate(right):
                assert matrix[i, j] == pm.similarity(one, other, name)


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(pm.errors.UsageError, match="no such measure; there are fingerprint"):
        pm.similarity("", "", "nonsense")
