"""From host to template to variant: the sizes add up, and each page is where both cuts have it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pagemold as pm
from pagemold.clustering import Clustering, Host
from pagemold.groups.grammar import Grammars
from tests.demo.test_groups import grouped
from tests.groups.test_by_host import BLOG, SHOP, pages
from tests.groups.test_grammar import NAMED_PAGES, PAGES

HOSTS = st.sampled_from(["http://one.example/", "http://two.example:81/", "http://[", "no-host", None])


def sizes(hosts: list[Host]) -> list[tuple[str | None, list[int]]]:
    return [(host.name, [template.size for template in host.templates]) for host in hosts]


def check(clustering: Clustering, level: float) -> None:
    """What is walked is what the labels of the clustering and of its cut say."""
    finer = clustering.cut(level).labels
    hosts = list(clustering.walk(level))
    assert sum(host.size for host in hosts) == len(clustering)
    assert [host.size for host in hosts] == sorted((host.size for host in hosts), reverse=True)
    walked: Counter[tuple[str, str]] = Counter()
    template_of: dict[str, str] = {}
    on_hosts: Counter[str] = Counter()
    for host in hosts:
        assert host.size == host.ungrouped + sum(template.size for template in host.templates)
        for template in host.templates:
            assert template.size == sum(variant.size for variant in template.variants)
            on_hosts[template.group.id] += template.size
            for variant in template.variants:
                assert template_of.setdefault(variant.id, template.group.id) == template.group.id
                walked[template.group.id, variant.id] += variant.size
        largest = [template.size for template in host.templates]
        assert largest == sorted(largest, reverse=True)
    assert walked == Counter((one, other) for one, other in zip(clustering.labels, finer, strict=True) if one and other)
    assert on_hosts == {group.id: group.size for group in clustering.groups}
    assert sum(host.ungrouped for host in hosts) == clustering.labels.count(None)


@settings(deadline=None, max_examples=60)
@given(
    PAGES | NAMED_PAGES,
    st.lists(HOSTS, min_size=1, max_size=4),
    st.sampled_from(["all", "host"]),
    st.sampled_from([0.0, 1.0, 3.0, 50.0]),
)
def test_sizes_add_up_and_a_variant_is_of_one_template(
    texts: list[str], hosts: list[str | None], by: str, level: float
) -> None:
    some = [pm.Page(url=hosts[at % len(hosts)], html=html) for at, html in enumerate([*texts, "", texts[0]])]
    clustering = pm.cluster(some, by=by)
    check(clustering, level)
    check(clustering.cut(-10), level)


def test_one_template_on_two_hosts() -> None:
    together, apart = (pm.cluster(pages(), by=by) for by in ("all", "host"))
    both = [("one.example", [6, 6]), ("two.example", [6, 6])]
    assert sizes(list(together.walk())) == sizes(list(apart.walk())) == both
    one, two = together.walk()
    assert {it.group.id for it in one.templates} == {it.group.id for it in two.templates}
    assert [it.group.size for it in one.templates] == [12, 12]
    for host in (one, two):
        shown = [template.example for template in host.templates]
        shown += [variant.example for template in host.templates for variant in template.variants]
        assert all(address and f"//{host.name}/" in address for address in shown)
    one, two = apart.walk()
    assert not {it.group.id for it in one.templates} & {it.group.id for it in two.templates}


@pytest.mark.parametrize("by", ["all", "host"])
def test_pages_without_a_url_are_of_no_host(by: str) -> None:
    bare = [pm.Page(html=SHOP.format(number)) for number in range(3)] + [pm.Page(html="")]
    with_url = [pm.Page(url=f"http://one.example/{number}", html=BLOG.format(number)) for number in range(3)]
    found = list(pm.cluster([*bare, *with_url], by=by).walk())
    assert sizes(found) == [(None, [3]), ("one.example", [3])]
    assert [host.ungrouped for host in found] == [1, 0]
    assert found[0].templates[0].example is None


def test_variants_say_what_tells_them() -> None:
    """Products that come in sizes, and those that are sold out, in a shop of which most are neither."""
    clustering, _ = grouped()
    (host,) = clustering.walk()
    assert (host.name, host.size, host.ungrouped) == ("demo.example", len(clustering), 0)
    assert [it.group.id for it in host.templates] == [group.id for group in clustering.groups]
    product = next(it for it in host.templates if it.group.name == "/products/*")
    told = {(variant.has or "").rpartition("/")[2] for variant in product.variants}
    assert {"form.notify", "fieldset.sizes"} <= told
    assert any((variant.lacks or "").endswith("section.related.section") for variant in product.variants)
    untorn = [it for it in host.templates if len(it.variants) == 1]
    assert all(it.variants[0].id == it.group.id and it.variants[0].has is None for it in untorn)
    check(clustering, 3.0)


def test_parts_that_the_same_tells_are_told_from_each_other() -> None:
    aside = "<aside class=side><h2 class=head>x</h2>{}</aside>"
    kinds = {
        "plain": "",
        "rows": aside.format("<table class=rows><tr><td>x</table>"),
        "list": aside.format("<ul><li>x</ul>"),
    }
    pages = [f"<body><h1 class=title>x</h1>{'<p>x</p>' * (n % 2)}{kind}" for kind in kinds.values() for n in range(9)]
    labels = [kind for kind in kinds for _ in range(9)]
    tree = pm.cluster(pages).tree
    assert isinstance(tree, Grammars)
    found = tree.marks(labels, [["plain", "rows", "list"]])
    assert found["plain"] == (None, "html/body/aside.side")
    assert found["rows"] == ("html/body/aside.side/table.rows", "html/body/aside.side/ul")
    assert found["list"] == ("html/body/aside.side/ul", "html/body/aside.side/table.rows")


def test_what_nothing_tells_from_all_is_not_told_from_some() -> None:
    # Of a template half of whose pages have a list; the third part alone has a table.
    has = {"many": (20, 10, 0), "few": (6, 5, 0), "rows": (10, 5, 10), "less": (6, 1, 0)}
    part = "<body><h1 class=title>x</h1>{}{}"
    kinds = [
        (
            kind,
            part.format("<ul class=list><li>x</ul>" * (n < lists), "<table class=rows><tr><td>x</table>" * (n < rows)),
        )
        for kind, (count, lists, rows) in has.items()
        for n in range(count)
    ]
    tree = pm.cluster([page for _, page in kinds]).tree
    assert isinstance(tree, Grammars)
    found = tree.marks([kind for kind, _ in kinds], [list(has)])
    assert found["rows"].has == "html/body/table.rows"
    assert {kind: found[kind] for kind in ("many", "few", "less")} == dict.fromkeys(
        ("many", "few", "less"), (None, None)
    )


def test_nothing_has_no_hosts() -> None:
    for by in ("all", "host"):
        assert list(pm.cluster([], by=by).walk()) == []
