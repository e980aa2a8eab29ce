"""Names that a person would give."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.template.naming import _path_and_query, names, pattern


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (["http://a.b/item/1", "http://a.b/item/2"], "/item/*"),
        (["http://a.b/item/tent", "http://a.b/item/lamp"], "/item/*"),
        (["http://a.b/2024/post-1.html", "http://a.b/2025/post-22.html"], "/*/post-*.html"),
        (["docs/a.html", "docs/b.html"], "/docs/*.html"),
        (["http://a.b/search?q=x", "http://a.b/search?q=y&page=2"], "/search?q=*"),
        (["http://a.b/"], "/"),
        (["http://a.b/x", "http://a.b/y"], ""),
        (["http://a.b/doc/x", "http://a.b/doc/x/y", "http://a.b/doc/z/y/q"], "/doc/…"),
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


def test_a_class_tells_groups_with_one_pattern_apart() -> None:
    chrome = {"site-header": 1.0}
    found = names(
        [["/p/1", "/p/2"], ["/p/3", "/p/4"], ["/q/5", "/q/6"]],
        [chrome | {"product": 1.0}, chrome | {"gone": 0.9}, chrome],
    )
    assert found == ["/p/* .product", "/p/* .gone", "/q/*"]


@given(
    st.lists(
        st.tuples(st.lists(st.text(max_size=9), max_size=3), st.dictionaries(st.text(max_size=3), st.floats(0, 1))),
        max_size=5,
    )
)
def test_no_two_names_are_alike(groups: list[tuple[list[str], dict[str, float]]]) -> None:
    found = names([addresses for addresses, _ in groups], [tokens for _, tokens in groups])
    assert len(set(found)) == len(groups)
    assert all(found)


def test_folders_that_all_groups_are_in_are_left_out() -> None:
    deep = [["usr/share/doc/x/class.A.html", "usr/share/doc/x/class.B.html"], ["usr/share/doc/x/api/index.html"]]
    assert names(deep, [{}, {}]) == ["…/*.html", "…/api/index.html"]
    assert names([["a/b/1.html"], ["a/b/2.html"]], [{}, {}]) == ["/a/b/1.html", "/a/b/2.html"]
