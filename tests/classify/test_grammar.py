"""Classification by grammar: equal to the plain oracle, whatever the order of pages; none where no template fits."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemold import TemplateClassifier
from pagemold._native import GrammarTemplates
from pagemold.classify import Grammar, collect
from pagemold.errors import CollectionError, SourceError
from pagemold.features import features
from tests.groups.test_grammar import paths, shop
from tests.oracles.templates import LEAST_TOLD, SLACK, Templates

BLOCKS = (
    "<nav class=menu><ul><li></ul></nav>",
    "<div class=price><b></b></div>",
    "<table><tr><td></table>",
    "<p>",
    "<h2>",
)
NEW = (*BLOCKS, "<dl class=fresh><dt></dl>", "<div class=price><i></i></div>")
TRAINING = st.lists(st.tuples(st.frozensets(st.sampled_from(BLOCKS)), st.sampled_from("abc")), min_size=1, max_size=10)
QUERIES = st.lists(st.frozensets(st.sampled_from(NEW)), min_size=1, max_size=4)


def page(blocks: frozenset[str]) -> str:
    return f"<html><body>{''.join(sorted(blocks))}</body></html>"


@settings(deadline=None, max_examples=80)
@given(TRAINING, QUERIES)
def test_equal_to_the_oracle(training: list[tuple[frozenset[str], str]], queries: list[frozenset[str]]) -> None:
    pages, labels = [page(blocks) for blocks, _ in training], [label for _, label in training]
    classifier = TemplateClassifier("grammar", jobs=1).fit(pages, labels)
    numbers = [classifier.classes_.index(label) for label in labels]
    oracle = Templates([paths(html) for html in pages], numbers)
    assert isinstance(classifier._model, Grammar)
    assert classifier._model.templates.tolerances == pytest.approx(oracle.tolerances)
    for row, query in zip(classifier.classify([page(blocks) for blocks in queries]).to_pylist(), queries, strict=True):
        compare(row, oracle, paths(page(query)), classifier.classes_)


def compare(row: dict[str, Any], oracle: Templates, asked: frozenset[tuple[str, ...]], classes: list[Any]) -> None:
    def known(path: tuple[str, ...]) -> bool:
        return path in oracle.having

    prices = [oracle.price(asked, t, known)[0] for t in range(len(classes))]
    first, *rest = oracle.cheapest(asked, range(len(classes)), known)
    surprise = oracle.surprise(asked, first, known)
    excess = oracle.strangeness(asked, first, known) - SLACK * oracle.tolerances[first]
    is_learnt = oracle.is_learnt(asked, first)
    is_tie = min(abs(excess), abs(1 - surprise - LEAST_TOLD)) < 1e-6
    if (is_tie and not is_learnt) or (rest and abs(prices[first] - prices[rest[0]]) < 1e-6):
        return  # a tie: the last digit decides
    background = oracle.price(asked, None, known)[0]
    if is_learnt or (1 - surprise >= LEAST_TOLD and excess < 0):
        assert row["group"] == classes[first]
        assert row["bits"] == pytest.approx(prices[first], abs=1e-6)
        assert row["score"] == pytest.approx(1 - surprise)
        if rest:
            assert row["margin"] == pytest.approx(prices[rest[0]] - prices[first], abs=1e-6)
    else:
        assert (row["group"], row["score"]) == (None, None)
        assert row["bits"] == pytest.approx(background, abs=1e-6)
        assert row["margin"] == pytest.approx(prices[first] - background, abs=1e-6)


def test_pages_learnt_from_are_known_again_however_odd_they_are() -> None:
    odd = "<html><body><form class=odd><input></form><dl class=rare><dt></dl></body></html>"
    pages, labels = [*shop("list", 30), odd, *shop("item", 30)], ["list"] * 31 + ["item"] * 30
    classifier = TemplateClassifier().fit(pages, labels)
    assert classifier.predict(pages) == labels
    assert classifier.predict([odd.replace("rare", "other")]) == [None]


def test_templates_of_one_site_and_a_third_that_was_never_seen() -> None:
    lists, items = shop("list", 30), shop("item", 30)
    other = [html.replace("<ol class=hits>", "<form class=login><input><label>l</label></form><ol>") for html in lists]
    classifier = TemplateClassifier().fit(lists[:15] + items[:15], ["list"] * 15 + ["item"] * 15)
    assert classifier.method == "grammar"
    assert classifier.predict(lists[15:] + items[15:]) == ["list"] * 15 + ["item"] * 15
    assert classifier.predict([*other, "<table><tr><td>x</table>", ""]) == [None] * 32


def test_order_and_threads_do_not_matter() -> None:
    pages, labels = shop("list", 12) + shop("item", 12), ["list"] * 12 + ["item"] * 12
    classifier = TemplateClassifier(jobs=1).fit(pages, labels)
    places = list(range(24))
    random.Random(3).shuffle(places)
    again = TemplateClassifier(jobs=2).fit([pages[it] for it in places], [labels[it] for it in places])
    assert classifier.classify(pages).equals(again.classify(pages))


def test_rows_say_bits_margin_and_runner_up() -> None:
    pages, labels = shop("list", 9) + shop("item", 9), [1] * 9 + [2] * 9
    row = TemplateClassifier().fit(pages, labels).classify([shop("list", 1)[0]]).to_pylist()[0]
    keys = "url path group group_name score runner_up margin bits flags source offset"
    assert list(row) == keys.split()
    assert (row["group"], row["runner_up"]) == (1, 2)
    assert row["margin"] > 0
    assert row["score"] > 0.8


def test_saved_and_loaded(tmp_path: Path) -> None:
    pages = shop("list", 9) + shop("item", 9)
    classifier = TemplateClassifier().fit(pages, ["list"] * 9 + ["item"] * 9)
    file = tmp_path / "templates.npz"
    classifier.save(file)
    loaded = TemplateClassifier.load(file)
    assert (loaded.method, loaded.trained_, loaded.classes_) == ("grammar", 18, ["item", "list"])
    assert loaded.classify(pages).equals(classifier.classify(pages))
    with np.load(file) as archive:
        arrays = dict(archive)
    arrays["model"][40] ^= 1
    np.savez(file, **arrays)
    with pytest.raises(SourceError, match="checksum"):
        TemplateClassifier.load(file)


def test_damaged_bytes_name_their_file() -> None:
    data = templates(["<p>x"], ["a"]).to_bytes()
    for wrong in (b"", data[:-1], data[:40], b"x" * 64, data[:16] + (2**63).to_bytes(8, "little") + data[24:]):
        with pytest.raises(CollectionError, match=r"shop\.templates") as error:
            GrammarTemplates.from_bytes(wrong, "shop.templates")
        assert error.value.code == "collection_damaged"
    with pytest.raises(CollectionError) as error:
        GrammarTemplates.from_bytes(data[:8] + b"\x09" + data[9:], "shop.templates")
    assert error.value.code == "collection_newer"
    with pytest.raises(CollectionError) as error:
        GrammarTemplates.from_bytes(data[:8] + b"\x02" + data[9:], "shop.templates")
    assert error.value.code == "collection_older"


def templates(pages: list[str], labels: list[str]) -> GrammarTemplates:
    names = sorted(set(labels))
    numbers = np.array([names.index(label) for label in labels], np.int64)
    return Grammar.learn(
        collect(features(pages, ("class_trie", "class_trie:parents", "class_trie:names"))), numbers, names
    ).templates


def test_joined_models_know_the_templates_of_both() -> None:
    lists, items = shop("list", 12), shop("item", 12)
    both = templates(lists, ["list"] * 12).joined(templates(items, ["item"] * 12))
    assert both.names == ["list", "item"]
    assert all(0 < pages <= 12 for pages in both.pages)  # few copies of a page are evidence
    found = Grammar(both).answer(
        list(features(lists + items, ("class_trie", "class_trie:parents", "class_trie:names")))
    )
    assert found.templates.tolist() == [0] * 12 + [1] * 12
    again = GrammarTemplates.from_bytes(both.to_bytes(), "both")
    assert again.to_bytes() == both.to_bytes()


def test_a_page_whose_wrapper_no_template_has_has_none() -> None:
    frame = "<body><nav class=menu><ul class=links><li class=link></ul></nav><div class={}>{}</div>"
    insides = {
        kind: "".join(f"<p class={kind}-{letter}><i></i></p>" for letter in "abcdefgh") for kind in ("list", "item")
    }
    pages = {kind: [frame.format(f"{kind}-{n}", inside) for n in "abcdefghijkl"] for kind, inside in insides.items()}
    model = TemplateClassifier().fit([*pages["list"][:6], *pages["item"][:6]], ["list"] * 6 + ["item"] * 6)
    assert model.predict([*pages["list"][6:], *pages["item"][6:]]) == [None] * 12
