"""What the measures say in cases that can be worked out by hand."""

import pytest

from pagemold.errors import UsageError
from pagemold.quality import Scores, classification, evaluate


def test_a_worked_example() -> None:
    found = evaluate(["a", "a", "a", "b", "b"], [1, 1, 2, 2, None])
    assert (found.pages, found.alone, found.label_count, found.group_count) == (5, 1, 2, 3)
    assert found.pairs == pytest.approx((0.5, 0.25, 1 / 3))
    assert found.rand == 0.6
    assert found.purity == 0.8
    assert found.inverse_purity == 0.6
    assert found.b_cubed.precision == pytest.approx((1 + 1 + 0.5 + 0.5 + 1) / 5)
    assert found.b_cubed.recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 0.5 + 0.5) / 5)


def test_the_worst_label_comes_first_with_those_it_is_confused_with() -> None:
    worst, best = evaluate(["a"] * 4 + ["b"] * 2, [1, 1, 1, 1, 1, 2]).labels
    assert (worst.label, worst.fragments, worst.group, worst.confused_with) == ("b", 2, 2, ())
    assert (best.label, best.support, best.group, best.confused_with) == ("a", 4, 1, (("b", 1),))
    assert best.scores == pytest.approx((0.8, 1.0, 8 / 9))


def test_pages_without_a_group_are_groups_of_their_own() -> None:
    apart = evaluate(["a", "a", "b"], [None, None, None])
    assert apart.purity == 1
    assert apart.pairs == Scores(1.0, 0.0, 0.0)
    assert [fit.group for fit in apart.labels] == [None, None]
    assert apart.labels[0].fragments == 2


@pytest.mark.parametrize(("gold", "found"), [([], []), (["a"], [1]), (["a"], [None]), (["a", "a"], [3, 3])])
def test_nothing_to_get_wrong(gold: list[str], found: list[int | None]) -> None:
    perfect = evaluate(gold, found)
    assert perfect.rand == perfect.adjusted_rand == perfect.purity == perfect.inverse_purity == 1
    assert perfect.b_cubed == perfect.pairs == Scores(1.0, 1.0, 1.0)


def test_none_is_no_label_but_counts_for_accuracy() -> None:
    found = classification(["a", "a", None, None], ["a", None, None, "a"])
    assert found.accuracy == 0.5
    assert found.labels == {"a": Scores(0.5, 0.5, 0.5)}
    assert classification([], []).accuracy == 1


def test_columns_of_different_length_are_refused() -> None:
    for wrong in (evaluate, classification):
        with pytest.raises(UsageError, match="2 labels and 1"):
            wrong(["a", "b"], ["a"])
