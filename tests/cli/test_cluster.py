"""`pagemold cluster`: a table for people, rows for programs."""

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pagemold import cluster
from pagemold.errors import UsageError
from tests.archives import pack, record, shop
from tests.cli.conftest import Run


def test_the_table(run: Run, crawl: Path) -> None:
    outcome = run("cluster", crawl, "--method", "fingerprint")
    assert outcome.code == 0
    header, first, second = outcome.out.splitlines()
    line = outcome.err.removeprefix("pagemold: ")
    assert header.split() == ["group", "pages", "share", "name", "example", "fingerprint"]
    assert [word for word in first.split() if "://" in word] == ["http://shop.example/0"]
    assert first.split()[1:3] == ["3", "50.0%"]
    assert second.split()[1:3] == ["2", "33.3%"]
    assert first.split()[-1].startswith("lzw1:0000")
    assert line.startswith("6 pages in 2 groups · 1 without structure · 1 record passed over (status 1)")
    assert "flags: no_structure 1" in line


def test_only_the_largest_groups(run: Run, crawl: Path) -> None:
    outcome = run("cluster", crawl, "--top", "1")
    assert "http://blog.example/0" not in outcome.out
    assert "… and 1 more group (--top 0 shows all)" in outcome.out
    assert "http://blog.example/0" in run("cluster", crawl, "--top", "0").out


def test_json_lines(run: Run, crawl: Path) -> None:
    outcome = run("cluster", crawl, "--method", "fingerprint", "--json")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert list(rows[0])[:4] == ["url", "path", "group", "flags"]
    assert [row["url"] for row in rows[:4]] == [
        "http://shop.example/0",
        "http://shop.example/1",
        "http://shop.example/2",
        "http://blog.example/0",
    ]
    assert rows[0]["group"] == rows[2]["group"] != rows[3]["group"]
    assert (rows[5]["group"], rows[5]["flags"]) == (None, ["no_structure"])
    assert {row["path"] for row in rows} == {None}
    assert rows[0] | {"group": "", "fingerprint": "", "length": 0} == {
        "url": "http://shop.example/0",
        "path": None,
        "group": "",
        "flags": [],
        "source": str(crawl),
        "offset": 0,
        "length": 0,
        "status": 200,
        "content_type": "text/html; charset=utf-8",
        "encoding": "UTF-8",
        "encoding_source": "http",
        "size": len(shop("0")),
        "fingerprint": "",
    }
    assert outcome.err.startswith("pagemold: 6 pages in 2 groups")
    assert run("cluster", crawl, "--json", "--quiet").err == ""
    for output in ("rows.jsonl", "kept.mold"):
        ended = run("cluster", crawl, "-q", "-o", crawl.with_name(output))
        assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert run("cluster", crawl, "-q").out == run("cluster", crawl, "-o", crawl.with_name("rows.jsonl")).out != ""


def test_paths_of_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "site/deep").mkdir(parents=True)
    (tmp_path / "site/deep/a.html").write_bytes(shop("a"))
    rows = [json.loads(line) for line in run("cluster", tmp_path / "site", "--json").out.splitlines()]
    assert [(row["url"], row["path"]) for row in rows] == [(None, "deep/a.html")]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet", "JSONL"])
def test_files_hold_the_same_rows(run: Run, crawl: Path, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"rows.{ending}"
    outcome = run("cluster", crawl, "-o", target)
    assert outcome.code == 0
    assert outcome.out.startswith("group")
    rows = [json.loads(line) for line in run("cluster", crawl, "--json", "-q").out.splitlines()]
    if ending == "csv":
        found = list(csv.DictReader(io.StringIO(target.read_text())))
        assert [row["group"] for row in found] == [row["group"] or "" for row in rows]
        assert [row["flags"] for row in found] == [" ".join(row["flags"]) for row in rows]
        assert [int(row["size"]) for row in found] == [row["size"] for row in rows]
    elif ending == "parquet":
        assert pq.read_table(target).to_pylist() == rows
    else:
        assert [json.loads(line) for line in target.read_text().splitlines()] == rows
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_filters(run: Run, crawl: Path) -> None:
    def urls(*options: str) -> list[str]:
        return [json.loads(line)["url"] for line in run("cluster", crawl, "--json", "-q", *options).out.splitlines()]

    assert urls("--status", "404") == ["http://blog.example/x"]
    assert len(urls("--status", "200,404")) == len(urls("--status", "200", "--status", "404")) == 7
    assert len(urls("--all-statuses")) == 7
    assert urls("--include", "shop", "--include", "words", "--exclude", "/[01]$") == [
        "http://shop.example/2",
        "http://blog.example/words",
    ]
    assert urls("--min-bytes", "6", "--exclude", "example/[0-9]") == []


def test_no_page_left(run: Run, crawl: Path) -> None:
    outcome = run("cluster", crawl, "--include", "nothing")
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err.startswith("pagemold: 0 pages in 0 groups")


def test_text_from_the_web_cannot_touch_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    hostile = "http://a/[bold]\x1b[31m\u202e" + "x" * 2_000
    path.write_bytes(pack(record(hostile, shop("x"))))
    outcome = run("cluster", path)
    assert outcome.code == 0
    assert not any(mark in outcome.out for mark in ("\x1b", "\u202e"))
    assert "[bold][31mxxx" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 200
    lines = run("cluster", path, "--json", "-q").out
    assert not any(mark in lines for mark in ("\x1b", "\u202e"))
    assert json.loads(lines)["url"] == hostile


def test_structure_and_style_can_be_set(run: Run, tmp_path: Path) -> None:
    """Lists of unequal length in one style, and the same list in another style."""
    for number, length in enumerate([2, 3, 30, 40]):
        (tmp_path / f"{number}.html").write_text("<body class=a><ul>" + "<li class=b>x" * length + "</ul>")
    (tmp_path / "other.html").write_text("<body class=c><ul>" + "<li class=d>x" * 3 + "</ul>")

    def groups(*words: str) -> list[list[str]]:
        outcome = run("cluster", tmp_path, "--method", "style", "--json", "-q", *words)
        assert outcome.code == 0, outcome.err
        found: dict[str, list[str]] = {}
        for row in map(json.loads, outcome.out.splitlines()):
            found.setdefault(row["group"], []).append(row["path"].removesuffix(".html"))
        return sorted(found.values())

    assert groups() == [["0", "1"], ["2", "3"], ["other"]]
    assert groups("--fold") == [["0", "1", "2", "3"], ["other"]]
    assert groups("--kappa", "0") == [["0", "1", "2", "3"], ["other"]]
    assert groups("--kappa", "1", "--fold") == [["0", "1", "2", "3", "other"]]
    assert groups("--threshold", "0.99") == [["0"], ["1"], ["2"], ["3"], ["other"]]
    # Insertions cost little beside the dearest edit.
    assert groups("--costs", "1,1,10") == [["0", "1", "2", "3"], ["other"]]
    assert run("cluster", tmp_path, "--kappa", "0.3").code == 2
    assert run("cluster", tmp_path, "--method", "style", "--threshold", "0").code == 2


@pytest.mark.parametrize("command", [["cluster", "nowhere"], ["template", "nowhere", "g1"]])
@pytest.mark.parametrize("cut", ["--coarser", "--finer"])
def test_a_cut_is_refused_at_once_where_there_is_no_tree(run: Run, command: list[str], cut: str) -> None:
    # The source does not exist: nobody has looked.
    ended = run(*command, "-m", "fingerprint", cut, "5")
    assert ended.code == 2
    assert ended.err == f"pagemold: --method fingerprint keeps no tree of groups; leave out {cut}\n"
    assert "no such method" in run(*command, "-m", "magic", cut, "5").err


def test_the_same_from_python_names_no_method_as_its_own_remedy() -> None:
    clustering = cluster(["<p>x"], "fingerprint")
    for ask in (clustering.cut, clustering.walk):
        with pytest.raises(UsageError, match="this clustering keeps no tree of groups; that of grammar does"):
            ask(1)


def test_the_groups_of_each_host_are_cut(run: Run, crawl: Path) -> None:
    for cut in (["--coarser", "1000"], ["--finer", "1000"]):
        outcome = run("cluster", crawl, "--by", "host", "--json", *cut)
        assert outcome.code == 0, outcome.err
        found = {row["url"]: row["group"] for row in map(json.loads, outcome.out.splitlines())}
        assert found["http://shop.example/0"] != found["http://blog.example/0"]
        id = found["http://shop.example/0"]
        assert run("template", crawl, id, "--by", "host", *cut).code == 0
    missing = run("template", crawl, "g123", "--by", "host")
    assert "nor with any --finer or --coarser that was tried" in missing.err


def test_where_there_are_no_groups_there_is_no_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    for method in ("grammar", "fingerprint"):
        ended = run("cluster", tmp_path / "bad.html", "-m", method)
        assert (ended.code, ended.out) == (0, "")
        assert "1 page in 0 groups" in ended.err


def test_where_pages_are_few_it_is_said_how_to_part_them(run: Run, tmp_path: Path) -> None:
    for number in range(12):
        sale = "<b class=sale>Sale</b><i class=was>9</i>" if number % 3 == 0 else ""
        (tmp_path / f"{number}.html").write_text(f"<body><h1 class=title>{number}</h1><p class=price>1</p>{sale}")
    _, hint = run("cluster", tmp_path).err.splitlines()
    assert hint.endswith("--tree shows the parts of groups, and --finer 3 makes 2 groups in all")
    assert "pages in 2 groups" in run("cluster", tmp_path, "--finer", "3").err
    for option in (["--finer", "1"], ["--tree"], ["--json"], ["--by", "host", "--coarser", "1"]):
        assert len(run("cluster", tmp_path, *option).err.splitlines()) == 1, option
    assert run("cluster", tmp_path, "--quiet").err == ""
    # What is of one piece is not spoken of.
    assert len(run("cluster", tmp_path, "--include", "^[1-9]*[124578][.]").err.splitlines()) == 1
