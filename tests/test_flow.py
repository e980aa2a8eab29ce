"""The whole story, from sources to groups."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import pagemold as pm
from pagemold.errors import UsageError
from tests.archives import blog, pack, record, shop


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    pages = [record(f"http://a/shop/{n}", shop(str(n))) for n in range(5)]
    pages += [record(f"http://a/blog/{n}", blog(str(n))) for n in range(3)]
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(pack(*pages, record("http://a/x", b"words only"), record("http://a/y", shop("gone"), status=404)))
    return path


def test_groups_of_an_archive(crawl: Path) -> None:
    clustering = pm.cluster(pm.read(crawl))
    assert [(group.size, group.example) for group in clustering.groups] == [
        (5, "http://a/shop/0"),
        (3, "http://a/blog/0"),
    ]
    large, small = (group.id for group in clustering.groups)
    assert clustering.labels == [large] * 5 + [small] * 3 + [None]
    assert clustering.summary.pages == 9
    assert clustering.summary.skipped == {"status": 1}
    assert clustering.summary.flags == {"no_structure": 1, "stub": 8}  # the pages of these tests say next to nothing


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_on_any_number_of_cores(crawl: Path, jobs: int) -> None:
    assert pm.cluster(pm.read(crawl), jobs=jobs).table() == pm.cluster(pm.read(crawl)).table()


def test_pages_in_memory_give_the_same_groups(crawl: Path) -> None:
    read = pm.cluster(pm.read(crawl))
    held = pm.cluster(list(pm.read(crawl)))
    assert (held.groups, held.labels) == (read.groups, read.labels)
    assert held.summary.flags == read.summary.flags


def test_someone_may_watch(crawl: Path) -> None:
    seen: list[int] = []

    def watch(reading: pm.Reading) -> Iterator[pa.RecordBatch]:
        for batch in reading:
            seen.append(batch.num_rows)
            yield batch
        assert reading.bytes_done == reading.bytes_total == crawl.stat().st_size

    assert len(pm.cluster(pm.read(crawl), watch=watch)) == sum(seen) == 9


def test_unknown_method(crawl: Path) -> None:
    with pytest.raises(UsageError, match="guess: no such method; there is fingerprint"):
        pm.cluster(pm.read(crawl), "guess")


@pytest.mark.parametrize("pages", ["crawl.warc.gz", b"crawl", Path("crawl.warc.gz"), [Path("a.html")], None])
def test_a_name_is_no_page(pages: Any) -> None:
    with pytest.raises(UsageError, match=r"use pm\.read\(…\) to read a source"):
        pm.cluster(pages)


def test_no_page_at_all() -> None:
    clustering = pm.cluster([])
    assert (len(clustering), clustering.groups, clustering.labels) == (0, (), [])
    assert clustering.table().num_rows == 0


def test_a_template_whose_pages_are_not_in_every_batch(tmp_path: Path) -> None:
    """Thousands of pages come in several batches, and most have no page of a small group."""
    (tmp_path / "list").mkdir()
    for number in range(1, 2_600):
        (tmp_path / "list" / f"{number}.html").write_bytes(shop(str(number)))
    (tmp_path / "z.html").write_bytes(blog("x"))
    pages = pm.read(tmp_path)
    clustering = pm.cluster(pages, "fingerprint")
    assert [group.size for group in clustering.groups] == [2_599, 1]
    assert pm.describe(pages, clustering, clustering.groups[1].id).parts


@pytest.fixture
def headed(tmp_path: Path) -> Path:
    """Two templates whose addresses say nothing; the pages of one have headings that do."""
    for number in range(6):
        (tmp_path / f"{'abcdef'[number]}.html").write_text(f"<h1>Uses of Class {number}</h1><table><tr><td>x</table>")
        (tmp_path / f"{'uvwxyz'[number]}.html").write_text(f"<article><p>{number}</article><ol><li>x</ol>")
    return tmp_path


def names(clustering: pm.Clustering) -> set[str | None]:
    return {group.name for group in clustering.groups}


def test_headings_name_groups_where_addresses_do_not(headed: Path) -> None:
    assert "“Uses of Class …”" in names(pm.cluster(pm.read(headed), headings=True))
    assert "“Uses of Class …”" not in names(pm.cluster(pm.read(headed)))


def test_a_cut_is_named_as_the_whole_is(headed: Path) -> None:
    assert "“Uses of Class …”" in names(pm.cluster(pm.read(headed), headings=True).cut(0.5))


def test_names_do_without_pages_that_went_before_anybody_looked(headed: Path) -> None:
    by_addresses = names(pm.cluster(pm.read(headed)))
    clustering = pm.cluster(pm.read(headed), headings=True)
    for page in headed.iterdir():
        page.unlink()
    assert names(clustering) == by_addresses


def test_a_template_is_described_by_the_name_of_its_group_or_how_its_id_begins(headed: Path) -> None:
    pages = pm.read(headed)
    clustering = pm.cluster(pages, headings=True)
    group = next(group for group in clustering.groups if group.name == "“Uses of Class …”")
    found = [pm.describe(pages, clustering, given) for given in (group.id, group.id[:5], str(group.name), "uses of")]
    assert all(template == found[0] for template in found)
    with pytest.raises(UsageError, match="no such group"):
        pm.describe(pages, clustering, "g0000")


def test_no_number_is_no_level(crawl: Path) -> None:
    with pytest.raises(UsageError, match="no level"):
        pm.cluster(pm.read(crawl)).cut(float("nan"))
