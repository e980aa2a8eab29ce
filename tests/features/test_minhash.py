"""MinHash signatures: their size and seed, and that they estimate the Jaccard index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.native import rows
from tests.oracles.minhash import signature
from tests.strategies import pages


@given(pages, st.integers(1, 300), st.integers(0, 2**64 - 1))
def test_any_size_and_seed(html: str, size: int, seed: int) -> None:
    (got,) = rows([html], ["class_paths", "class_paths:minhash"], minhash=size, seed=seed)
    assert got["class_paths:minhash"] == signature(got["class_paths"], size, seed)


def test_empty_set_gives_the_largest_number_everywhere() -> None:
    (got,) = rows(["<p>"], ["class_set:minhash"])
    assert got["class_set:minhash"] == [2**32 - 1] * 128


@pytest.mark.parametrize("shared", [0, 30, 60, 90, 100])
def test_share_of_equal_places_estimates_the_jaccard_index(shared: int) -> None:
    left = "".join(f"<p class=c{n}>" for n in range(100))
    right = "".join(f"<p class=c{n + 100 - shared}>" for n in range(100))
    first, second = (row["class_set:minhash"] for row in rows([left, right], ["class_set:minhash"], minhash=1024))
    estimate = sum(a == b for a, b in zip(first, second, strict=True)) / 1024
    assert estimate == pytest.approx(shared / (200 - shared), abs=0.06)
