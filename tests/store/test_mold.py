"""The life of a collection: made, added to, asked, decided about, grouped anew, compared."""

import os
import shutil
import sqlite3
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import pagemold as pm
from pagemold.errors import CollectionError, OutputError, SourceError, UsageError
from pagemold.keeping import create_mold, regroup
from pagemold.measures import MEASURES
from pagemold.mold import OF_PAGES, Mold
from pagemold.store import decisions
from pagemold.store.difference import differences
from pagemold.store.regroup import regroup as regroup_pages
from pagemold.store.writer import Writer
from tests.archives import blog, shop
from tests.store.conftest import write_archive

OTHER = "<html><body><ul>{}</ul><table><tr><td>1<td>2</table></body></html>".format("<li><a>x</a>" * 9)


def templates(folder: str) -> dict[str, int]:
    with pm.open(folder) as mold:
        return {template.name or template.id: template.pages for template in mold.templates()}


def ids(folder: str) -> list[str]:
    with pm.open(folder) as mold:
        return [template.id for template in mold.templates()]


def test_pages_and_groups_are_kept(folder: str, archive: Path) -> None:
    clustering = pm.cluster(pm.read(archive))
    with pm.open(folder) as mold:
        assert len(mold) == 5
        assert [it.id for it in mold.templates()] == [group.id for group in clustering.groups]
        table = mold.table()
        for column in ("url", "group", "offset", "length", "size", "flags"):
            assert table[column].to_pylist() == clustering.table()[column].to_pylist()
        assert mold.pages()["url"].tolist() == table["url"].to_pylist()
        assert mold.verify() == []


def test_a_repeated_add_stores_nothing_twice(folder: str, archive: Path, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        again = mold.add(pm.read(archive, archive))
        assert (again.seen, again.added, len(mold)) == (10, 0, 5)
        more = mold.add(pm.read(write_archive(tmp_path / "more.warc.gz", range(3, 9))))
        assert (more.added, more.assigned, more.grouped, more.new_templates) == (6, 6, 0, ())
        assert [template.pages for template in mold.templates()] == [9, 2]
        assert mold.verify() == []


def test_pages_in_memory_that_look_alike_are_several(folder: str) -> None:
    pages: list[pm.Page | str | bytes] = ["<p>one", "<p>two", pm.Page(url="http://x.example/", html="<p>six"), "<p>one"]
    with pm.open(folder) as mold:
        assert [mold.add(pages).added for _ in range(3)] == [4, 0, 0]
        assert [mold.add(["<p>ten"] * count).added for count in (3, 4)] == [0, 1]


def test_pages_of_no_known_template_are_grouped(folder: str) -> None:
    with pm.open(folder) as mold:
        added = mold.add([OTHER, shop("9").decode(), "just words"])
        assert (added.added, added.assigned, added.grouped, len(added.new_templates)) == (3, 1, 1, 1)
        assert sorted(template.pages for template in mold.templates()) == [1, 2, 4]
        assert mold.info()["without_template"] == 1


def test_similar_pages(folder: str) -> None:
    with pm.open(folder) as mold:
        found = mold.similar(shop("77"), k=3)
        assert [it.page.url for it in found] == [f"http://shop.example/{number}" for number in range(3)]
        assert [it.score for it in found] == [1.0] * 3
        near = mold.similar("http://blog.example/1", k=9)
        assert near[0].page.url == "http://blog.example/0"
        assert "http://blog.example/1" not in [it.page.url for it in near]
        assert mold.similar(4, k=1) == mold.similar(mold.page(4), k=1)
        assert mold.similar(shop("1"), k=1, measure="jaccard")[0].score == 1.0
        distances, pages = mold.kneighbors([shop("1"), blog("1")], n_neighbors=4)
        assert distances.shape == pages.shape == (2, 4)
        assert pages[0, :3].tolist() == [0, 1, 2]
        assert distances[0, 0] == 0
        assert mold.kneighbors(["<p>"], 1, return_distance=False).shape == (1, 1)


@pytest.mark.parametrize(
    ("page", "options", "error"),
    [
        ("http://nowhere.example/", {}, CollectionError),
        (99, {}, CollectionError),
        (0, {"k": 0}, UsageError),
        (0, {"measure": "guess"}, UsageError),
        (0, {"measure": "rtdm"}, UsageError),
        (b"%PDF-1.4", {}, UsageError),
    ],
)
def test_questions_without_answer(
    folder: str, page: object, options: dict[str, object], error: type[Exception]
) -> None:
    with pm.open(folder) as mold, pytest.raises(error):
        mold.similar(page, **options)  # type: ignore[arg-type]


def test_a_template_that_is_not_there_is_called_nothing(folder: str) -> None:
    with pm.open(folder) as mold, pytest.raises(CollectionError, match="no such template"):
        mold.called("nope")


def test_classify_tells_the_template_and_stores_nothing(folder: str) -> None:
    with pm.open(folder) as mold:
        found = [it for _, it in mold.classify([shop("9"), blog("9"), OTHER, "words"])]
        assert [it.template for it in found] == [*ids(folder), None, None]
        assert [it.score for it in found] == [1.0, 1.0, 0.0, 0.0]
        assert len(mold) == 5


@pytest.mark.parametrize("method", ["grammar", "fingerprint", "cosine"])
def test_pages_are_classified_as_tables_as_they_are_one_by_one(tmp_path: Path, archive: Path, method: str) -> None:
    create_mold(tmp_path / "shop.mold", pm.read(archive), method)
    (tmp_path / "words.html").write_text("words")
    pages = pm.read(archive, write_archive(tmp_path / "more.warc.gz", range(5, 8)), tmp_path / "words.html")
    with pm.open(tmp_path / "shop.mold") as mold:
        one_by_one = list(mold.classify(pages))
        tables = list(mold.classified(pages))
    rows = [row for table in tables for row in table.to_pylist()]
    assert len(tables) > 1
    assert len({tuple(table.schema.names) for table in tables}) == 1
    assert [(it["url"], it["path"], it["offset"], tuple(it["flags"])) for it in rows] == [
        (page.url, page.path, page.offset, page.flags) for page, _ in one_by_one
    ]
    for row, (_, found) in zip(rows, one_by_one, strict=True):
        assert (row["group"], row["runner_up"], row["bits"]) == (found.template, found.runner_up, found.bits)
        assert row["score"] == (found.score if found.template else None)
        assert (row["margin"] is None) == (row["runner_up"] is None or (row["group"] or row["bits"]) is None)
    assert rows[-1]["group"] is None


def test_the_model_by_neighbours(folder: str) -> None:
    from pagemold.features import features
    from pagemold.store.model import assignments
    from pagemold.store.neighbours import NeighbourModel

    with pm.open(folder) as mold:
        model = NeighbourModel(mold._connection, mold._spans, mold.settings["branches"])
        batch = next(features([shop("9"), blog("9"), OTHER], [*model.features]))
        found = assignments(model, batch)
        assert [it.template for it in found] == [*ids(folder), None]
        assert found[0].score == 1.0


def test_html_is_shown_again_from_every_kind_of_source(tmp_path: Path, archive: Path) -> None:
    import json
    import zipfile

    import pyarrow as pa

    pages = [("http://a.example/", "<html><body><p>ä one"), ("http://b.example/", "<html><body><p>two<p>three")]
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "page.html").write_text(pages[0][1])
    lines = [json.dumps({"url": url, "html": html}) for url, html in pages]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    pq.write_table(
        pa.table({"url": [it[0] for it in pages], "html": [it[1] for it in pages]}), tmp_path / "pages.parquet"
    )
    for name, packing in (("stored.wacz", zipfile.ZIP_STORED), ("packed.wacz", zipfile.ZIP_DEFLATED)):
        with zipfile.ZipFile(tmp_path / name, "w", packing) as package:
            package.write(archive, "archive/data.warc.gz")
    names = ["site", "pages.jsonl", "pages.parquet", "stored.wacz", "packed.wacz", archive.name]
    sources = pm.read(*(tmp_path / name for name in names))
    create_mold(tmp_path / "all.mold", sources)
    with pm.open(tmp_path / "all.mold") as mold:
        expected = [page.html for page in sources]
        assert len(expected) == 1 + 2 + 2 + 3 * 5
        assert [mold.html(number) for number in range(len(mold))] == expected
        mold.add(["<p>in memory"])
        with pytest.raises(SourceError, match="kept nowhere"):
            mold.html(len(mold) - 1)
        archive.unlink()
        with pytest.raises(SourceError, match=r"page 15 .http://shop.example/0. lay in .*not there any more"):
            mold.html("http://shop.example/0")
        (tmp_path / "stored.wacz").unlink()
        with pytest.raises(SourceError, match="not there any more"):
            mold.html(5)


def test_a_page_of_a_source_that_changed_is_named(tmp_path: Path, archive: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(shop("1"))
    create_mold(tmp_path / "a.mold", pm.read(archive, page))
    page.write_bytes(shop("longer"))
    write_archive(archive, blogs=range(9))
    said = "page {} .{}. lay in {}, which has changed since"
    with pm.open(tmp_path / "a.mold") as mold:
        for number, address, file in ((1, "http://shop.example/1", archive), (5, "page.html", page)):
            with pytest.raises(SourceError, match=said.format(number, address, file)) as raised:
                mold.html(number)
            assert raised.value.code == "source_changed"
        archive.write_bytes(b"no archive any more")
        with pytest.raises(SourceError, match=said.format(1, "http://shop.example/1", archive)):
            mold.similar(1, measure="tree-edit")
        with pytest.raises(SourceError, match=said.format(0, "http://shop.example/0", archive)):
            regroup(mold.folder)


# --- measures that look at the pages themselves ----------------------------------------------------------------------


@pytest.mark.parametrize("measure", [name for name, known in OF_PAGES.items() if known in MEASURES])
def test_similar_by_such_a_measure_is_the_similarity_of_two_pages(tmp_path: Path, measure: str) -> None:
    pages = [shop(str(number)) + b"<p></p>" * number + b"<table><td></table>" * (number % 3) for number in range(30)]
    for number, page in enumerate(pages):
        (tmp_path / f"{number:02}.html").write_bytes(page)
    create_mold(tmp_path / "a.mold", pm.read(*sorted(tmp_path.glob("*.html"))))
    with pm.open(tmp_path / "a.mold") as mold:
        expected = {number: pm.similarity(pages[4], page, OF_PAGES[measure]) for number, page in enumerate(pages)}
        for asked in (pages[4], 4, "04.html", mold.page(4)):
            found = mold.similar(asked, k=7, measure=measure)
            others = {number: it for number, it in expected.items() if number != 4 or isinstance(asked, bytes)}
            assert [it.score for it in found] == sorted(others.values(), reverse=True)[:7]
            assert all(it.score == expected[it.page.id] for it in found)


def test_a_collection_is_not_written_over(folder: str, archive: Path) -> None:
    with pytest.raises(OutputError, match="is there already"):
        create_mold(folder, pm.read(archive))


def test_a_collection_that_is_none(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.mold", tmp_path):
        with pytest.raises(CollectionError):
            pm.open(path)


def test_it_can_be_copied_and_read_where_nobody_can_write(folder: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.mold"
    shutil.copytree(folder, copy)
    with pm.open(copy) as mold:
        assert [it.page.id for it in mold.similar(0, k=2)] == [1, 2]


def test_stock_sqlite_opens_it(folder: str) -> None:
    connection = sqlite3.connect(os.path.join(folder, "pages.sqlite"))
    rows = connection.execute("SELECT template, count(*) FROM grouped_pages GROUP BY template").fetchall()
    connection.close()
    assert sorted(count for _, count in rows) == [2, 3]


# --- decisions -------------------------------------------------------------------------------------------------------


def test_names_merges_splits_and_locks_survive_adds_and_regrouping(folder: str, tmp_path: Path) -> None:
    shops, blogs = ids(folder)
    with Writer(folder) as writer:
        decisions.give_name(writer, shops, "product")
        new = decisions.split(writer, "product", [1])
        decisions.lock(writer, new)
        decisions.merge(writer, "product", [blogs])
    assert templates(folder) == {"product": 4, new: 1}
    with pm.open(folder) as mold:
        mold.add(pm.read(write_archive(tmp_path / "more.warc.gz", range(3, 6), range(2, 4))))
        assert mold.page(1).group == new
    assert templates(folder) == {"product": 9, new: 1}
    assert regroup(folder)["moved"] == 0
    assert templates(folder) == {"product": 9, new: 1}
    with pm.open(folder) as mold:
        assert [it["kind"] for it in mold.decisions()] == ["name", "split", "lock", "merge"]


def test_decisions_survive_a_grouping_that_tears_templates_apart(tmp_path: Path) -> None:
    """Twelve pages: two templates merged, one of them named; a third named; of a fourth one page split off; a fifth
    locked. Then every page gets a group of its own, and then all of them one.
    """
    folder = str(tmp_path / "a.mold")
    create_mold(folder, [f"<p>{number}" for number in range(12)])
    groups = dict(zip(range(12), "aaabbcccdd" + "ee", strict=True))
    with Writer(folder) as writer:
        for id in "abcde":
            writer.add_template(id * 3, None, "test")
        writer.set_templates({page: id * 3 for page, id in groups.items()})
        writer.finish()
        decisions.give_name(writer, "aaa", "product")
        decisions.merge(writer, "aaa", ["bbb"])
        decisions.give_name(writer, "ccc", "article")
        split = decisions.split(writer, "ddd", [9])
        decisions.lock(writer, "eee")
    assert templates(folder) == {"product": 5, "article": 3, "eee": 2, "ddd": 1, split: 1}
    with Writer(folder) as writer:
        done = regroup_pages(writer, {page: f"new{page:02}" for page in range(12)}, {})
    found = templates(folder)
    assert (found["product"], found["article"], found["eee"], found[split]) == (5, 1, 2, 1)
    assert (done["moved"], sum(found.values())) == (2, 12)
    with Writer(folder) as writer:
        regroup_pages(writer, dict.fromkeys(range(12), "all"), {})
    assert templates(folder) == {"product": 9, "eee": 2, split: 1}


def test_of_templates_equally_near_the_one_with_more_pages_is_joined(folder: str) -> None:
    shops, _ = ids(folder)
    with Writer(folder) as writer:
        new = decisions.split(writer, shops, [0])
    with pm.open(folder) as mold:
        assert [it.template for _, it in mold.classify([shop("9")])] == [shops]
        assert mold.page(0).group == new


def test_decisions_that_make_no_sense(folder: str) -> None:
    shops, blogs = ids(folder)
    with Writer(folder) as writer:
        decisions.give_name(writer, shops, "product")
        decisions.lock(writer, blogs)
        for wrong in (
            lambda: decisions.give_name(writer, blogs, "product"),
            lambda: decisions.give_name(writer, blogs, "x" * 999),
            lambda: decisions.merge(writer, shops, [shops]),
            lambda: decisions.merge(writer, shops, [blogs]),
            lambda: decisions.split(writer, shops, [0, 1, 2]),
            lambda: decisions.split(writer, shops, [4]),
            lambda: decisions.lock(writer, "nothing"),
        ):
            with pytest.raises((UsageError, CollectionError)):
                wrong()
    assert templates(folder) == {"product": 3, blogs: 2}


def test_regrouping_with_another_method_keeps_the_ids_of_what_stays(folder: str) -> None:
    before = templates(folder)
    with Writer(folder) as writer:
        writer.set_templates(dict.fromkeys(range(5)))
        writer.finish()
    done = regroup(folder)
    assert (done["moved"], templates(folder)) == (5, before)


def test_differences_of_two_collections(folder: str, tmp_path: Path) -> None:
    later = str(tmp_path / "later.mold")
    create_mold(later, [*(shop(str(number)) for number in range(3)), OTHER])
    with pm.open(folder) as old, pm.open(later) as new:
        changes = differences(old, new).changes
        assert [(it.kind, it.old_pages, it.new_pages) for it in changes] == [("died", 2, 0), ("born", 0, 1)]
        assert changes[0].example == "http://blog.example/0"
        assert differences(old, old).changes == []
    changed = b"<p></p>".join([shop("1")[:-14], b"</body></html>"])
    create_mold(tmp_path / "changed.mold", [*([changed] * 3), blog("1"), blog("2")])
    with pm.open(folder) as old, pm.open(tmp_path / "changed.mold") as new:
        assert [it.kind for it in differences(old, new, same=0.99).changes] == ["changed"]


def test_what_is_to_be_committed_with_the_rows_is_committed_with_them_or_not_at_all(folder: str) -> None:
    def fail() -> None:
        assert writer.connection.execute("SELECT count(*) FROM pages WHERE template IS NULL").fetchone()[0] > 0
        raise ValueError("no room")

    with pm.open(folder) as mold:
        before = [page.group for page in map(mold.page, range(len(mold)))]
        with Writer(folder) as writer:
            writer.set_templates(dict.fromkeys(range(len(mold))))
            writer.with_commit(fail)
            with pytest.raises(ValueError, match="no room"):
                writer.commit()
        assert [page.group for page in map(mold.page, range(len(mold)))] == before


def test_segments_are_joined_and_answers_stay(folder: str, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        for number in range(3):
            mold.add([shop(str(number)) + b"<i></i>" * number, OTHER + "<b></b>" * number])
        before = [(it.page.id, it.score) for it in mold.similar(shop("1"), k=20)]
        with Writer(folder) as writer:
            assert writer.settle(all_into_one=True) == 1
        assert [(it.page.id, it.score) for it in mold.similar(shop("1"), k=20)] == before
        assert len(os.listdir(os.path.join(folder, "segments"))) == 1


def test_a_structural_collection_does_not_see_bold_text(tmp_path: Path) -> None:
    create_mold(tmp_path / "a.mold", [shop("1")], branches="structural_branches")
    with pm.open(tmp_path / "a.mold") as mold:
        assert mold.similar(shop("1").replace(b"<p>", b"<p><b>x</b>"))[0].score == 1.0


def test_a_mold_is_a_context_manager_that_lets_go(folder: str) -> None:
    with Mold(folder) as mold:
        pass
    with pytest.raises(CollectionError):
        len(mold)


def test_a_page_goes_by_how_its_address_ends(folder: str) -> None:
    with pm.open(folder) as mold:
        for given in ("/2", "2", "shop.example/2", "…p.example/2", "…/2"):
            assert mold.find(given).url == "http://shop.example/2"
        with pytest.raises(
            CollectionError, match=r"/1: 2 pages end so: http://blog\.example/1; http://shop\.example/1"
        ):
            mold.find("/1")
        for given in ("/", "…", "", "/7", "p.example/2", "_"):
            with pytest.raises(CollectionError, match="no page of"):
                mold.find(given)
