"""The experiment's own measure, and the shape of the made-up tuples."""

import pytest

from bench.links import TABLE_1, places
from bench.reproduce.uxclust import fit


def test_the_template_of_most_pages_is_judged() -> None:
    found = fit(["a", "a", "a", "b", None], ["1", "1", None, "1", "1"])
    assert (found.gold_pages, found.precision, found.recall) == (3, 2 / 3, 2 / 3)


def test_nothing_found_is_nothing_right() -> None:
    found = fit(["a", "a", "b"], [None, None, "1"])
    assert (found.precision, found.recall) == (0.0, 0.0)


@pytest.mark.parametrize("shape", TABLE_1)
def test_made_up_sites_have_the_shape_of_table_1(shape: tuple[int, int, int]) -> None:
    pages, xpaths, kept = shape
    made = list(places(*shape))
    assert len(made) == xpaths
    assert sum(count >= 100 for _, count in made) == kept
    assert sum(count for _, count in made) == pytest.approx(pages, rel=0.02)
