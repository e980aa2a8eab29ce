"""`pagemold classify`: labels in, templates out, and what is said about labels that do not fit."""

import json
from pathlib import Path

import pytest

from tests.archives import blog, pack, record, shop
from tests.cli.conftest import Run


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.tsv"
    lines = ["url\tlabel", "http://shop.example/0\tshop", "http://shop.example/1\tshop", "http://blog.example/0\tblog"]
    path.write_text("\n".join([*lines, "http://blog.example/0\tblog", "http://gone.example/\tshop", ""]))
    return path


@pytest.fixture
def new(tmp_path: Path) -> Path:
    path = tmp_path / "new.warc.gz"
    path.write_bytes(
        pack(
            record("http://shop.example/new", shop("new")),
            record("http://else.example/", b"<head><base><meta><base></head><table><tr><td>1<td>2</table>"),
            record("http://blog.example/new", blog("new")),
        )
    )
    return path


def test_a_table_and_what_was_learnt(run: Run, crawl: Path, labels: Path, new: Path) -> None:
    result = run("classify", "--train", labels, crawl, "--apply", new)
    assert result.code == 0
    lines = result.out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["template", "pages"],
        ["blog", "1"],
        ["shop", "1"],
        ["-", "1"],
    ]
    assert "learnt 2 templates from 3 pages · 3 pages without a label" in result.err
    assert "1 label without a page, such as http://gone.example/ · 1 line repeated" in result.err
    assert "3 pages, 1 of no known template" in result.err


def test_no_table_where_the_rows_go_to_a_file_and_nothing_is_to_be_said(
    run: Run, crawl: Path, labels: Path, new: Path, tmp_path: Path
) -> None:
    call = ["classify", "--train", labels, crawl, "--apply", new]
    assert run(*call, "-o", tmp_path / "found.jsonl").out == run(*call, "-q").out != ""
    assert run(*call, "-o", tmp_path / "found.jsonl", "-q").out == ""


@pytest.mark.parametrize("method", ["grammar", "fingerprint", "rtdm", "ctss", "mdh5"])
def test_rows(run: Run, crawl: Path, labels: Path, new: Path, tmp_path: Path, method: str) -> None:
    output = tmp_path / "found.jsonl"
    result = run("classify", "--train", labels, crawl, "--apply", new, "--json", "-o", output, "-q", "-m", method)
    assert (result.code, result.err) == (0, "")
    assert output.read_text() == result.out
    rows = [json.loads(line) for line in result.out.splitlines()]
    keys = ["url", "path", "group", "group_name", "score", "runner_up", "margin", "bits", "flags", "source", "offset"]
    assert list(rows[0]) == keys
    assert [row["group"] for row in rows] == ["shop", None, "blog"]
    assert rows[0]["score"] == 1.0
    assert rows[1]["score"] is None
    assert {row["source"] for row in rows} == {str(new)}
    # The rows of a collection speak the same language, and both may be judged by the true labels.
    mold = tmp_path / "kept.mold"
    run("cluster", crawl, "-o", mold, "-q")
    told = [json.loads(line) for line in run("classify", mold, new, "--json", "-q").out.splitlines()]
    assert [list(row) for row in told] == [keys] * 3
    numbers = [row[key] for row in [*rows, *told] for key in ("score", "margin", "bits")]
    assert all(it is None or it == round(it, 6) for it in numbers)
    assert [(row["group"] is None) == (row["score"] is None) for row in told] == [True] * 3
    gold = tmp_path / "gold.tsv"
    gold.write_text("url\tlabel\nhttp://shop.example/new\tshop\nhttp://blog.example/new\tblog\n")
    assert json.loads(run("evaluate", output, "--gold", gold, "--json", "-q").out)["purity"] == 1.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must name the columns"),
        ("url\tname\n", "must name the columns"),
        ("url\tlabel\n", "has no labels"),
        ("path\tlabel\na.html\t\n", "line 2 has no label"),
        ("url\tlabel\nx\ta\nx\tb\n", "line 3: x is a and b"),
        ("url\tlabel\nhttp://nowhere.example/\ta\n", "no page to learn from"),
        (b"\xff\xfe\x00", "not a table"),
    ],
)
def test_labels_that_make_no_sense(run: Run, crawl: Path, tmp_path: Path, text: str | bytes, message: str) -> None:
    path = tmp_path / "wrong.tsv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    result = run("classify", "--train", path, crawl, "--apply", crawl)
    assert result.code == 2
    assert message in result.err
    assert len(result.err.splitlines()) == 1


def test_what_is_missing_is_said(run: Run, crawl: Path, labels: Path) -> None:
    assert "--apply" in run("classify", crawl).err
    assert run("classify", "--train", labels, crawl).code == 2
    assert "cannot read" in run("classify", "--train", "nowhere.tsv", crawl, "--apply", crawl).err
    assert "no such measure" in run("classify", "--train", labels, crawl, "--apply", crawl, "-m", "x").err
