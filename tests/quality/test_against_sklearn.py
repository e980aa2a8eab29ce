"""Every measure that scikit-learn has, against it; the others against their definition, page by page."""

from itertools import combinations
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.quality import classification, evaluate

metrics = pytest.importorskip("sklearn.metrics")
cluster_metrics = pytest.importorskip("sklearn.metrics.cluster")

Pages = list[tuple[str, int | None]]
pages = st.lists(st.tuples(st.sampled_from("abcd"), st.none() | st.integers(0, 4)), min_size=1, max_size=40)


def same(one: float, other: float) -> bool:
    return isclose(one, other, abs_tol=1e-12)


def columns(rows: Pages) -> tuple[list[str], list[int | None], list[int]]:
    """Labels, groups, and groups as scikit-learn wants them: a page without one gets a number of its own."""
    alone = [100 + place if group is None else group for place, (_, group) in enumerate(rows)]
    return [label for label, _ in rows], [group for _, group in rows], alone


@given(pages)
def test_rand_and_pairs(rows: Pages) -> None:
    gold, found, groups = columns(rows)
    ours = evaluate(gold, found)
    assert same(ours.rand, metrics.rand_score(gold, groups))
    assert same(ours.adjusted_rand, metrics.adjusted_rand_score(gold, groups))
    (_, wrongly_together), (wrongly_apart, right) = cluster_metrics.pair_confusion_matrix(gold, groups).tolist()
    precision = right / (right + wrongly_together) if right + wrongly_together else 1
    recall = right / (right + wrongly_apart) if right + wrongly_apart else 1
    assert same(ours.pairs.precision, precision)
    assert same(ours.pairs.recall, recall)
    assert same(ours.pairs.f1, 2 * precision * recall / (precision + recall) if precision + recall else 0)


@given(pages)
def test_purity(rows: Pages) -> None:
    gold, found, groups = columns(rows)
    table = cluster_metrics.contingency_matrix(gold, groups)
    ours = evaluate(gold, found)
    assert same(ours.purity, table.max(axis=0).sum() / len(rows))
    assert same(ours.inverse_purity, table.max(axis=1).sum() / len(rows))
    assert (ours.label_count, ours.group_count) == table.shape


@given(pages)
def test_b_cubed_is_the_mean_over_pages(rows: Pages) -> None:
    gold, found, groups = columns(rows)
    everybody = range(len(rows))
    together = [{other for other in everybody if groups[other] == groups[page]} for page in everybody]
    alike = [{other for other in everybody if gold[other] == gold[page]} for page in everybody]
    precision = sum(len(a & b) / len(a) for a, b in zip(together, alike, strict=True)) / len(rows)
    recall = sum(len(a & b) / len(b) for a, b in zip(together, alike, strict=True)) / len(rows)
    ours = evaluate(gold, found).b_cubed
    assert same(ours.precision, precision)
    assert same(ours.recall, recall)
    assert same(ours.f1, 2 * precision * recall / (precision + recall))


@given(pages)
def test_each_label_against_all_groups(rows: Pages) -> None:
    gold, found, groups = columns(rows)
    ours = evaluate(gold, found)
    assert [fit.scores.f1 for fit in ours.labels] == sorted(fit.scores.f1 for fit in ours.labels)
    for fit in ours.labels:
        mine = [label == fit.label for label in gold]
        best = max(metrics.f1_score(mine, [group == other for group in groups]) for other in set(groups))
        assert same(fit.scores.f1, best)
        assert fit.support == sum(mine)
        assert fit.fragments == len({group for group, is_mine in zip(groups, mine, strict=True) if is_mine})


@given(pages)
def test_order_and_names_change_nothing(rows: Pages) -> None:
    gold, found, _ = columns(rows)
    turned = evaluate(gold[::-1], found[::-1])
    ours = evaluate(gold, found)
    assert turned.labels == ours.labels
    assert turned == ours
    renamed = evaluate([label * 2 for label in gold], found)
    assert (renamed.b_cubed, renamed.pairs, renamed.rand) == (ours.b_cubed, ours.pairs, ours.rand)


@given(st.lists(st.tuples(st.sampled_from("abc-"), st.sampled_from("abcd-")), min_size=1, max_size=40))
def test_classification(rows: list[tuple[str, str]]) -> None:
    gold, predicted = [list(column) for column in zip(*rows, strict=True)]
    ours = classification(gold, predicted, none="-")
    assert same(ours.accuracy, metrics.accuracy_score(gold, predicted))
    names = list(ours.labels)
    assert set(names) == {*gold, *predicted} - {"-"}
    if not names:
        return
    for average, mine in (("micro", ours.micro), ("macro", ours.macro)):
        theirs = metrics.precision_recall_fscore_support(
            gold, predicted, labels=names, average=average, zero_division=0
        )
        assert all(same(a, b) for a, b in zip(mine, theirs[:3], strict=True)), average
    columns = metrics.precision_recall_fscore_support(gold, predicted, labels=names, zero_division=0)
    for name, precision, recall, f1, support in zip(names, *columns, strict=True):
        assert all(same(a, b) for a, b in zip(ours.labels[name], (precision, recall, f1), strict=True))
        assert ours.support[name] == support


@given(pages)
def test_pairs_one_by_one(rows: Pages) -> None:
    gold, found, groups = columns(rows)
    agree = [(gold[a] == gold[b]) == (groups[a] == groups[b]) for a, b in combinations(range(len(rows)), 2)]
    assert same(evaluate(gold, found).rand, sum(agree) / len(agree) if agree else 1)
