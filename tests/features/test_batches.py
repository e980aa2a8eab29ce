"""The same pages give the same features, however many threads work on them and however they are batched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import FEATURES, extract
from tests.native import EVERY_FEATURE, UTF8, rows
from tests.strategies import pages

batches = st.lists(pages, max_size=12)


@given(batches, st.sampled_from([2, 4]))
def test_any_number_of_threads(htmls: list[str], jobs: int) -> None:
    assert rows(htmls, EVERY_FEATURE, html=True, jobs=jobs) == rows(htmls, EVERY_FEATURE, html=True, jobs=1)


@given(batches, st.integers(0, 12))
def test_any_batching(htmls: list[str], cut: int) -> None:
    together = rows(htmls, EVERY_FEATURE, html=True, jobs=2)
    assert rows(htmls[:cut], EVERY_FEATURE, html=True) + rows(htmls[cut:], EVERY_FEATURE, html=True) == together


@given(batches)
def test_any_order(htmls: list[str]) -> None:
    assert rows(htmls[::-1], EVERY_FEATURE) == rows(htmls, EVERY_FEATURE)[::-1]


@given(pages)
def test_a_feature_does_not_depend_on_the_others_asked_for(html: str) -> None:
    (together,) = rows([html], EVERY_FEATURE)
    for feature in EVERY_FEATURE:
        (alone,) = rows([html], [feature])
        assert alone[feature] == together[feature]


def test_many_threads_keep_the_order_of_many_pages() -> None:
    htmls = [f"<p class=page-{number}>" * (1 + number % 50) for number in range(2_000)]
    got = rows(htmls, ["class_set:names"], jobs=4)
    assert [row["class_set:names"] for row in got] == [[f"page-{number}"] for number in range(2_000)]


def test_unknown_feature_is_refused() -> None:
    with pytest.raises(Exception, match="no_such_feature"):
        extract([b"<p>"], content_types=[UTF8], features=["no_such_feature"])


def test_the_features_by_name() -> None:
    assert sorted(FEATURES) == sorted({name.partition(":")[0] for name in EVERY_FEATURE})
