"""What changed between two collections, by tags and by classes."""

from pathlib import Path

import pagemold as pm
from pagemold.mold import create_mold
from pagemold.store.decisions import merge
from pagemold.store.difference import Change, differences
from pagemold.store.usual_paths import Paths, knows_classes, usual_paths
from pagemold.store.writer import Writer
from tests.groups.test_grammar import shop

PAGES = shop("list", 12) + shop("item", 12)


def mold(folder: Path, pages: list[str], method: str = "grammar") -> Path:
    create_mold(folder, pages, method)
    return folder


def changes(old: Path, new: Path) -> list[Change]:
    with pm.open(old) as before, pm.open(new) as after:
        return differences(before, after)


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
        assert not knows_classes(collection)
        assert usual_paths(collection) == {}
    assert [(it.kind, it.classes) for it in changes(old, new)] == [("born", None)]


def test_merged_templates_have_their_paths_together(tmp_path: Path) -> None:
    folder = mold(tmp_path / "old.mold", PAGES)
    with pm.open(folder) as collection:
        one, other = sorted(usual_paths(collection))
        both = {path for paths in usual_paths(collection).values() for path in paths.known}
    with Writer(str(folder)) as writer:
        merge(writer, one, [other])
    with pm.open(folder) as collection:
        ((id, paths),) = usual_paths(collection).items()
    assert id == one
    assert paths.known == both


def test_what_only_some_pages_have_speaks_neither_for_nor_against() -> None:
    one, other = Paths(frozenset("ab"), frozenset("abc")), Paths(frozenset("abc"), frozenset("abcd"))
    assert one.alike(other) == 1.0
    assert one.alike(Paths(frozenset("ad"), frozenset("ad"))) == 0.5
    assert one.alike(Paths(frozenset("x"), frozenset("x"))) == 0.0
