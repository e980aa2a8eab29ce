"""JSON lines: plain and packed, with bad lines among the good."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pytest

import pagemold as pm
from pagemold.errors import SourceError
from pagemold.sources import jsonl

LINES = [json.dumps({"url": f"http://a/{number}", "html": f"<p>{number} é"}) for number in range(3)]
TEXT = ("\n".join(LINES) + "\n").encode()


def read(path: Path, data: bytes) -> tuple[list[pm.Page], pm.Summary]:
    path.write_bytes(data)
    pages = pm.read(path)
    return list(pages), pages.summary


@pytest.mark.parametrize("packing", ["plain", "gzip", "zstd"])
def test_every_packing(tmp_path: Path, packing: str) -> None:
    packed = {"plain": TEXT, "gzip": gzip.compress(TEXT), "zstd": bytes(pa.Codec("zstd").compress(TEXT))}[packing]
    found, summary = read(tmp_path / "pages.jsonl", packed)
    assert [(page.url, page.html) for page in found] == [(f"http://a/{n}", f"<p>{n} é") for n in range(3)]
    assert summary.problems == ()


def test_where_a_row_lies(tmp_path: Path) -> None:
    found, _ = read(tmp_path / "pages.jsonl", TEXT)
    page = found[1]
    assert json.loads(TEXT[page.offset : page.offset + page.length])["url"] == page.url
    assert (page.path, page.source, page.status) == (None, str(tmp_path / "pages.jsonl"), None)
    assert (page.encoding, page.encoding_source, page.content_type) == ("UTF-8", "text", None)


def test_declared_encodings_in_the_text_do_not_matter(tmp_path: Path) -> None:
    html = '<meta charset="shift_jis"><p>é</p>'
    (page,), _ = read(tmp_path / "pages.jsonl", json.dumps({"url": None, "html": html}).encode())
    assert (page.html, page.encoding) == (html, "UTF-8")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{not json}", "line 2: Expecting property name enclosed in double quotes at column 2"),
        (b'{"url": "http://a/", "html": "<p>', "line 2: Unterminated string starting at at column 30"),
        (b"[1, 2]", "line 2: not an object"),
        (b"7", "line 2: not an object"),
        (b'{"url": 7, "html": "<p>"}', "line 2: `url` is not a string"),
        (b'{"url": null, "html": ["<p>"]}', "line 2: `html` is not a string"),
        (b'{"url": null, "html": "\xff"}', "line 2: 'utf-8' codec can't decode"),
        (b"[" * 100_000, "line 2: nested too deeply"),
    ],
)
def test_a_bad_line_is_a_problem_and_the_run_goes_on(tmp_path: Path, line: bytes, words: str) -> None:
    first, second = (text.encode() for text in LINES[:2])
    found, summary = read(tmp_path / "pages.jsonl", b"\n".join([first, line, b"", second]))
    assert [page.url for page in found] == ["http://a/0", "http://a/1"]
    (problem,) = summary.problems
    assert problem.message.startswith(words)
    assert (problem.code, problem.offset) == ("bad_line", len(first) + 1)


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "LINE_BYTES", 100)
    long = json.dumps({"url": None, "html": "x" * 1_000}).encode()
    found, summary = read(tmp_path / "pages.jsonl", b"\n".join([LINES[0].encode(), long, LINES[1].encode()]))
    assert [page.url for page in found] == ["http://a/0", "http://a/1"]
    assert [(problem.message, problem.skipped) for problem in summary.problems] == [
        ("line 2: longer than 100 bytes", len(long) + 1)
    ]


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_line_without_html_costs_only_itself(tmp_path: Path, place: int) -> None:
    lines = [LINES[0], '{"url": "http://a/y", "html": null}', LINES[1]]
    lines.insert(place, '{"meta": "made by a crawler"}')
    found, summary = read(tmp_path / "pages.jsonl", "\n".join(lines).encode())
    assert [page.url for page in found] == ["http://a/0", "http://a/1"]
    assert summary.skipped == {"no_html": 1}
    assert [problem.message for problem in summary.problems] == [f"line {place + 1}: no `html`"]


@pytest.mark.parametrize("column", ["url", "html"])
def test_a_missing_column_is_named(tmp_path: Path, column: str) -> None:
    other = {"url": "html", "html": "url"}[column]
    with pytest.raises(SourceError, match=f"pages.jsonl: no column `{column}`"):
        read(tmp_path / "pages.jsonl", json.dumps({other: "x"}).encode())


def test_json_that_is_not_lines(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no line is a JSON object"):
        read(tmp_path / "pages.json", json.dumps({"url": "x", "html": "<p>"}, indent=2).encode())


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_a_cut_packing_keeps_what_came_before(tmp_path: Path, packing: str) -> None:
    text = b"".join(json.dumps({"url": f"u{n}", "html": f"<p>{n * 7919}"}).encode() + b"\n" for n in range(50_000))
    packed = gzip.compress(text) if packing == "gzip" else bytes(pa.Codec("zstd").compress(text))
    found, summary = read(tmp_path / "pages.jsonl", packed[: len(packed) // 2])
    assert 0 < len(found) < 50_000
    assert found[-1].url == f"u{len(found) - 1}"
    assert summary.problem_count >= 1


def test_half_a_surrogate_is_no_crash(tmp_path: Path) -> None:
    (page,), _ = read(tmp_path / "pages.jsonl", rb'{"url": "http://a/\ud800", "html": "<p>\ud800</p>"}')
    assert page.url == "http://a/?"
    assert (page.html or "").startswith("<p>\ufffd")


def test_many_rows_come_in_order(tmp_path: Path) -> None:
    text = "\n".join(json.dumps({"url": str(number), "html": "<p>"}) for number in range(2_000))
    found, _ = read(tmp_path / "pages.jsonl", text.encode())
    assert [page.url for page in found] == [str(number) for number in range(2_000)]
