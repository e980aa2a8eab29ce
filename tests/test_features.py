"""Features of pages in memory: objects, text and bytes."""

from pathlib import Path
from typing import Any

import pytest

from pagemold import Page, fingerprint, read
from pagemold.errors import UsageError
from pagemold.features import features
from tests.archives import shop


def test_fingerprint_of_the_smallest_page() -> None:
    assert fingerprint("<html><head></head><body></body></html>") == "lzw1:00000200"


@pytest.mark.parametrize("html", ["", "no tag", b"", b"\xff\xfe"])
def test_fingerprint_of_no_page(html: str | bytes) -> None:
    assert fingerprint(html) == "lzw1:"


def test_text_and_bytes_agree() -> None:
    assert fingerprint(shop("Grüße").decode()) == fingerprint(shop("Grüße"))


def test_half_a_surrogate_is_no_crash() -> None:
    assert fingerprint("<p>\ud800</p>") == fingerprint("<p>x</p>")


def test_rows_keep_what_the_page_knows() -> None:
    page = Page(url="http://a/", source="a.warc", offset=7, encoding="Shift_JIS", flags=("depth",), html="<p>x</p>")
    (batch,) = features([page, "<p>y</p>", b"<p>z</p>"], ["fingerprint"])
    first, second, third = batch.to_pylist()
    assert (first["url"], first["source"], first["offset"], first["encoding"]) == (
        "http://a/",
        "a.warc",
        7,
        "Shift_JIS",
    )
    assert first["flags"] == 1
    assert (second["encoding"], second["encoding_source"]) == ("UTF-8", "text")
    assert third["encoding_source"] != "text"
    assert first["fingerprint"] == second["fingerprint"] == third["fingerprint"]


def test_many_pages_come_in_batches_in_order() -> None:
    pages = [Page(url=f"http://a/{number}", html="<p>") for number in range(1_200)]
    batches = list(features(pages, ["fingerprint"]))
    assert len(batches) > 1
    assert [url for batch in batches for url in batch["url"].to_pylist()] == [page.url for page in pages]


def test_a_page_without_text_is_refused() -> None:
    with pytest.raises(UsageError, match="http://a/: has no html"):
        list(features([Page(url="http://a/")], ["fingerprint"]))


@pytest.mark.parametrize("name", ["colour", "leaf_paths:colour", "fingerprint:", "fingerprint:minhash", ""])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UsageError, match=f'there is no feature "{name}"') as caught:
        list(features(["<p>"], [name]))
    assert caught.value.code == "wrong_argument"


def test_known_names() -> None:
    names = ["fingerprint", "leaf_paths:minhash", "tag_counts:counts", "class_set:names"]
    (batch,) = features(["<p>"], names)
    assert set(names) < set(batch.schema.names)


@pytest.mark.parametrize("pages", ["crawl.warc.gz", b"<p>", Path("crawl.warc.gz"), None, 7, Page(html="<p>")])
def test_what_is_not_pages_is_refused(pages: Any) -> None:
    with pytest.raises(UsageError, match=r"not pages; use pm\.read\(…\)"):
        list(features(pages, ["fingerprint"]))


@pytest.mark.parametrize("item", [Path("a.html"), None, 7, bytearray(b"<p>"), ["<p>" * 100]])
def test_an_item_that_is_no_page_is_refused(item: Any) -> None:
    with pytest.raises(UsageError, match=r"not a page; use pm\.read\(…\)") as caught:
        list(features(["<p>", item], ["fingerprint"]))
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    "numbers", [{"minhash": 0}, {"minhash": 65_537}, {"jobs": -1}, {"jobs": 2**70}, {"seed": -1}, {"seed": 2**64}]
)
def test_numbers_that_make_no_sense(numbers: dict[str, int]) -> None:
    (name,) = numbers
    with pytest.raises(UsageError, match=f"{name}: .* is not between"):
        list(features(["<p>"], ["leaf_paths:minhash"], **numbers))
    with pytest.raises(UsageError, match=f"{name}: .* is not between"):
        read("nowhere").batches(["leaf_paths:minhash"], html=False, **numbers)


def test_the_largest_minhash() -> None:
    (batch,) = features(["<p>"], ["leaf_paths:minhash"], minhash=65_536)
    assert batch["leaf_paths:minhash"].type.list_size == 65_536
