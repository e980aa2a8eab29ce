"""A crawl: breadth-first, each URL once, one site only, within its bounds."""

import json
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pagemold.crawl import state_of
from pagemold.demo import Site, gold, labels, serve
from pagemold.errors import OutputError, UsageError
from tests.crawl.served import QUICK, Answer, Served, answer, crawled, page, responses, served


def fates(warc: Path) -> dict[str, tuple[str, str | None]]:
    """Path, state and reason of every URL."""
    with sqlite3.connect(state_of(warc)) as connection:
        rows = connection.execute("SELECT url, state, reason FROM urls").fetchall()
    connection.close()
    return {urlsplit(url).path: (state, reason) for url, state, reason in rows}


def test_the_demo_site_is_found_whole(tmp_path: Path) -> None:
    warc = tmp_path / "demo.warc.gz"
    with serve(Site()) as url:
        report = crawled(Served(url), warc)
    found = responses(warc)
    pages = [urlsplit(url)._replace(scheme="", netloc="").geturl() for url, status, _ in found if status == 200]
    assert sorted(pages) == sorted(labels())
    assert {gold(url) for url, status, _ in found if status == 200} == set(labels().values())
    assert sorted(status for _, status, _ in found if status != 200) == [301, 404]
    assert (report.pages, report.requests, report.failed) == (len(labels()), len(found), 0)
    assert set(report.ended.values()) == {"complete"}


def test_breadth_first_from_the_start_page(tmp_path: Path) -> None:
    pages: dict[str, Answer] = {
        "/": page("/a", "/b"),
        "/a": page("/a1", "/"),
        "/b": page("/b1", "/a"),
        "/a1": page(),
        "/b1": page(),
    }
    with served(pages) as site:
        crawled(site, tmp_path / "order.warc.gz")
    assert site.asked == ["/robots.txt", "/", "/a", "/b", "/a1", "/b1"]


def test_one_spelling_is_asked_once(tmp_path: Path) -> None:
    links = ["/a?PHPSESSID=1", "/a#x", "/./a", "/b/../a", "/a;jsessionid=7", "/café au lait?x=1&amp;y=%20"]
    with served({"/": page(*links)}) as site:
        crawled(site, tmp_path / "once.warc.gz")
    assert site.pages == ["/", "/a", "/caf%C3%A9%20au%20lait?x=1&y=%20"]


def test_no_other_site_is_asked(tmp_path: Path) -> None:
    with served({}) as foreign:
        links = [foreign.url, f"//{urlsplit(foreign.url).netloc}/x", "/hop", "mailto:a@b.example", "javascript:0"]
        links += ["http://[bad", "ftp://127.0.0.1/", "/in#part", "in"]
        with served({"/": page(*links), "/hop": foreign.url, "/in": page()}) as site:
            crawled(site, tmp_path / "one.warc.gz")
    assert foreign.asked == []
    assert site.pages == ["/", "/hop", "/in"]
    assert fates(tmp_path / "one.warc.gz")["/hop"] == ("done", f"redirect_off_site {foreign.url}")


def test_redirects_are_followed_and_recorded(tmp_path: Path) -> None:
    warc = tmp_path / "hops.warc.gz"
    with served({"/": page("/old", "/new"), "/old": "/newer", "/newer": "/new", "/new": page("/end")}) as site:
        crawled(site, warc)
    assert site.pages == ["/", "/old", "/newer", "/new", "/end"]
    assert [status for _, status, _ in responses(warc)] == [200, 302, 302, 200, 404]
    assert fates(warc)["/old"] == ("done", f"redirect to {site.url}newer")


def test_a_redirect_that_adds_a_session_id_is_followed(tmp_path: Path) -> None:
    with served({"/": "/?sid=7", "/?sid=7": page("/a?sid=7"), "/a": page()}) as site:
        report = crawled(site, tmp_path / "session.warc.gz")
    assert site.pages == ["/", "/?sid=7", "/a"]
    assert report.pages == 2


def test_links_of_a_page_that_redirected_keep_the_first_place(tmp_path: Path) -> None:
    warc = tmp_path / "place.warc.gz"
    with served({"/": page("/old"), "/old": "/new", "/new": page()}) as site:
        crawled(site, warc)
    with sqlite3.connect(state_of(warc)) as connection:
        rows = connection.execute("SELECT page, xpath FROM urls WHERE url LIKE '%/new'").fetchall()
    connection.close()
    assert rows == [(site.url, "/html/body/ul/li/a")]


def test_bounds_of_pages_and_depth(tmp_path: Path) -> None:
    def endless(path: str) -> Answer:
        number = int(path.strip("/") or 0)
        return page(f"/{2 * number + 1}", f"/{2 * number + 2}")

    few, shallow = tmp_path / "few.warc.gz", tmp_path / "shallow.warc.gz"
    with served(lambda path: None if path == "/robots.txt" else endless(path)) as site:
        assert crawled(site, few, pages=5).ended == {urlsplit(site.url).netloc: "pages"}
        report = crawled(site, shallow, depth=2)
        assert (report.pages, report.skipped) == (7, 8)
        # A larger bound goes on where the smaller one stopped.
        assert crawled(site, few, pages=8).pages == 8
        assert crawled(site, shallow, depth=3).pages == 15
    assert len(responses(few)) == 8


def test_include_and_exclude(tmp_path: Path) -> None:
    with served({"/": page("/a/1", "/a/2", "/b/1"), "/a/1": page(), "/a/2": page(), "/b/1": page()}) as site:
        crawled(site, tmp_path / "some.warc.gz", include=("/a/",), exclude=("2$",))
    assert site.pages == ["/", "/a/1"]
    with pytest.raises(UsageError):
        crawled(site, tmp_path / "bad.warc.gz", include=("(",))


def test_what_is_no_page_is_not_kept(tmp_path: Path) -> None:
    warc = tmp_path / "pages.warc.gz"
    with served({"/": page("/a.pdf"), "/a.pdf": answer(200, b"%PDF" * 1000, "application/pdf")}) as site:
        crawled(site, warc)
    assert len(responses(warc)) == 1
    assert fates(warc)["/a.pdf"] == ("done", "not_html")


def test_a_failing_server_is_asked_again_later(tmp_path: Path) -> None:
    tries: list[str] = []

    def flaky(path: str) -> Answer | None:
        if path != "/a":
            return page("/a") if path == "/" else None
        tries.append(path)
        return answer(503, b"later") if len(tries) == 1 else page()

    with served(flaky) as site:
        report = crawled(site, tmp_path / "flaky.warc.gz")
    assert (len(tries), report.pages) == (2, 2)


def test_a_site_that_goes_down_is_left_alone(tmp_path: Path) -> None:
    def hang_up(handler: object) -> None:
        raise ConnectionError

    with served(
        lambda path: page(*map(str, range(40))) if path == "/" else None if path[1:2] == "r" else hang_up
    ) as site:
        report = crawled(site, tmp_path / "down.warc.gz")
    assert set(report.ended.values()) == {"site_down"}
    assert report.queued == 30


def test_gzip_is_kept_as_it_came_and_understood(tmp_path: Path) -> None:
    import gzip

    warc = tmp_path / "gzip.warc.gz"
    packed = gzip.compress(page("/a"))
    with served({"/": answer(200, packed, Content_Encoding="gzip"), "/a": page()}) as site:
        crawled(site, warc)
    assert site.pages == ["/", "/a"]
    assert gzip.decompress(responses(warc)[0][2]) == page("/a")


def test_it_says_who_asks(tmp_path: Path) -> None:
    with served({"/": page()}) as site:
        crawled(site, tmp_path / "who.warc.gz", user_agent="tester/1.0")
    assert {headers["User-Agent"] for headers in site.headers} == {"tester/1.0"}


def test_links_are_a_table(tmp_path: Path) -> None:
    warc = tmp_path / "links.warc.gz"
    with served({"/": page("/a", "/b", "/a"), "/a": page("/b", "/c"), "/b": page(), "/c": page()}) as site:
        crawled(site, warc)
    with sqlite3.connect(state_of(warc)) as connection:
        links = connection.execute("SELECT page, url, xpath, first_seen FROM links ORDER BY rowid").fetchall()
        found = connection.execute("SELECT url, xpath FROM discoveries ORDER BY url").fetchall()
    connection.close()
    home, li = site.url, "/html/body/ul/li[{}]/a"
    assert links == [
        (home, home + "a", li.format(1), 1),
        (home, home + "b", li.format(2), 1),
        (home + "a", home + "b", li.format(1), 2),
        (home + "a", home + "c", li.format(2), 2),
    ]
    assert found == [(home + "a", li.format(1)), (home + "b", li.format(2)), (home + "c", li.format(2))]


def test_sitemaps(tmp_path: Path) -> None:
    with served({}) as foreign:
        pages: dict[str, Answer] = {"/": page("/linked"), "/linked": page(), "/listed": page()}
        with served(pages) as site:
            index = f"<sitemapindex><sitemap><loc>{site.url}map.xml</loc></sitemap></sitemapindex>"
            listed = f"<urlset><url><loc>{site.url}listed</loc></url><url><loc>{foreign.url}x</loc></url></urlset>"
            pages["/robots.txt"] = answer(200, f"Sitemap: {site.url}index.xml\n".encode(), "text/plain")
            pages["/index.xml"] = answer(200, index.encode(), "application/xml")
            pages["/map.xml"] = answer(200, listed.encode(), "application/xml")
            crawled(site, tmp_path / "map.warc.gz", sitemap=True)
    assert foreign.asked == []
    assert site.asked == ["/robots.txt", "/index.xml", "/map.xml", "/", "/listed", "/linked"]


@pytest.mark.parametrize("name", ["x.mold", "x.warc", ".warc.gz"])
def test_a_target_of_another_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"ends in \.warc\.gz"):
        crawled(Served("http://127.0.0.1/"), tmp_path / name)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    warc = tmp_path / "mine.warc.gz"
    warc.write_bytes(b"precious")
    with pytest.raises(UsageError, match="exists already"):
        crawled(Served("http://127.0.0.1/"), warc)
    assert warc.read_bytes() == b"precious"
    with pytest.raises(OutputError, match="no folder"):
        crawled(Served("http://127.0.0.1/"), tmp_path / "no/x.warc.gz")


def test_another_site_does_not_go_into_the_same_file(tmp_path: Path) -> None:
    warc = tmp_path / "a.warc.gz"
    with served({"/": page()}) as site:
        crawled(site, warc)
        with pytest.raises(UsageError, match="choose another file"):
            crawled(Served(site.url + "other"), warc)


def test_the_report_is_json(tmp_path: Path) -> None:
    with served({"/": page("/a"), "/a": page()}) as site:
        report = crawled(site, tmp_path / "a.warc.gz", bounds=QUICK)
    assert json.loads(json.dumps(report.as_json()))["pages"] == 2
