"""What changed between two collections, by tags and by classes."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.keeping import create_mold
from pagemold.store.decisions import merge
from pagemold.store.difference import Change, differences
from pagemold.store.nearby_tags import NearbyTags, TemplatePages, _cosine, _counts
from pagemold.store.nearest_among import NearestAmong
from pagemold.store.pairs import pairs_by_class
from pagemold.store.segments import bag_of
from pagemold.store.usual_paths import Paths, class_paths, telling
from pagemold.store.writer import Writer, create
from tests.groups.test_grammar import shop

PAGES = shop("list", 12) + shop("item", 12)


def mold(folder: Path, pages: list[str], method: str = "grammar") -> Path:
    create_mold(folder, pages, method)
    return folder


def changes(old: Path, new: Path) -> list[Change]:
    with pm.open(old) as before, pm.open(new) as after:
        return differences(before, after).changes


def test_other_classes_on_the_same_tags_are_a_change(tmp_path: Path) -> None:
    old = mold(tmp_path / "old.mold", PAGES)
    new = mold(tmp_path / "new.mold", [page.replace("class=", "class=new-") for page in PAGES])
    found = changes(old, new)
    assert [(it.kind, it.old_pages, it.new_pages, it.similarity) for it in found] == [("changed", 12, 12, 1.0)] * 2
    assert all(it.classes is not None and it.classes < 0.5 for it in found)
    lists = next(it for it in found if "html/body/ol.hits" in it.gone)
    assert "html/body/ol.new-hits" in lists.come
    assert lists.gone.index("html/body/ol.hits") < lists.gone.index("html/body/ol.hits/li.hit")
    assert changes(old, old) == []


def test_a_class_on_most_pages_of_one_template_is_told_of_that_one(tmp_path: Path) -> None:
    old = mold(tmp_path / "old.mold", PAGES)
    (change,) = changes(old, mold(tmp_path / "new.mold", [page.replace("class=hit>", "class=find>") for page in PAGES]))
    assert change.gone[0] == "html/body/ol.hits/li.hit"
    assert change.come[0] == "html/body/ol.hits/li.find"


def test_a_newborn_with_the_tags_of_another_is_not_said_to_be_alike(tmp_path: Path) -> None:
    renamed = [page.replace("class=", "class=lent-") for page in shop("item", 12)]
    (change,) = changes(mold(tmp_path / "old.mold", PAGES), mold(tmp_path / "new.mold", PAGES + renamed))
    assert (change.kind, change.new_pages, change.similarity) == ("born", 12, 1.0)
    assert change.classes is not None
    assert change.classes < 0.8


def test_templates_that_differ_in_classes_alone_find_each_other(tmp_path: Path) -> None:
    renamed = [page.replace("class=", "class=lent-") for page in shop("item", 12)]
    old = mold(tmp_path / "old.mold", PAGES + renamed)
    more = [page.replace("<p class=lent-cost>", "<p class=lent-cost><u></u>") for page in renamed]
    (change,) = changes(old, mold(tmp_path / "new.mold", PAGES + more))
    assert change.kind == "changed"
    assert change.come == ("html/body/p.lent-cost/u",)


def test_only_grammar_knows_classes(tmp_path: Path) -> None:
    old = mold(tmp_path / "old.mold", PAGES, "fingerprint")
    new = mold(tmp_path / "new.mold", [*PAGES, *["<table><tr><td>x</table>"] * 3], "fingerprint")
    with pm.open(old) as collection:
        known = class_paths(collection)
    assert known.by_template == {}
    assert known.unknown is not None
    assert "grouped by fingerprint" in known.unknown
    assert [(it.kind, it.classes) for it in changes(old, new)] == [("born", None)]


def test_an_empty_collection_is_the_reason_why_classes_are_not_known(tmp_path: Path) -> None:
    create(str(tmp_path / "empty.mold"), "grammar")
    with pm.open(tmp_path / "empty.mold") as one, pm.open(mold(tmp_path / "new.mold", PAGES)) as other:
        found = differences(one, other)
        assert [it.kind for it in found.changes] == ["born"] * 2
        assert found.without_classes == (f"{one.folder} is empty: there is nothing to compare",)
        assert differences(other, one).without_classes == found.without_classes
        assert differences(one, one).changes == []


def test_a_model_of_an_older_version_is_to_be_grouped_anew(tmp_path: Path) -> None:
    folder = mold(tmp_path / "old.mold", PAGES)
    with sqlite3.connect(folder / "pages.sqlite") as connection:
        connection.execute("DROP TABLE model")
    with pm.open(folder) as collection:
        unknown = class_paths(collection).unknown
    assert unknown is not None
    assert f"`pagemold regroup {folder}`" in unknown


def test_merged_templates_have_their_paths_together(tmp_path: Path) -> None:
    folder = mold(tmp_path / "old.mold", PAGES)
    with pm.open(folder) as collection:
        known = class_paths(collection).by_template
        one, other = sorted(known)
    with Writer(str(folder)) as writer:
        merge(writer, one, [other])
    with pm.open(folder) as collection:
        ((id, paths),) = class_paths(collection).by_template.items()
    assert id == one
    assert paths.known == known[one].known | known[other].known
    assert paths.pages == known[one].pages + known[other].pages


def paths(usual: str, known: str = "", pages: int = 1) -> Paths:
    """Paths that are letters."""
    return Paths(pages, dict.fromkeys(map(ord, usual), pages), frozenset(map(ord, usual + known)))


def test_what_only_some_pages_have_speaks_neither_for_nor_against() -> None:
    one, other = paths("ab", "c"), paths("abc", "d")
    assert one.alike(other) == 1.0
    assert one.alike(paths("ad")) == 0.5
    assert one.alike(paths("x")) == 0.0


def test_usual_is_what_more_than_half_of_the_pages_have() -> None:
    assert Paths.of(2, {1: 2, 2: 1}).usual == {1: 2}
    assert Paths.of(3, {1: 2, 2: 1}).usual == {1: 2}


@pytest.mark.parametrize(
    ("having", "pages", "others", "is_telling"),
    [(2, 2, 2, False), (3, 3, 3, True), (51, 100, 1, False), (100, 100, 1, True), (1, 1, 100, False)],
)
def test_a_path_on_few_pages_may_be_there_by_chance(having: int, pages: int, others: int, is_telling: bool) -> None:
    one, other = Paths.of(pages, {1: pages, 2: having}), Paths.of(others, {1: others})
    assert one.without(other) == {2}
    assert telling([(one, other)], known=()) == [is_telling]
    assert telling([(one, other)], known={2}) == [is_telling]


def test_what_comes_on_many_templates_of_few_pages_is_no_chance() -> None:
    pairs = [(Paths.of(2, {1: 2, 2: 2}), Paths.of(2, {1: 2}))] * 2
    assert telling(pairs[:1], known=()) == [False]
    assert telling(pairs, known=()) == [True, True]
    assert telling(pairs, known={2}) == [False, False]


FRAME = "abcdefghijklmnopqrstuvwxyz"


def test_the_best_of_the_pairs_that_are_left_is_taken() -> None:
    # Both old ones are most like the same new one.
    old = {"old_one": paths(FRAME + "12"), "old_two": paths(FRAME + "134")}
    new = {"new_one": paths(FRAME + "12"), "new_two": paths(FRAME + "56")}
    assert pairs_by_class(old, new) == {"old_one": "new_one", "old_two": "new_two"}
    assert pairs_by_class(new, old) == {"new_one": "old_one", "new_two": "old_two"}
    assert pairs_by_class(old, {"other": paths("123456")}) == {}


def test_a_template_that_is_gone_is_not_taken_for_one_like_it() -> None:
    old = {"list": paths(FRAME + "1"), "search": paths(FRAME + "2")}
    assert pairs_by_class(old, {"other": paths(FRAME + "13")}) == {"list": "other"}


@given(
    *[
        st.dictionaries(
            st.sampled_from(["one", "two", "three", "four"]),
            st.tuples(st.text("abcdefg", min_size=1), st.text("abcdefg")).map(lambda both: paths(*both)),
        )
    ]
    * 2
)
def test_rare_paths_miss_no_pair(here: dict[str, Paths], there: dict[str, Paths]) -> None:
    ranked = sorted(
        (-one.alike(other), -len(one.usual.keys() & other.usual.keys()), old, new)
        for old, one in here.items()
        for new, other in there.items()
        if one.alike(other) >= 0.8
    )
    expected: dict[str, str] = {}
    for *_, old, new in ranked:
        if old not in expected and new not in expected.values():
            expected[old] = new
    assert pairs_by_class(here, there) == expected


SIGNS = "bcdefghijklmnoprstuvwxyz"


def framed(kind: str, inner: str, pages: int = 12) -> list[str]:
    """Pages with a large frame: what they have beside it is a small share."""
    frame = "".join(f"<div class=f{sign}a><span class=q{sign}>x</span></div>" for sign in SIGNS)
    return [f"<html><body class={kind}>{frame}<h1>x{n}</h1>{inner}{'<hr>' * (n % 2)}" for n in range(pages)]


def test_a_template_that_is_like_another_that_stayed_is_itself_still(tmp_path: Path) -> None:
    stayed = framed("article", "<em class=lead>x</em>")
    was = framed("product", "<p class=price><b>1</b></p><p class=stock><b>1</b></p>")
    more = "<i class=stars>5</i><u class=by>me</u><q class=says>x</q><s class=cut>y</s><small class=when>z</small>"
    now = framed("product", f"<p class=price><b>1</b></p><ol class=reviews><li class=review>{more}</ol>")
    (change,) = changes(mold(tmp_path / "old.mold", stayed + was), mold(tmp_path / "new.mold", stayed + now))
    assert (change.kind, change.gone[0]) == ("changed", "html/body/p.stock")
    assert "html/body/ol.reviews" in change.come


def test_a_pair_is_as_alike_as_its_own_pages(tmp_path: Path) -> None:
    items, lists = shop("item", 12), shop("list", 12)
    more = "<p class=cost><u></u><u></u><i></i><table><tr><td></table>"
    now = [page.replace("<p class=cost>", more) for page in items]
    with_old_tags = [page.replace("class=", "class=lent-") for page in items]
    old, new = mold(tmp_path / "old.mold", items + lists), mold(tmp_path / "new.mold", now + with_old_tags + lists)
    changed = next(it for it in changes(old, new) if it.kind == "changed")
    assert changed.similarity < 0.98
    assert changed.renamed == 0


def test_a_banner_is_a_change_however_much_stays(tmp_path: Path) -> None:
    old = framed("article", "<em class=lead>x</em>" + "".join(f"<p class=p{sign}>x" for sign in SIGNS))
    banner = "<div class=cookie><p>We bake</p></div><h1>"
    with (
        pm.open(mold(tmp_path / "old.mold", old)) as one,
        pm.open(mold(tmp_path / "new.mold", [page.replace("<h1>", banner) for page in old])) as other,
    ):
        (change,) = differences(one, other).changes
        assert change.classes is not None
        assert change.classes >= 0.98
        assert (change.gone, change.come[0], change.renamed) == ((), "html/body/div.cookie", 0)
        assert differences(one, other, 0.9).changes == []
        assert [it.come for it in differences(other, one, 1).changes] == [()]
        assert differences(one, one, 1).changes == []


@pytest.mark.parametrize(("now", "path", "renamed"), [("class=start", ".start", 1), ("id=start", "#start", 0)])
def test_an_id_in_the_place_of_a_class_is_no_other_class(tmp_path: Path, now: str, path: str, renamed: int) -> None:
    old = framed("home", "<em class=lead>x</em>")
    new = [page.replace("<body class=home>", f"<body {now}>") for page in old]
    (change,) = changes(mold(tmp_path / "old.mold", old), mold(tmp_path / "new.mold", new))
    assert (change.gone, change.come) == (("html/body/.home",), (f"html/body/{path}",))
    assert change.renamed == renamed


def test_few_pages_leave_doubt(tmp_path: Path) -> None:
    old = framed("article", "<em class=lead>x</em>" + "".join(f"<p class=p{sign}>x" for sign in SIGNS), pages=2)
    new = [page.replace("<h1>", "<b class=cookie></b><h1>") for page in old]
    with pm.open(mold(tmp_path / "old.mold", old)) as one, pm.open(mold(tmp_path / "new.mold", new)) as other:
        found = differences(one, other)
        assert (found.changes, found.doubtful) == ([], 1)
        assert [it.kind for it in differences(one, other, 1).changes] == ["changed"]


def test_pages_less_are_no_change(tmp_path: Path) -> None:
    old = mold(tmp_path / "old.mold", PAGES)
    fewer = [page for number, page in enumerate(PAGES) if number % 5]
    assert changes(old, mold(tmp_path / "new.mold", fewer)) == []


def test_many_long_paths_are_counted_and_cut(tmp_path: Path) -> None:
    deep = "".join(f"<div class={sign * 500}>" for sign in SIGNS)
    old = framed("article", "<em class=lead>x</em>")
    new = [page + deep for page in old]
    (change,) = changes(mold(tmp_path / "old.mold", old), mold(tmp_path / "new.mold", new))
    assert (change.kind, change.come_count, len(change.come)) == ("changed", len(SIGNS), 20)
    assert max(map(len, change.come)) < 310


def test_the_similarity_of_pages_is_that_of_the_index(tmp_path: Path) -> None:
    folder = mold(tmp_path / "some.mold", PAGES)
    with pm.open(folder) as one, pm.open(folder) as other:
        tags, ids = NearbyTags(TemplatePages(one), TemplatePages(other)), [it.id for it in one.templates()]
        assert [tags.similarity(id, id) for id in ids] == [1.0] * 2
        assert 0 < tags.similarity(*ids) < 1
        assert [tags.nearest(id) for id in ids] == ids
        among = [NearestAmong(TemplatePages(one), TemplatePages(other), {id}) for id in ids]
        assert [set(near.to(id)) for near, id in zip(among, ids, strict=True)] == [{frozenset([id])} for id in ids]
        pages = [page.id for page in one.pages_of(ids[0])]
        page = next(it for it in one.similar(pages[0], 24) if it.page.group == ids[0] and it.score < 0.999)
        counts = [_counts(bag_of(one._spans, number)) for number in (pages[0], page.page.id)]
        assert _cosine(*counts) == pytest.approx(page.score)
