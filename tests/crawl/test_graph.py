"""Links of pages that are there already: the order of a crawl, whatever the order of the pages."""

import random
import sqlite3
from pathlib import Path

import pyarrow as pa
import pytest

from pagemold import Page, cluster, read
from pagemold.cli import main
from pagemold.crawl import state_of
from pagemold.crawl.graph import LinkGraph
from pagemold.crawl.links import FEATURES, read_discoveries
from pagemold.demo import Site, serve
from pagemold.errors import SourceError, UsageError
from pagemold.features import features
from tests.archives import pack, record
from tests.crawl.served import Served, crawled, page

SITE = {"/": page("/b", "/a"), "/a": page("/c"), "/b": page("/c", "/"), "/c": page(), "/alone": page("/a")}


def graph_of(pages: list[Page]) -> LinkGraph:
    graph = LinkGraph()
    for batch in features(pages, FEATURES):
        graph.add(batch)
    return graph


def site(pages: dict[str, bytes]) -> list[Page]:
    return [Page(url=f"http://x.example{path}", html=html.decode()) for path, html in pages.items()]


def test_breadth_first_in_any_order() -> None:
    pages = site(SITE)
    walks = set()
    for seed in range(5):
        random.Random(seed).shuffle(pages)
        walks.add(tuple(links[0].page.removeprefix("http://x.example") for links in graph_of(pages).walk() if links))
    assert walks == {("/", "/b", "/a", "/alone")}


def test_the_first_link_counts() -> None:
    found = graph_of(site(SITE)).discoveries()
    assert found["http://x.example/c"] == ("x.example", "/html/body/ul/li[1]/a")
    assert found["http://x.example/a"] == ("x.example", "/html/body/ul/li[2]/a")
    assert "http://x.example/alone" not in found


def test_base_and_other_sites() -> None:
    html = b"<base href='/deep/er/'><a href=x>1</a><a href='http://y.example/'>2</a><a href='mailto:x@y'>3</a>"
    (links,) = graph_of(site({"/": html})).walk()
    assert [link.url for link in links] == ["http://x.example/deep/er/x"]


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "site/sub").mkdir(parents=True)
    (tmp_path / "site/index.html").write_bytes(page("sub/", "a%20b.html"))
    (tmp_path / "site/a b.html").write_bytes(page("sub/index.html#x"))
    (tmp_path / "site/sub/index.html").write_bytes(page("../index.html"))
    target = tmp_path / "links.sqlite"
    assert main(["links", str(tmp_path / "site"), "-o", str(target), "-q"]) == 0
    connection = sqlite3.connect(target)
    rows = connection.execute("SELECT site, page, url, xpath, first_seen FROM links").fetchall()
    connection.close()
    folder = "site/"
    assert rows == [
        (folder, "index.html", "sub/index.html", "/html/body/ul/li[1]/a", 1),
        (folder, "index.html", "a b.html", "/html/body/ul/li[2]/a", 1),
        (folder, "sub/index.html", "index.html", "/html/body/ul/li/a", 2),
        (folder, "a b.html", "sub/index.html", "/html/body/ul/li/a", 3),
    ]
    found = cluster(read(tmp_path / "site"), "links", cut_off=1)
    tabled = cluster(read(tmp_path / "site"), "links", cut_off=1, links=str(target))
    assert found.labels == tabled.labels
    assert None not in found.labels


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    warc = tmp_path_factory.mktemp("demo") / "demo.warc.gz"
    with serve(Site()) as url:
        crawled(Served(url), warc)
    return warc


def test_the_crawl_and_the_walk_find_the_same(demo: Path, tmp_path: Path) -> None:
    target = tmp_path / "links.sqlite"
    assert main(["links", str(demo), "-o", str(target), "-q"]) == 0
    walked, kept = read_discoveries(str(target)), read_discoveries(str(state_of(demo)))
    # Only the crawl saw where a redirect led.
    assert {url: place for url, place in kept.items() if url in walked} == walked
    assert len(kept) - len(walked) <= 1


def test_with_a_table_only_samples_are_looked_at(demo: Path) -> None:
    plain = cluster(read(demo), "links", cut_off=2)
    tabled = cluster(read(demo), "links", cut_off=2, links=str(state_of(demo)))
    assert plain.labels == tabled.labels
    assert [group.inbound for group in plain.groups] == [group.inbound for group in tabled.groups]
    assert plain.left_out > 0
    assert cluster(read(demo), "links", cut_off=2, fold=True, assign=True).left_out < plain.left_out


def test_rows_can_be_read_again(demo: Path, tmp_path: Path) -> None:
    pages = read(demo)
    rows = pa.Table.from_batches(pages.batches())
    some = rows.take([200, 3, 77, 3])
    again = pages.again(some.slice(0, 3), ["leaf_paths:names"])
    assert again["url"].to_pylist() == some["url"].to_pylist()[:3]
    # A whole pass where records have no places of their own.
    whole = tmp_path / "whole.warc"
    whole.write_bytes(b"".join(record(f"http://x.example/{number}", page(str(number))) for number in range(5)))
    table = tmp_path / "pages.jsonl"
    table.write_text("".join(f'{{"url": "http://x.example/{n}", "html": "<p>{n}"}}\n' for n in range(5)))
    for source in (whole, table):
        pages = read(source)
        rows = pa.Table.from_batches(pages.batches())
        assert pages.again(rows.take([4, 1]), ["leaf_paths"])["url"].to_pylist() == [
            f"http://x.example/{n}" for n in (4, 1)
        ]


def test_wrong_tables(tmp_path: Path) -> None:
    warc = tmp_path / "x.warc.gz"
    warc.write_bytes(pack(record("http://x.example/", page())))
    with pytest.raises(SourceError, match="no table of links"):
        cluster(read(warc), "links", links=str(tmp_path / "none.sqlite"))
    with pytest.raises(UsageError, match="not a setting"):
        cluster(read(warc), "fingerprint", fold=True)
    with pytest.raises(UsageError, match="not a setting"):
        cluster(read(warc), "links", colour=1)
