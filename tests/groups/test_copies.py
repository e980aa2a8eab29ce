"""Pages that are there several times: captured again, mirrored, or all of one structure."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pagemold as pm
from tests.groups.test_grammar import NAMED_PAGES, PAGES, check_by_oracle, distinct, of_page, partition
from tests.oracles import grammar as oracle
from tests.oracles.short_text import sketch

TIMES = [2, 3, 5, 11]
INNER = ("a", "b", "i", "em", "code", "tt", "span", "kbd")


def part(name: str) -> str:
    return f"<div class={name}><p class=p-{name}><i class=i-{name}></i></p></div>"


def site() -> list[str]:
    """Two templates with much content, of which each page has other things."""
    chance = Random(1)
    things = [f"{tag}><{inner}></{inner}></{tag}" for tag in ("ul", "table", "dl", "pre", "h3") for inner in INNER]
    frame = part("top") + part("menu")
    return [
        f"<body>{frame}{part(kind)}<div class={kind}-body>"
        + "".join(f"<{thing}>" for thing in chance.sample(things, chance.randint(4, 12)))
        + f"</div>{part('foot')}"
        for kind in ("item", "list")
        for _ in range(40)
    ]


def pages(html: list[str], address: str) -> list[pm.Page]:
    return [pm.Page(html=it, url=address.format(number)) for number, it in enumerate(html)]


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("address", ["http://a.example/{}", "http://mirror-TIME.example/{}"])
def test_how_often_a_site_is_there_changes_nothing(times: int, address: str) -> None:
    once = pm.cluster(pages(site(), address))
    several = pm.cluster([it for time in range(times) for it in pages(site(), address.replace("TIME", str(time)))])
    assert [(group.id, group.size) for group in several.groups] == [
        (group.id, group.size * times) for group in once.groups
    ]
    assert partition(several.labels) == partition(once.labels * times)


@pytest.mark.parametrize("times", TIMES)
def test_what_is_captured_often_is_no_template_of_its_own(times: int) -> None:
    once = pages(site(), "http://a.example/{}")
    clustering = pm.cluster([*once, *once[::4] * (times - 1)])
    assert partition(clustering.labels[: len(once)]) == partition(pm.cluster(once).labels)


@pytest.mark.parametrize("text", ["Please sign in.", "{}"])
@pytest.mark.parametrize("times", TIMES)
def test_templates_whose_pages_are_all_alike_are_told_apart(times: int, text: str) -> None:
    kinds = {kind: f"<body>{part('top')}{part('menu')}{part(kind)}{part(kind + '-side')}" for kind in ("a", "b", "c")}
    html = [f"{it}{text.format('x' * time)}" for it in kinds.values() for time in range(times)]
    found = pm.cluster(pages(html, "http://a.example/{}"))
    assert Counter(group.size for group in found.groups) == {times: 3}


@settings(deadline=None, max_examples=40)
@given(PAGES | NAMED_PAGES, st.integers(2, 7))
def test_equal_to_the_oracle_where_pages_are_there_several_times(pages: list[str], times: int) -> None:
    check_by_oracle([*pages * times, *pages[::3]])


@settings(deadline=None, max_examples=60)
@given(PAGES | NAMED_PAGES, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3), st.integers(0, 2)), max_size=40))
def test_equal_to_the_oracle_where_pages_are_captured_again(
    pages: list[str], again: list[tuple[int, int, int]]
) -> None:
    urls = [f"http://a.example/{number}" for number in range(len(pages))]
    urls += [f"http://{'abcd'[host]}.example/{number % len(pages)}" for number, host, _ in again]
    html = [*pages, *(pages[number % len(pages)] + "x" * text for number, _, text in again)]
    captured = [pm.Page(html=page, url=url) for page, url in zip(html, urls, strict=True)]
    clustering = pm.cluster(captured, "grammar")
    sets, order = distinct(clustering, html)
    contents = [(len(page), tuple(sketch(page))) for page in html]
    found = oracle.group(oracle.different(sets, urls, contents), order)
    assert partition(clustering.labels) == partition([of_page(found, page) for page in sets])
