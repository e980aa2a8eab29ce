"""`pagemold info`: what is in the sources."""

import json
from pathlib import Path

from tests.archives import blog, pack, record, shop
from tests.cli.conftest import Run


def test_json(run: Run, crawl: Path) -> None:
    outcome = run("info", crawl, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    sizes = sorted([len(shop("0"))] * 3 + [len(blog("0"))] * 2 + [len(b"words")])
    assert json.loads(outcome.out) == {
        "pages": 6,
        "bytes": {"total": sum(sizes), "median": sizes[2], "largest": sizes[-1]},
        "encodings": [{"encoding": "UTF-8", "chosen_by": "http", "pages": 6}],
        "statuses": {"200": 6},
        "content_types": {"text/html": 6},
        "hosts": {"shop.example": 3, "blog.example": 3},
        "flags": {"no_structure": 1},
        "skipped": {"status": 1},
        "problem_count": 0,
        "problems": [],
        "errors": [],
    }


def test_the_table(run: Run, crawl: Path) -> None:
    outcome = run("info", crawl, "--top", "1", "--all-statuses")
    words = [line.split() for line in outcome.out.splitlines()]
    assert words[0] == ["pages", "7"]
    assert ["encodings", "7", "UTF-8", "by", "http"] in words
    assert ["statuses", "6", "200"] in words
    assert ["1", "404"] in words
    assert ["hosts", "4", "blog.example"] in words
    assert ["…", "and", "1", "more"] in words
    assert ["flags", "1", "no_structure"] in words
    assert ["damage", "none"] in words


def test_hosts_of_odd_urls(run: Run, tmp_path: Path) -> None:
    urls = ["http://u:p@EXAMPLE.org:80/x", "https://example.org?q", "http://[::1]:8000/", "urn:x", "http://a/@b"]
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(pack(*(record(url, shop("x")) for url in urls)))
    (tmp_path / "file.html").write_bytes(shop("y"))
    found = json.loads(run("info", path, tmp_path / "file.html", "--json").out)
    assert found["hosts"] == {"example.org": 2, "unknown": 2, "[::1]": 1, "a": 1}
    assert found["statuses"] == {"200": 5, "unknown": 1}


def test_damage_and_unreadable_sources(run: Run, damaged: Path) -> None:
    outcome = run("info", damaged, "nowhere", "--json")
    found = json.loads(outcome.out)
    assert outcome.code == 2
    assert found["problem_count"] == len(found["problems"]) == 1
    assert found["problems"][0]["source"] == str(damaged)
    assert found["errors"] == [{"code": "source_missing", "message": "nowhere: no such file or folder"}]


def test_no_page(run: Run, crawl: Path) -> None:
    outcome = run("info", crawl, "--include", "nothing")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "pagemold: no page\n")
