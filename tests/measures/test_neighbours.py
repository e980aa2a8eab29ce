"""Near neighbours: the exact pairs, whatever was spared; and what LSH may miss is measured."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pagemold.features import features
from pagemold.measures.aggregate import Aggregate
from pagemold.measures.neighbours import Neighbours, neighbours
from pagemold.measures.rows import Rows

ITEMS = ["<p>", "<b>x</b>", "<ul><li class=a>1<li>2</ul>", "<div class='a b'><i></i></div>", "<br class=c>"]
pages = st.lists(st.lists(st.sampled_from(ITEMS), max_size=3).map("".join), min_size=1, max_size=7)


def prepared(some: list[str], measure: Aggregate) -> tuple[Rows, NDArray[np.uint32]]:
    batches = list(features(some, [*measure.features, "class_set:minhash"]))
    signatures = [batch["class_set:minhash"].flatten().to_numpy().reshape(batch.num_rows, -1) for batch in batches]
    return measure.prepare(batches), np.concatenate(signatures)


def pairs(found: Neighbours) -> set[tuple[int, int]]:
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


@given(pages, st.sampled_from([0.7, 0.85, 0.9, 1.0]), st.sampled_from([0.0, 0.5, 0.8, 1.0]))
def test_pairs_are_those_of_the_whole_matrix(some: list[str], threshold: float, kappa: float) -> None:
    measure = Aggregate(kappa=kappa)
    rows, signatures = prepared(some, measure)
    matrix = measure.matrix(rows, rows)
    found = neighbours(rows, signatures, measure, threshold)
    assert found.recall is None
    for one in range(len(some)):
        for other in range(one + 1, len(some)):
            if abs(matrix[one, other] - threshold) > 1e-9:
                assert ((one, other) in pairs(found)) == (matrix[one, other] >= threshold)


def test_large_input_goes_by_signatures_and_says_what_it_found() -> None:
    measure = Aggregate()
    some = [
        f"<main class='{' '.join(f'c{n}' for n in range(page % 3, 12))}'>" + "<p>" * (page % 5) for page in range(60)
    ]
    rows, signatures = prepared(some, measure)
    exact = neighbours(rows, signatures, measure, 0.85)
    by_lsh = neighbours(rows, signatures, measure, 0.85, exact_pages=10)
    assert pairs(by_lsh) <= pairs(exact)
    assert by_lsh.recall is not None
    assert by_lsh.recall == pytest.approx(len(pairs(by_lsh)) / len(pairs(exact)))
    assert by_lsh.recall > 0.9
    # Signatures that have nothing in common propose nothing but pages of equal style.
    blind = neighbours(rows, np.arange(60 * 128, dtype=np.uint32).reshape(60, 128), measure, 0.85, exact_pages=10)
    assert blind.recall is not None
    assert 0 < blind.recall < 1
