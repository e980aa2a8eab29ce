"""Parquet: every way to store text, and files that lack something."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pagemold as pm
from pagemold.errors import SourceError

URLS = ["http://a/0", None, "http://a/2"]
PAGES = ["<p>0 é", "<p>1", "<p>2"]


def write(path: Path, **columns: pa.Array) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())], ids=str
)
def test_text(tmp_path: Path, kind: pa.DataType) -> None:
    path = write(tmp_path / "p", url=pa.array(URLS), html=pa.array(PAGES).cast(kind), other=pa.array([1, 2, 3]))
    found = list(pm.read(path))
    assert [(page.url, page.html, page.offset) for page in found] == list(zip(URLS, PAGES, range(3), strict=True))
    assert {(page.encoding, page.encoding_source) for page in found} == {("UTF-8", "text")}


def test_bytes_are_decoded_like_a_file(tmp_path: Path) -> None:
    html = '<meta charset="iso-8859-1"><p>é'
    path = write(tmp_path / "p", url=pa.array(["u"]), html=pa.array([html.encode("latin-1")]))
    (page,) = pm.read(path)
    assert (page.html, page.encoding, page.encoding_source) == (html, "windows-1252", "meta")


def test_an_address_that_is_not_utf8_costs_no_page(tmp_path: Path) -> None:
    urls = pa.array([b"http://a/\xff", b"http://a/\xc3\xa9", None]).view(pa.string())
    path = write(tmp_path / "p", url=urls, html=pa.array(["<p>"] * 3))
    assert [page.url for page in pm.read(path)] == ["http://a/\ufffd", "http://a/é", None]


@pytest.mark.parametrize("kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())], ids=str)
def test_addresses_of_every_kind(tmp_path: Path, kind: pa.DataType) -> None:
    path = write(tmp_path / "p", url=pa.array(URLS).cast(kind), html=pa.array(PAGES))
    assert [page.url for page in pm.read(path)] == URLS


def test_rows_without_html_are_passed_over(tmp_path: Path) -> None:
    pages = pm.read(write(tmp_path / "p", url=pa.array(["a", "b", "c"]), html=pa.array(["<p>", None, "<b>"])))
    assert [(page.url, page.offset) for page in pages] == [("a", 0), ("c", 2)]
    assert pages.summary.skipped == {"no_html": 1}


def test_many_rows_come_in_order(tmp_path: Path) -> None:
    names = [str(number) for number in range(2_000)]
    path = write(tmp_path / "p", url=pa.array(names), html=pa.array(["<p>"] * 2_000))
    assert [page.url for page in pm.read(path)] == names


@pytest.mark.parametrize("column", ["url", "html"])
def test_a_missing_column_is_named(tmp_path: Path, column: str) -> None:
    other = {"url": "html", "html": "url"}[column]
    path = write(tmp_path / "pages.parquet", **{other: pa.array(["x"])})
    with pytest.raises(SourceError, match=f"pages.parquet: no column `{column}`"):
        list(pm.read(path))


def test_a_column_of_numbers(tmp_path: Path) -> None:
    path = write(tmp_path / "p", url=pa.array(["u"]), html=pa.array([7]))
    with pytest.raises(SourceError, match="column `html` does not hold text"):
        list(pm.read(path))


def test_not_parquet(tmp_path: Path) -> None:
    (tmp_path / "pages.parquet").write_bytes(b"PAR1" + b"\x00" * 100)
    with pytest.raises(SourceError, match=r"pages\.parquet: not a Parquet file") as caught:
        list(pm.read(tmp_path / "pages.parquet"))
    assert "\n" not in str(caught.value)


def test_damage_in_the_middle_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "p"
    table = pa.table({"url": [str(n) for n in range(200)], "html": [f"<p>{n * 7919}" for n in range(200)]})
    pq.write_table(table, path, row_group_size=100, compression="gzip", use_dictionary=False)
    second = pq.ParquetFile(path).metadata.row_group(1).column(1).data_page_offset
    data = bytearray(path.read_bytes())
    data[second + 30 : second + 60] = b"\xff" * 30
    path.write_bytes(data)
    pages = pm.read(path)
    found = list(pages)
    assert 0 < len(found) <= 128
    assert [page.url for page in found] == [str(number) for number in range(len(found))]
    assert [problem.code for problem in pages.summary.problems] == ["bad_rows"]
