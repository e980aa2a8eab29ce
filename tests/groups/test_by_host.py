"""Groups of each host alone."""

from collections import Counter
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import UsageError

SHOP = "<body class=shop><h1 class=title>{0}</h1><table class=facts><tr><td>{0}</table><p class=price>{0}</p>"
BLOG = "<body class=blog><article class=entry><h2>{0}</h2><p>{0}<p>{0}</article><ol class=comments><li>{0}</ol>"


def pages() -> list[pm.Page]:
    return [
        pm.Page(url=f"http://{host}.example/{kind[12:16]}/{number}", html=kind.format(number))
        for number in range(6)
        for host in ("one", "two")
        for kind in (SHOP, BLOG)
    ]


@pytest.mark.parametrize("method", ["grammar", "fingerprint"])
def test_one_mold_on_two_hosts_is_two_groups(method: str) -> None:
    given = pages()
    together = pm.cluster(given, method)
    apart = pm.cluster(given, method, by="host")
    assert len(apart.groups) == 2 * len(together.groups)
    assert [group.size for group in apart.groups] == [6] * 4
    kinds = Counter(zip(together.labels, apart.labels, strict=True))
    assert set(kinds.values()) == {6}
    assert apart.rows["url"].to_pylist() == [page.url for page in given]


def test_the_order_of_pages_does_not_matter() -> None:
    given = pages()
    one, other = pm.cluster(given, by="host"), pm.cluster(given[::-1], by="host")
    assert one.labels == other.labels[::-1]


def test_names_are_made_of_the_same_things(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(BLOG.format(number))
        (tmp_path / f"{number + 6}.html").write_text(SHOP.replace(" class=shop", "").format(f"Tent {number}"))
    given = pm.read(str(tmp_path))
    together, apart = (pm.cluster(given, by=by, headings=True) for by in ("all", "host"))
    for clustering in (together, apart):
        assert {group.name for group in clustering.groups} == {".blog", "“Tent …”"}
    assert apart.tree is None


def test_by_what_must_be_known() -> None:
    with pytest.raises(UsageError, match="by all or by host"):
        pm.cluster(pages(), by="day")


def test_no_pages_have_no_groups() -> None:
    assert pm.cluster([], by="host").groups == ()
