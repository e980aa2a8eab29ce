"""What is usual in templates, and what would be so by chance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.store.usual_paths import Paths
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
