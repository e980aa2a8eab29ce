"""`pagemold classify`: labels in, templates out, and what is said about labels that do not fit."""

import json
import re
from pathlib import Path

import pyarrow.parquet as pq
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
        (
            "url\tlabel\nhttp://nowhere.example/\ta\n",
            "no page to learn from has both a label and structure: 1 label that matches no page, such as "
            "http://nowhere.example/; 6 pages, such as http://shop.example/0\n",
        ),
        ("url\tlabel\nhttp://blog.example/words\ta\n", "no page to learn from has both a label and structure\n"),
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


def test_labels_by_paths_that_no_page_has(run: Run, crawl: Path, tmp_path: Path) -> None:
    known, labels = tmp_path / "known", tmp_path / "paths.tsv"
    (known / "shop").mkdir(parents=True)
    for number in range(3):
        (known / "shop" / f"{number}.htm").write_bytes(shop(str(number)))
    labels.write_text("path\tlabel\n" + "".join(f"known/shop/{number}.htm\tshop\n" for number in range(3)))
    said = run("classify", "--train", labels, known, "--apply", crawl)
    assert (said.code, said.out) == (2, "")
    assert "3 labels that match no page, such as known/shop/0.htm; 3 pages, such as shop/0.htm\n" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["MOLD", "--train", "LABELS", "NEW", "--apply", "NEW"], "does not go with --train and --apply"),
        (["NEW", "MOLD", "--train", "LABELS", "--apply", "NEW"], "does not go with --train and --apply"),
        (["NEW", "--train", "LABELS", "--apply", "MOLD"], "does not go with --train and --apply"),
        (["MOLD", "NEW", "--apply", "NEW"], "does not go with --train and --apply"),
        (["NEW", "MOLD"], "does not go with another source before it"),
        (["MOLD", "NEW", "-m", "cp"], "--method is not for a collection"),
        (["MOLD", "NEW", "-o", "x.txt"], "must end in"),
        (["MOLD"], "give the SOURCE"),
    ],
)
def test_the_two_forms_are_not_mixed(
    run: Run, crawl: Path, labels: Path, new: Path, words: list[str], said: str
) -> None:
    mold = crawl.with_name("shop.mold")
    assert run("cluster", crawl, "-o", mold).code == 0
    meant = {"MOLD": mold, "LABELS": labels, "NEW": new}
    refused = run("classify", *(meant.get(word, word) for word in words))
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
    assert refused.err.count("\n") == 1


def test_rows_of_a_collection_go_to_a_file_as_those_of_labels_do(
    run: Run, crawl: Path, labels: Path, new: Path, tmp_path: Path
) -> None:
    mold, learnt = tmp_path / "shop.mold", tmp_path / "learnt.parquet"
    assert run("cluster", crawl, "-o", mold).code == 0
    assert run("classify", "--train", labels, crawl, "--apply", new, "-o", learnt).code == 0
    rows = [json.loads(line) for line in run("classify", mold, new, "--json").out.splitlines()]
    names = {it["id"]: it["called"] for it in json.loads(run("info", mold, "--json").out)["largest"]}
    for kind in ("jsonl", "csv", "parquet"):
        done = run("classify", mold, new, "-o", tmp_path / f"found.{kind}")
        shown = [re.split("  +", line)[:2] for line in done.out.splitlines()]
        # Templates by name, the largest first, none last.
        assert (done.code, shown[0], shown[-1]) == (0, ["template", "pages"], ["-", "1"])
        assert sorted(shown[1:-1]) == sorted([names[row["group"]], "1"] for row in rows if row["group"])
        assert "3 pages · 2 of a known template" in done.err
    found = pq.read_table(tmp_path / "found.parquet")
    assert found.schema.equals(pq.read_table(learnt).schema)
    assert found.to_pylist() == rows
    assert [json.loads(line) for line in (tmp_path / "found.jsonl").read_text().splitlines()] == rows
    both = run("classify", mold, new, "-o", tmp_path / "found.jsonl", "--json", "-q")
    assert [json.loads(line) for line in both.out.splitlines()] == rows
    assert run("classify", mold, new, "-o", tmp_path / "found.csv", "-q").out == ""
    none = run("classify", mold, new, "-o", tmp_path / "none.jsonl", "--status", "500")
    assert (none.code, none.out, (tmp_path / "none.jsonl").read_text()) == (0, "", "")
