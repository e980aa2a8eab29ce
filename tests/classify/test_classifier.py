"""The classifier: each method against its definition, the habits of scikit-learn, files, and what is refused."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pagemold as pm
from pagemold import TemplateClassifier
from pagemold.errors import PagemoldError, SourceError, UsageError
from tests.archives import blog, shop
from tests.native import row
from tests.oracles.classification import best, reached
from tests.oracles.similarity import levenshtein

METHODS = ["fingerprint", "rtdm", "lcts", "tv", "cp", "cps", "ctss", "md5", "mdh5"]
PAIRWISE = {"rtdm": None, "lcts": None, "tv": None, "cp": None, "cps": None, "ctss": 0.8, "md5": 1.0, "mdh5": 1.0}

parts = st.sampled_from(
    ["<p>x</p>", "<div><b>y</b></div>", "<ul><li>1</ul>", "<table><td>t</table>", "<h1>h</h1>", "<img>"]
)
small_pages = st.lists(parts, min_size=1, max_size=6).map(lambda some: "<title>t</title>" + "".join(some))
training = st.lists(st.tuples(small_pages, st.sampled_from("abc")), min_size=1, max_size=8)


@pytest.mark.parametrize("method", PAIRWISE)
@settings(max_examples=40)
@given(known=training, queries=st.lists(small_pages, min_size=1, max_size=3))
def test_pairwise_methods_are_their_definition(method: str, known: list[tuple[str, str]], queries: list[str]) -> None:
    def similarity(one: str, other: str) -> float:
        return pm.similarity(one, other, method)

    classifier = TemplateClassifier(method).fit([page for page, _ in known], [label for _, label in known])
    found = [reached(query, known, similarity, PAIRWISE[method]) for query in queries]
    assert classifier.reached(queries) == [sorted(one) for one in found]
    if method not in ("md5", "mdh5"):
        assert classifier.predict(queries) == [best(one) for one in found]
        assert classifier.classify(queries)["score"].to_pylist() == [max(one.values(), default=None) for one in found]


@given(known=training, queries=st.lists(small_pages, min_size=1, max_size=3))
def test_fingerprints_within_one_edit_count(known: list[tuple[str, str]], queries: list[str]) -> None:
    classifier = TemplateClassifier("fingerprint").fit([page for page, _ in known], [label for _, label in known])
    for query, label in zip(queries, classifier.predict(queries), strict=True):
        mine = row(query, "fingerprint")["fingerprint"]
        votes: Counter[tuple[int, str]] = Counter()
        for page, of in known:
            votes[levenshtein(mine, row(page, "fingerprint")["fingerprint"]), of] += 1
        near = [(distance, -count, of) for (distance, of), count in votes.items() if distance <= 1]
        assert label == (min(near)[2] if near else None)


@pytest.mark.parametrize("method", METHODS)
def test_two_sites_and_none(method: str) -> None:
    known = [shop(str(number)) for number in range(4)] + [blog(str(number)) for number in range(4)]
    classifier = TemplateClassifier(method).fit(known, ["shop"] * 4 + ["blog"] * 4)
    assert classifier.classes_ == ["blog", "shop"]
    asked = [shop("new"), blog("new"), b"<html><head><meta><link></head><body><table><tr><td>1</table>", b"words"]
    assert classifier.predict(asked) == ["shop", "blog", None, None]
    assert classifier.score(asked, ["shop", "blog", None, "blog"]) == 0.75


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(known=training, queries=st.lists(small_pages, min_size=1, max_size=3), chance=st.randoms())
def test_a_stored_classifier_and_another_order_answer_the_same(
    method: str, known: list[tuple[str, str]], queries: list[str], chance: Any, tmp_path: Path
) -> None:
    first = TemplateClassifier(method).fit([page for page, _ in known], [label for _, label in known])
    first.save(tmp_path / "templates.npz")
    stored = TemplateClassifier.load(tmp_path / "templates.npz")
    chance.shuffle(known)
    other = TemplateClassifier(method, jobs=1).fit([page for page, _ in known], [label for _, label in known])
    assert first.classify(queries).equals(stored.classify(queries))
    assert first.classify(queries).equals(other.classify(queries))
    assert first.reached(queries) == stored.reached(queries) == other.reached(queries)


def test_the_majority_of_equal_pages_wins_then_the_first_label() -> None:
    page = shop("1")
    for method in ("fingerprint", "md5", "mdh5"):
        assert TemplateClassifier(method).fit([page] * 3, ["a", "b", "b"]).predict([page]) == ["b"]
        table = TemplateClassifier(method).fit([page] * 2, ["b", "a"]).classify([page])
        assert (table["group"][0].as_py(), table["runner_up"][0].as_py()) == ("a", "b")
        assert table["margin"][0].as_py() == 0.0


def test_sources_and_labels_by_name(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"shop{number}.html").write_bytes(shop(str(number)))
        (tmp_path / f"blog{number}.html").write_bytes(blog(str(number)))
    labels = {"shop0.html": "shop", "blog0.html": "blog", "gone.html": "shop"}
    classifier = TemplateClassifier().fit(pm.read(tmp_path), labels)
    assert (classifier.trained_, classifier.unlabelled_, classifier.unused_) == (2, 4, ["gone.html"])
    assert classifier.predict(pm.read(tmp_path)) == ["blog"] * 3 + ["shop"] * 3


def test_settings_as_scikit_learn_has_them() -> None:
    classifier = TemplateClassifier("cp", jobs=2)
    assert classifier.get_params() == {"method": "cp", "jobs": 2}
    assert classifier.set_params(method="tv") is classifier
    assert TemplateClassifier(**classifier.get_params()).method == "tv"
    numbers = TemplateClassifier().fit([shop("1"), blog("1")], [*np.array([7, 3])])
    assert (numbers.classes_, numbers.predict([blog("2")])) == ([3, 7], [3])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: TemplateClassifier("nonsense").fit(["<p>"], ["a"]), "no such measure"),
        (lambda: TemplateClassifier().predict(["<p>"]), "call fit first"),
        (lambda: TemplateClassifier().fit(["<p>"], ["a", "b"]), "2 labels for 1 pages"),
        (lambda: TemplateClassifier().fit(["<p>"], [None]), "no page to learn from"),
        (lambda: TemplateClassifier().fit(["<p>"], [1.5]), "a label is"),  # type: ignore[list-item]
        (lambda: TemplateClassifier().set_params(colour="red"), "no such setting"),
    ],
)
def test_wrong_calls_are_refused_in_one_line(wrong: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        wrong()


def test_files_that_are_no_classifier_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "templates.npz"
    with pytest.raises(SourceError, match="cannot read"):
        TemplateClassifier.load(path)
    path.write_bytes(b"PK nonsense")
    with pytest.raises(SourceError, match="not a classifier"):
        TemplateClassifier.load(path)
    TemplateClassifier("cp").fit([shop("1")], ["shop"]).save(path)
    whole = dict(np.load(path))
    for name, value in {
        "offsets": np.array([0, 99]),
        "templates": np.array([5], np.uint32),
        "values": whole["about"],
    }.items():
        np.savez(path, **whole | {name: value})
        with pytest.raises(PagemoldError, match="not a classifier"):
            TemplateClassifier.load(path)
