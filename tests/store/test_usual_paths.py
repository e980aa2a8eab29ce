"""What is usual in templates, what would be so by chance, and how paths are told."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.keeping import create_mold
from pagemold.store.usual_paths import ClassPaths, Paths, class_paths
from tests.groups.test_grammar import shop
from tests.oracles.chance import chance

PATH = 1


def reckoned(having: int, pages: int, others: int) -> float:
    return Paths.of(pages, {PATH: having}).chance(PATH, Paths.of(others, {}))


@st.composite
def usual(draw: st.DrawFn) -> tuple[int, int, int]:
    """Pages with a path that is usual, pages in all, pages of the other template."""
    pages = draw(st.integers(1, 300))
    return draw(st.integers(pages // 2 + 1, pages)), pages, draw(st.integers(0, 300))


@given(usual())
def test_the_chance_is_that_of_drawing_page_by_page_as_far_as_it_matters(drawn: tuple[int, int, int]) -> None:
    exact = chance(*drawn)
    if exact <= Fraction(1, 20):
        assert reckoned(*drawn) <= 0.05
    else:
        assert reckoned(*drawn) == pytest.approx(float(exact))


@pytest.mark.parametrize("drawn", [(3, 3, 3), (19, 19, 1), (38, 39, 1)])
def test_one_in_twenty_is_met_exactly(drawn: tuple[int, int, int]) -> None:
    assert chance(*drawn) == Fraction(1, 20)
    assert reckoned(*drawn) == 0.05


class Counted(int):
    """A number of pages that says how often it is reckoned with."""

    used = 0

    def __add__(self, other: int) -> int:
        return Counted(int(self) + other)

    def __sub__(self, other: int) -> int:
        Counted.used += 1
        return int(self) - other


@pytest.mark.parametrize("others", [1, 1_000, 10**6, 10**9])
def test_the_steps_do_not_grow_with_the_pages(others: int) -> None:
    many, Counted.used = Counted(10**6), 0
    Paths(many, {PATH: 600_000}, frozenset([PATH])).chance(PATH, Paths.of(others, {}))
    # Two numbers are taken off in each step.
    assert 0 < Counted.used <= 16


@pytest.fixture
def known(tmp_path: Path) -> Iterator[ClassPaths]:
    create_mold(tmp_path / "shop.mold", shop("list", 12) + shop("item", 12))
    with pm.open(tmp_path / "shop.mold") as mold:
        yield class_paths(mold)


def topmost_first(spelled: set[str]) -> list[str]:
    return sorted(spelled, key=lambda path: (path.rpartition("/")[0] in spelled, path))


def test_the_first_paths_are_those_that_come_first_when_all_are_spelled(known: ClassPaths) -> None:
    spelled = {path: known.told({path}, 1)[0] for path in known.known()}
    assert len(set(spelled.values())) == len(spelled) > 20
    draw = random.Random(0)
    for _ in range(100):
        some = set(draw.sample(sorted(spelled), draw.randint(0, len(spelled))))
        most = draw.randint(0, 30)
        assert list(known.told(some, most)) == topmost_first({spelled[path] for path in some})[:most]


def test_paths_have_the_same_tags_where_nothing_but_classes_differs(known: ClassPaths) -> None:
    paths = known.known()
    spelled = [re.sub(r"[.][^/]*", "", known.told({path}, 1)[0]) for path in paths]
    tags = known.tags(paths)
    assert None not in tags
    assert len(set(tags)) == len(set(spelled)) == len(set(zip(tags, spelled, strict=True))) < len(paths)


def test_a_path_that_is_not_known_is_an_error(known: ClassPaths) -> None:
    with pytest.raises(ValueError, match="no such path"):
        known.told({1}, 1)
    with pytest.raises(ValueError, match="no such path"):
        known.tags({1})
