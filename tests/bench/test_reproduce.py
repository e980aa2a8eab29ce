"""The parts of the reproduction: folds, scores, grown pages, tables."""

from collections import Counter
from random import Random

from bench.growth import grown, mutated, pieces
from bench.reproduce.classification import METHODS, cross_validate
from bench.reproduce.clustering import cluster
from bench.reproduce.folds import folds
from bench.reproduce.page import table
from bench.reproduce.scores import by_template, one_answer
from tests.archives import blog, shop

LABELS = ["shop"] * 20 + ["blog"] * 30


def test_folds_are_stratified_and_seeded() -> None:
    fold = folds(LABELS, 10)
    assert fold == folds(LABELS, 10) != folds(LABELS, 10, seed=2)
    assert Counter(zip(LABELS, fold, strict=True)) == {("shop", n): 2 for n in range(10)} | {
        ("blog", n): 3 for n in range(10)
    }


def test_scores_by_hand() -> None:
    labels, answers = ["a", "a", "b", "b"], [["a"], ["a", "b"], ["b"], []]
    scores = by_template(labels, answers, ["a", "b"])
    assert scores == {"precision": 0.75, "recall": 0.75, "f1": 0.75, "accuracy": 0.75}
    one = one_answer(labels, ["a", "b", "b", None], ["a", "b"])
    assert (one["accuracy"], one["none"], one["precision"], one["recall"]) == (0.5, 0.25, 0.75, 0.5)


def test_every_method_tells_two_sites_apart() -> None:
    html = [shop(str(number)) for number in range(20)] + [blog(str(number)) for number in range(30)]
    for method in METHODS:
        assert cross_validate(method, html, LABELS)["one_answer"]["accuracy"] == 1.0
        assert cluster(method, html, LABELS)["adjusted_rand"] == 1.0


def test_grown_pages_are_seeded_and_changed() -> None:
    tops = [pieces(shop("1")), pieces(blog("1"))]
    assert b"".join(tops[0]) == shop("1")
    first = [page for batch in grown(tops, 50) for page in batch]
    assert first == [page for batch in grown(tops, 50) for page in batch]
    assert len(first) == 50 < 10 * len(set(first))
    assert mutated(pieces(b"words"), Random(1)) is not None


def test_a_table() -> None:
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |"
