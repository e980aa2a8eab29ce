"""Filters on pages, and what they count."""

from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import UsageError
from tests.archives import pack, record, shop


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(
        pack(
            record("http://a/shop/1", shop("one")),
            record("http://a/blog/1", shop("two" * 1000)),
            record("http://a/gone", shop("gone"), status=404),
            record("http://a/picture", b"\xff\xd8", content_type="image/jpeg"),
        )
    )
    return path


def urls(pages: pm.Pages) -> list[str | None]:
    return [page.url and page.url.removeprefix("http://a/") for page in pages]


def test_html_with_status_200_by_default(crawl: Path) -> None:
    pages = pm.read(crawl)
    assert urls(pages) == ["shop/1", "blog/1"]
    assert pages.summary.skipped == {"status": 1, "content_type": 1}


def test_other_statuses(crawl: Path) -> None:
    assert urls(pm.read(crawl, statuses=[404])) == ["gone"]
    assert urls(pm.read(crawl, statuses=None)) == ["shop/1", "blog/1", "gone"]


def test_every_type(crawl: Path) -> None:
    assert urls(pm.read(crawl, html_only=False)) == ["shop/1", "blog/1", "picture"]


def test_small_pages(crawl: Path) -> None:
    pages = pm.read(crawl, min_bytes=1000)
    assert urls(pages) == ["blog/1"]
    assert pages.summary.skipped["too_small"] == 1


@pytest.mark.parametrize(
    ("include", "exclude", "found"),
    [
        (["/shop/"], [], ["shop/1"]),
        (["/shop/", "blog"], [], ["shop/1", "blog/1"]),
        ([], ["/shop/"], ["blog/1"]),
        (["/1$"], ["^http://a/b"], ["shop/1"]),
        (["nothing"], [], []),
    ],
)
def test_addresses(crawl: Path, include: list[str], exclude: list[str], found: list[str]) -> None:
    pages = pm.read(crawl, include=include, exclude=exclude)
    assert urls(pages) == found
    assert pages.summary.skipped["excluded"] == 2 - len(found)
    assert pages.summary.pages == len(found)


def test_files_are_chosen_by_path(tmp_path: Path) -> None:
    for name in ("keep/a.html", "drop/a.html"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(shop(name))
    assert [page.path for page in pm.read(tmp_path, exclude=["^drop/"])] == ["keep/a.html"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"include": ["("]}, "missing"),
        ({"exclude": [r"(?!x)"]}, "invalid"),
        ({"statuses": [20]}, "20: not an HTTP status"),
        ({"min_bytes": -1}, "negative"),
    ],
)
def test_a_filter_that_makes_no_sense(options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        pm.read("x.warc", **options)  # type: ignore[arg-type]
