"""The packed WARC: same pages, same bytes; what went in comes out; readers of others agree."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import pack
from bench.corpus.labels import LabelledPage, sample

PAGES = [
    ("https://one.example/", b"<p>first</p>"),
    ("https://two.example/%C3%A9?q=1", "<p>zweite äöü</p>".encode()),
    ("https://two.example/latin", "<p>troisième</p>".encode("latin-1")),
    ("https://three.example/empty", b""),
]


def test_what_went_in_comes_out(tmp_path: Path) -> None:
    assert pack.write(PAGES, tmp_path / "x.warc.gz") == 4
    assert list(pack.bodies(tmp_path / "x.warc.gz")) == [html for _, html in PAGES]


def test_same_pages_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        pack.write(PAGES, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_every_record_is_a_member_of_its_own() -> None:
    member = pack.record("response", "https://one.example/", "application/http", b"HTTP/1.1 200 OK\r\n\r\n")
    assert member.startswith(b"\x1f\x8b")
    assert gzip.decompress(member).endswith(b"\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n")


def test_charset_is_named_for_some_and_never_wrongly() -> None:
    responses = [pack.http_response(f"https://one.example/{n}", b"<p>x</p>") for n in range(40)]
    named = sum(b"charset=UTF-8" in response for response in responses)
    assert 0 < named < 40
    latin = [pack.http_response(f"https://one.example/{n}", b"<p>\xe8</p>") for n in range(40)]
    assert not any(b"charset" in response for response in latin)


def test_lengthened_file_has_all_pages_again(tmp_path: Path) -> None:
    pack.write(PAGES, tmp_path / "x.warc.gz")
    pack.lengthen(tmp_path / "x.warc.gz", 3, tmp_path / "long.warc.gz")
    assert list(pack.bodies(tmp_path / "long.warc.gz")) == [html for _, html in PAGES] * 3


def test_broken_off_packing_leaves_nothing(tmp_path: Path) -> None:
    def breaks_off() -> Iterator[tuple[str, bytes]]:
        yield PAGES[0]
        raise OSError("no more pages")

    with pytest.raises(OSError, match="no more pages"):
        pack.write(breaks_off(), tmp_path / "x.warc.gz")
    assert not any(tmp_path.iterdir())


def test_a_label_cut_by_sampling_is_spread_over_the_whole_file() -> None:
    def made_up(label: str, count: int) -> list[LabelledPage]:
        return [LabelledPage("some-doc", f"{label}/{n}.html", label, Path("none"), 400) for n in range(count)]

    chosen = sample(made_up("large", 4000) + made_up("small", 200), minimum=25, maximum=200)
    places = [place for place, page in enumerate(pack.mixed(chosen)) if page.label == "large"]
    assert len(places) == 200
    assert 170 < sum(places) / len(places) < 230  # of 0 to 399; by the hash that chose them it would be about 105
    assert pack.mixed(reversed(chosen)) == pack.mixed(chosen)


def test_fastwarc_reads_the_same(tmp_path: Path) -> None:
    warc = pytest.importorskip("fastwarc.warc")
    pack.write(PAGES, tmp_path / "x.warc.gz")
    kinds = warc.WarcRecordType.response
    records = warc.ArchiveIterator(str(tmp_path / "x.warc.gz"), record_types=kinds, parse_http=True)
    assert [(record.headers["WARC-Target-URI"], record.reader.read()) for record in records] == PAGES
