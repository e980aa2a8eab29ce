"""Patterns of addresses."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.template.addresses import _path_and_query, pattern, patterns, sayings


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (["http://a.b/item/1", "http://a.b/item/2"], "/item/*"),
        (["http://a.b/item/tent", "http://a.b/item/lamp"], "/item/*"),
        (["http://a.b/2024/post-1.html", "http://a.b/2025/post-22.html"], "/*/post-*.html"),
        (["docs/a.html", "docs/b.html"], "/docs/*.html"),
        (["docs/git-add.html", "docs/git-am.html"], "/docs/git-*.html"),
        (["docs/class_a-members.html", "docs/class_b-members.html"], "/docs/class_*-members.html"),
        (["http://a.b/search?q=x", "http://a.b/search?q=y&page=2"], "/search?q=*"),
        ([*(f"http://a.b/item/{n}" for n in range(9)), "http://a.b/about/us"], "/item/*"),
        (["http://a.b/"], "/"),
        (["http://a.b/x", "http://a.b/y"], ""),
        (["http://a.b/doc/x", "http://a.b/doc/x/y", "http://a.b/doc/z/y/q"], "/doc/…"),
        (["api/a/class-use/X.html", "api/b/c/class-use/Y.html"], "/api/…/class-use/*.html"),
        (["http://["], "/"),
        ([], ""),
    ],
)
def test_patterns(addresses: list[str], expected: str) -> None:
    assert pattern(addresses) == expected


@given(
    st.sampled_from(["http://", "https://", "HTTP://", "//", "file:", ""]),
    st.text('aB1.:/?#&=[]@;%~-_!" é\t', max_size=14),
)
def test_addresses_are_split_as_the_standard_library_does(start: str, rest: str) -> None:
    try:
        split = urlsplit(start + rest)
    except ValueError:
        return
    assert _path_and_query(start + rest) == (split.path, split.query)


def test_folders_that_all_groups_are_in_are_left_out() -> None:
    deep = [["usr/share/doc/x/class.A.html", "usr/share/doc/x/class.B.html"], ["usr/share/doc/x/api/index.html"]]
    assert patterns(deep) == ["…/class.*.html", "…/api/index.html"]
    few = [["pages/one/1.html", "pages/one/2.html"], ["pages/two/3.html"]]
    assert patterns(few) == ["…/one/*.html", "…/two/3.html"]
    wiki = [["/wiki/Paris", "/wiki/Rome"], ["/wiki/Help:Links"]]
    assert patterns(wiki) == ["/wiki/*", "/wiki/Help:Links"]  # without its folder, the first would say nothing


def test_a_long_pattern_is_cut_where_that_leaves_it_alone() -> None:
    folders = "http://a.b/usr/share/doc/{}/reference/html/index.html"
    assert patterns([[folders.format("one")], ["http://a.b/x"]])[0] == "…/reference/html/index.html"
    both = patterns([[folders.format("one")], [folders.format("two")], ["http://a.b/x"]])
    assert both[:2] == [f"…/{name}/reference/html/index.html" for name in ("one", "two")]


def test_a_long_pattern_keeps_the_folder_that_tells_it_from_others() -> None:
    java = "usr/share/doc/x/api/{}org/apache/commons/lang3/{}.html"
    classes, sources = ([java.format(folder, file) for file in ("A", "b/B", "c/d/C")] for folder in ("", "src-html/"))
    other = ["usr/share/doc/x/api/index.html"]
    assert patterns([classes, sources, other])[:2] == ["…/org/apache/commons/lang3/…", "…/src-html/…"]
    flat = [java.format("src-html/", file) for file in "AB"]
    assert patterns([classes, flat, other])[1] == "…/src-html/…/*.html"


def test_a_folder_that_most_groups_are_in_says_nothing_of_pages_somewhere_below() -> None:
    assert sayings(["/api/…", "/api/x.html", "/api/y.html", "/src/…", "/*.html", "/", ""]) == [
        True,
        True,
        True,
        True,
        False,
        True,
        False,
    ]
    assert sayings(["/api/…", "/api/x.html", "/api/y.html"])[0] is False


def test_an_index_that_most_groups_have_says_nothing() -> None:
    static = ["/*/*/index.html", "/tags/*/index.html", "/…/index.html", "/*.html", "/"]
    assert sayings(static) == [False, True, False, False, True]
    assert sayings(["/*/index.html", "/p/*", "/q/*"]) == [True, True, True]


def test_endless_addresses_are_looked_at_only_so_far() -> None:
    long = ["https://a.example/" + "a-" * 8_000 + str(number) for number in range(20)]
    assert patterns([long, ["https://a.example/" + "b/" * 8_000]])


def test_thousands_of_deep_addresses_are_cut_in_a_few_ways_only() -> None:
    deep = [[f"https://a.example/{number}/" + "a/" * 200] for number in range(2_000)]
    assert patterns(deep) == [f"…/{number}/…/a" for number in range(2_000)]
