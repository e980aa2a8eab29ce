"""The typical page of a template is shown while the template has it, wherever the page itself has gone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.cli import main
from pagemold.errors import SourceError
from pagemold.keeping import create_mold, regroup
from pagemold.store import decisions
from pagemold.store.writer import Writer

ITEM = "<html><body><article class=item><h1>{0}</h1><table class=facts><tr><td>{0}</table>{1}</article></body></html>"
POST = "<html><body><section class=post><h2>{0}</h2><ol class=more><li>{0}</ol>{1}</section></body></html>"
ODD = "<aside class=odd><em>one</em><b>more</b></aside>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Items and posts, the first of each an odd one, so that it is not typical."""
    for kind, page in (("item", ITEM), ("post", POST)):
        (tmp_path / "pages" / kind).mkdir(parents=True)
        for number in range(6):
            (tmp_path / "pages" / kind / f"{number}.html").write_text(page.format(number, ODD * (number == 0)))
    return tmp_path / "pages"


@pytest.fixture
def folder(tmp_path: Path, pages: Path) -> str:
    target = str(tmp_path / "kept.mold")
    create_mold(target, pm.read(pages))
    assert examples(target) == {"item": "item/1.html", "post": "post/1.html"}
    return target


def examples(folder: str) -> dict[str, str | None]:
    """The example of each template, by the kind of its first page."""
    with pm.open(folder) as mold:
        first = {it.id: next(mold.pages_of(it.id)).path or "" for it in mold.templates()}
        return {first[it.id].partition("/")[0]: it.example for it in mold.templates()}


def ids(folder: str) -> dict[str, str]:
    with pm.open(folder) as mold:
        return {(next(mold.pages_of(it.id)).path or "").partition("/")[0]: it.id for it in mold.templates()}


def rows(folder: str) -> int:
    with closing(sqlite3.connect(Path(folder) / "pages.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM examples").fetchone()[0])


def test_a_page_that_is_not_there_any_more_is_an_example_still(folder: str, pages: Path) -> None:
    (pages / "item" / "1.html").unlink()
    assert examples(folder)["item"] == "item/1.html"
    with pm.open(folder) as mold, pytest.raises(SourceError, match=r"item/1\.html, which is not there any more"):
        mold.html("item/1.html")
    # What must read the page says so, and leaves the rest as it is.
    with pytest.raises(SourceError) as told:
        regroup(folder)
    assert told.value.code == "source_missing"
    assert (examples(folder)["item"], rows(folder)) == ("item/1.html", 2)
    assert main(["info", folder]) == 0


def test_a_page_worded_anew_is_another_page_and_no_example(folder: str, pages: Path) -> None:
    (pages / "item" / "1.html").write_text(ITEM.format("more words than before", ""))
    with pm.open(folder) as mold:
        added = mold.add(pm.read(pages))
        assert (added.added, added.assigned) == (1, 1)
        by_path = [it.id for it in mold.pages_of(ids(folder)["item"]) if it.path == "item/1.html"]
        (shown,) = (it for it in mold.templates() if it.id == ids(folder)["item"])
    # The address is the same; the example is the page that was grouped.
    assert (shown.example, shown.example_page) == ("item/1.html", min(by_path))


def test_of_a_merged_template_that_of_the_other_is_shown(folder: str) -> None:
    item, post = ids(folder)["item"], ids(folder)["post"]
    with Writer(folder) as writer:
        decisions.merge(writer, post, [item])
    with pm.open(folder) as mold:
        assert [(it.id, it.pages, it.example) for it in mold.templates()] == [(post, 12, "post/1.html")]
    regroup(folder)
    with pm.open(folder) as mold:
        assert [(it.id, it.pages) for it in mold.templates()] == [(post, 12)]
        assert mold.templates()[0].example == "post/1.html"


def test_where_the_other_has_none_the_first_page_is_shown(folder: str) -> None:
    item, post = ids(folder)["item"], ids(folder)["post"]
    with Writer(folder) as writer:
        new = decisions.split(writer, post, [8, 9])
        decisions.merge(writer, new, [item])
    with pm.open(folder) as mold:
        shown = {it.id: it.example for it in mold.templates()}
    # A template that a person made has no typical page, and that of a merged one is not its own.
    assert shown == {new: "item/0.html", post: "post/1.html"}


def test_one_that_was_split_off_is_forgotten_and_found_again_by_nobody(folder: str) -> None:
    item = ids(folder)["item"]
    with Writer(folder) as writer:
        new = decisions.split(writer, item, [1])
    with pm.open(folder) as mold:
        assert {it.id: it.example for it in mold.templates()}[item] == "item/0.html"
        assert {it.id: it.example for it in mold.templates()}[new] == "item/1.html"
    # Grouping anew finds another among the pages that are left; the split page stays where it is.
    regroup(folder)
    with pm.open(folder) as mold:
        assert {it.id: it.example for it in mold.templates()}[item] == "item/2.html"
        assert {it.id: it.example for it in mold.templates()}[new] == "item/1.html"


def test_another_method_forgets_all_but_those_of_locked_templates(folder: str) -> None:
    with Writer(folder) as writer:
        decisions.lock(writer, ids(folder)["item"])
    regroup(folder, "fingerprint")
    assert (examples(folder)["item"], rows(folder)) == ("item/1.html", 1)
    assert examples(folder)["post"] == "post/0.html"
    # What is not locked any more is forgotten the next time.
    with Writer(folder) as writer:
        decisions.lock(writer, ids(folder)["item"], locked=False)
    regroup(folder, "fingerprint")
    assert rows(folder) == 0
    regroup(folder, "grammar")
    assert examples(folder) == {"item": "item/1.html", "post": "post/1.html"}


def test_compacting_keeps_them(folder: str, pages: Path) -> None:
    (pages / "item" / "more.html").write_text(ITEM.format("more", ODD))
    with pm.open(folder) as mold:
        mold.add(pm.read(pages))
    before = examples(folder)
    assert main(["compact", folder, "-q"]) == 0
    assert examples(folder) == before == {"item": "item/1.html", "post": "post/1.html"}


def test_pages_that_join_a_template_do_not_change_it(folder: str, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for number in range(9):
        (tmp_path / "more" / f"{number}.html").write_text(ITEM.format(number, ODD))
    with pm.open(folder) as mold:
        assert mold.add(pm.read(tmp_path / "more")).assigned == 9
    assert examples(folder)["item"] == "item/1.html"


@pytest.mark.parametrize("page", [10_000, -1, "1.html", b"\x01"])
def test_an_example_that_is_no_page_is_none(folder: str, page: object) -> None:
    with closing(sqlite3.connect(Path(folder) / "pages.sqlite")) as connection, connection:
        connection.execute("UPDATE examples SET page = ?", (page,))
    assert examples(folder) == {"item": "item/0.html", "post": "post/0.html"}
    assert main(["info", folder]) == 0


def test_collections_of_older_versions_show_the_first_page(folder: str) -> None:
    with closing(sqlite3.connect(Path(folder) / "pages.sqlite")) as connection, connection:
        connection.execute("DROP TABLE examples")
    assert examples(folder) == {"item": "item/0.html", "post": "post/0.html"}
    regroup(folder)
    assert examples(folder) == {"item": "item/1.html", "post": "post/1.html"}
