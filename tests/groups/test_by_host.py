"""Groups of each host alone."""

from collections import Counter
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import UsageError
from tests.groups.test_grammar import shop

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


def test_rows_have_the_same_columns() -> None:
    together, apart = (pm.cluster(pages(), by=by) for by in ("all", "host"))
    assert apart.table().schema == together.table().schema
    assert len(set(apart.rows["group"].combine_chunks().dictionary.to_pylist())) == len(apart.groups)


def test_names_are_made_of_the_same_things(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(BLOG.format(number))
        (tmp_path / f"{number + 6}.html").write_text(SHOP.replace(" class=shop", "").format(f"Tent {number}"))
    given = pm.read(str(tmp_path))
    together, apart = (pm.cluster(given, by=by, headings=True) for by in ("all", "host"))
    for clustering in (together, apart):
        assert {group.name for group in clustering.groups} == {".blog", "“Tent …”"}


@pytest.mark.parametrize("level", [-50.0, -5.0, 0.0, 3.0, 20.0])
def test_a_cut_is_that_of_each_host_alone(level: float) -> None:
    """Cut as one, or host by host and put together: the same parts, of the same sizes and ids."""
    given = pages() + [pm.Page(html=html) for html in (*shop("list", 9), *shop("item", 9))]
    apart = pm.cluster(given, by="host")
    found = apart.cut(level)
    assert found.rows["url"].to_pylist() == [page.url for page in given]
    assert sum(group.size for group in found.groups) == len(given)
    assert [group.size for group in found.groups] == [len(found.members(group.id)) for group in found.groups]
    assert sum(group.share for group in found.groups) == pytest.approx(1)
    for host in ("one.example", "two.example", None):
        own = [row for row, page in enumerate(given) if (page.url or "").split("/")[2:3] == ([host] if host else [])]
        alone = pm.cluster([given[row] for row in own]).cut(level).labels
        pairs = set(zip(alone, (found.labels[row] for row in own), strict=True))
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    if level == 0:
        assert (found.labels, {group.id for group in found.groups}) == (apart.labels, {it.id for it in apart.groups})


def test_by_what_must_be_known() -> None:
    with pytest.raises(UsageError, match="by all or by host"):
        pm.cluster(pages(), by="day")


def test_no_pages_have_no_groups() -> None:
    assert pm.cluster([], by="host").groups == ()
