"""`pagemold evaluate`: from the file that cluster wrote and a table of labels to measures."""

import json
from pathlib import Path

import pytest

from pagemold.cli import output
from tests.cli.conftest import Run

GOLD = "label\turl\textra\nshop\thttp://shop.example/0\t\nshop\thttp://shop.example/1\nshop\thttp://shop.example/2\n"
GOLD += "blog\thttp://blog.example/0\nblog\thttp://blog.example/1\nblog\thttp://blog.example/words\n\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    path.write_text(GOLD)
    return path


@pytest.fixture(params=[".jsonl", ".csv", ".parquet"])
def found(request: pytest.FixtureRequest, run: Run, crawl: Path) -> Path:
    path = crawl.with_name("found" + request.param)
    assert run("cluster", crawl, "-q", "-o", path).code == 0
    return path


def test_json_from_every_form(run: Run, found: Path, gold: Path) -> None:
    outcome = run("evaluate", found, "--gold", gold, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    result = json.loads(outcome.out)
    assert (result["pages"], result["alone"], result["label_count"], result["group_count"]) == (6, 1, 2, 3)
    assert result["pairs"]["precision"] == 1
    assert result["pairs"]["recall"] == pytest.approx(4 / 6)
    assert (result["only_found"], result["only_gold"]) == (0, 0)
    worst, best = result["labels"]
    assert (worst["label"], worst["fragments"], worst["recall"]) == ("blog", 2, pytest.approx(2 / 3))
    assert (best["label"], best["support"], best["f1"], best["confused_with"]) == ("shop", 3, 1, [])


def found_rows(path: Path, rows: list[tuple[str | None, str | None, str | None]]) -> Path:
    keys = ("url", "path", "group")
    path.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows))
    return path


def test_table_shows_the_worst_label_and_its_company(run: Run, tmp_path: Path) -> None:
    rows = found_rows(tmp_path / "f.jsonl", [(None, f"{n}.html", "f1" if n < 5 else "f2") for n in range(8)])
    gold = tmp_path / "g.tsv"
    gold.write_text("path\tlabel\n" + "".join(f"{n}.html\t{'[b]x' if n < 3 else 'y'}\n" for n in range(8)))
    out = run("evaluate", rows, "--gold", gold).out
    assert "B-cubed" in out
    assert "adjusted Rand" in out
    (line,) = [line for line in out.splitlines() if line.startswith("[b]x")]
    assert line.split() == ["[b]x", "3", "1", "0.6000", "1.0000", "0.7500", "f1", "y", "(2)"]
    shorter = run("evaluate", rows, "--gold", gold, "--top", "1").out
    assert "… and 1 better label (--top 0 shows all)" in shorter


@pytest.mark.parametrize("width", [160, 100, 80, 60, 40])
def test_narrow_tables_leave_columns_out(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(output, "_FILE_WIDTH", width)
    rows = found_rows(tmp_path / "f.jsonl", [(None, f"{n}.html", "g0123456789" if n < 5 else None) for n in range(8)])
    gold = tmp_path / "g.tsv"
    labels = ["package-summary-of-classes-1", "package-summary-of-classes-2", "home"]
    gold.write_text("path\tlabel\n" + "".join(f"{n}.html\t{labels[n % 3]}\n" for n in range(8)))
    _, table = run("evaluate", rows, "--gold", gold).out.split("\n\n")
    head, *lines = table.splitlines()
    assert head.startswith("worst labels")
    assert sum(not line.startswith(" ") for line in lines) == 3, "one line a label, but for what else is in its group"
    assert max(map(len, (head, *lines))) <= width
    assert len({line.split()[0] for line in lines if not line.startswith(" ")}) == 3
    assert all(" 0." in line for line in lines if not line.startswith(" "))
    assert ("which also holds" in head, "precision" in head) == (width > 100, width > 60)
    assert ("best group" in head, "F1" in head) == (width > 50, True)


def test_pages_of_two_folders_are_told_apart_by_their_source(run: Run, tmp_path: Path) -> None:
    for folder, label in (("a", "x"), ("b", "y")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.html").write_text(f"<{label}><p>1")
        (tmp_path / folder / f"{label}.html").write_text(f"<{label}><p>1")
    gold, plain = tmp_path / "gold.tsv", tmp_path / "plain.tsv"
    for suffix in ("jsonl", "csv", "parquet"):
        found = tmp_path / f"found.{suffix}"
        assert run("cluster", tmp_path / "a", tmp_path / "b", "-q", "-o", found).code == 0
        sources = {tmp_path / "a/same.html": "x", tmp_path / "b/same.html": "y"}
        gold.write_text("path\tsource\tlabel\n" + "".join(f"same.html\t{it}\t{sources[it]}\n" for it in sources))
        result = json.loads(run("evaluate", found, "--gold", gold, "--json").out)
        assert (result["pages"], result["only_found"], result["only_gold"]) == (2, 2, 0)
        # Where no label is of a page that goes by the name of another, nobody need tell them apart.
        plain.write_text("path\tlabel\nx.html\tx\ny.html\ty\n")
        result = json.loads(run("evaluate", found, "--gold", plain, "--json").out)
        assert (result["pages"], result["only_found"]) == (2, 2)
        plain.write_text("path\tlabel\nsame.html\tx\n")
        ended = run("evaluate", found, "--gold", plain)
        assert ended.code == 2
        assert f"same.html is there twice, from two sources; a column source in {plain} would" in ended.err


def test_pages_that_one_side_misses_are_counted(run: Run, tmp_path: Path, gold: Path) -> None:
    rows = found_rows(
        tmp_path / "f.jsonl", [("http://shop.example/0", None, "f1"), ("http://new.example/", None, None)]
    )
    outcome = run("evaluate", rows, "--gold", gold)
    assert outcome.code == 0
    assert outcome.err.splitlines() == [
        "pagemold: warning: 1 page found without a true label: left out",
        "pagemold: warning: 5 pages with a true label not found: left out",
    ]
    assert run("evaluate", rows, "--gold", gold, "-q").err == ""
    result = json.loads(run("evaluate", rows, "--gold", gold, "--json", "-q").out)
    assert (result["pages"], result["only_found"], result["only_gold"]) == (1, 1, 5)


WRONG_GOLD = [
    ("", "the first line must name the columns"),
    ("url,label\nx,y\n", "the first line must name the columns"),
    ("url\tgroup\nx\ty\n", "the first line must name the columns"),
    ("url\tlabel\nx\ty\nx\tz\n", "line 3: x is there twice"),
    ("url\tlabel\nx\n", "line 2: no label"),
    ("url\tlabel\n\ty\n", "line 2: no name of a page"),
    ("url\tlabel\nelsewhere\ty\n", "have no page in common, by url"),
    ("url\tlabel\n\udcff\n", "not readable as text"),
]


@pytest.mark.parametrize(("text", "message"), WRONG_GOLD)
def test_wrong_labels_are_one_clear_line(run: Run, tmp_path: Path, text: str, message: str) -> None:
    rows = found_rows(tmp_path / "f.jsonl", [("x", None, "f1")])
    gold = tmp_path / "g.tsv"
    gold.write_bytes(text.encode("utf-8", "surrogateescape"))
    outcome = run("evaluate", rows, "--gold", gold)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


WRONG_FOUND = [
    ("f.jsonl", "{}\n", "line 1: no url and group"),
    ("f.jsonl", "no\n", "line 1: not JSON"),
    ("f.jsonl", '{"url": "x", "group": "a"}\n' * 2, "line 2: x is there twice"),
    ("f.csv", "url,flags\nx,y\n", "no columns url and group"),
    ("f.parquet", "PAR1", "not Parquet"),
    ("f.txt", "", "the name must end in .jsonl, .csv, .parquet"),
]


@pytest.mark.parametrize(("name", "text", "message"), WRONG_FOUND)
def test_wrong_groups_are_one_clear_line(
    run: Run, tmp_path: Path, gold: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    outcome = run("evaluate", tmp_path / name, "--gold", gold)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("name", ["none.jsonl", "none.csv", "none.parquet"])
def test_missing_files(run: Run, tmp_path: Path, gold: Path, name: str) -> None:
    assert run("evaluate", tmp_path / name, "--gold", gold).code == 2
    assert run("evaluate", tmp_path / "x.jsonl", "--gold", tmp_path / "none.tsv").code == 2
