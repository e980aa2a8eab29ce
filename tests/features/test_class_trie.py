"""The trie of class paths: equal to its oracle, parents first, segments spelled alike on every page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.native import row
from tests.oracles.class_trie import class_trie
from tests.oracles.hashing import sequence_hash

CASES = [
    ("<p>", ["html", "html/head", "html/body", "html/body/p"]),
    ("<p class='post-7 b'><p class='b post-8'>", ["html", "html/head", "html/body", "html/body/p.b.post-#"]),
    ("<body class='home x'><p>", ["html", "html/head", "html/body", "html/body/.home", "html/body/.x", "html/body/p"]),
    (
        "<p class='sc-affaf1-3 DNRCTR lead'><p class='Text__Lead-sc-affaf1-3 kXyzAb Footer_root__Prslj'>",
        ["html", "html/head", "html/body", "html/body/p.lead", "html/body/p.Footer_root__#.Text__Lead"],
    ),
    (
        "<p class='svelte-1ab2cd3 lead'><p class='_lead_1abcd_12'><p class='lead_2024'>",
        ["html", "html/head", "html/body", "html/body/p.lead", "html/body/p._lead_#", "html/body/p.lead_#"],
    ),
    (
        "<nav class=nav></nav><p class=p></p>",  # a class that is called like its tag
        ["html", "html/head", "html/body", "html/body/nav.nav", "html/body/p.p"],
    ),
    (
        "<link rel=stylesheet href=/main-3f2a1bc9.css><link rel=next href=2.html><meta name=generator content='A 1'>",
        [
            *("html", "html/head", "html/head/link", "html/head/link[main-#\\.css]", "html/head/meta"),
            *("html/head/meta[generator=a #]", "html/body"),
        ],
    ),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: list[str]) -> None:
    for page in (html, "<div class=other>", html):  # what one page has met does not show on the next
        found = row(page, "class_trie", "class_trie:parents", "class_trie:names")
        paths: list[tuple[str, ...]] = []
        for parent, name in zip(found["class_trie:parents"], found["class_trie:names"], strict=True):
            paths.append((*(paths[parent - 1] if parent else ()), name))
        assert found["class_trie"] == [sequence_hash(path) for path in paths]
        if page == html:
            assert ["/".join(path) for path in paths] == expected


TOKENS = st.sampled_from(
    (
        *("a", "b-1", "post-12", "post", "tag-x", "css-1q2w3e", "Btn_x__3xYz1", "px-4", "-mt-2", "md:w-1", "flex"),
        *("w-[1]", "é1", "123e4567-e89b-12d3-a456-426614174000", "a.b/c\\d", "XyXyXy", "h2", "12345", "a1b2c3"),
        *("Home_x__nLjiQ", "a_b___aBcd", "a_b__Title", "a_b__step2", "a_b__s2tep", "format-x"),
        *("sc-a3f9c1-0", "A__B-sc-bdVaJa", "sc-title-2", "sc-navBar", "sc-bjkqzv", "sc-button", "DNRCTR", "card"),
        *("ka-dXyz", "css-mkkf9p", "css-bjkqzv-A", "css-tables", "css-0", "jss4"),
        *("svelte-1ab2cd3", "svelte-select", "astro-ABCDEF12", "astro-CAROUSEL", "astro-j7pv25f6", "ng-tns-c123-4"),
        *("nav_open", "-open", "a--open", "is-active", "x-Open", "toc-current", "current", "_hidden", "é-visible"),
        *("__className_a1b2c3", "__variable_decade", "_root_1abcd_12", "_nav_third_3", "a-module--b--3xYz1"),
        *("container_mt6G", "astro-20241231", "item_2024", "for_iPad", "btn_XL", "_1abcdef0"),
    )
)
# What tools make, and what nearly looks so: parts of names in any order.
MADE = st.lists(
    st.sampled_from(
        ["sc-", "css-", "-", "_", "__", "a-d", "A-D", "0", "12", "a", "K", "bar", "Nav", "bjkq", "XYZ", "title", "é"]
    ),
    min_size=1,
    max_size=6,
).map("".join)
# The forms of tools around what is made up, or nearly so.
FORMS = (
    "svelte-{}",
    "astro-{}",
    "ng-tns-c{}",
    "__className_{}",
    "_a_{}_1",
    "a-module--b--{}",
    "a_{}",
    "a_b__{}",
    "_{}",
)
HASHES = st.text("aekzAEZ019_-", min_size=3, max_size=8) | st.from_regex("[a-z0-9]{4,8}|[A-Z0-9]{8}", fullmatch=True)
FORMED = st.builds(str.format, st.sampled_from(FORMS), HASHES)
CLASS = st.lists(TOKENS | MADE | FORMED, max_size=6).map(" ".join)
SAID = st.sampled_from(
    ["Hugo 0.92", "a\nb", " x ", "", "/", "style/", "/a/Main.3f2a1bc9.css?v=1", "data:,p", "9f8e7d6c5b.css", "é/" * 70]
)
HEAD = st.builds(
    lambda tag, name, said: tag.format(name, said),
    st.sampled_from(
        ['<meta name="{}" content="{}">', '<meta name=x property="{}" content="{}">', '<link rel="{}" href="{}">']
    ),
    st.sampled_from(["Generator", "og:type", "next StyleSheet", "description"]),
    SAID,
)
BODY = st.builds(lambda tag, text: f'<{tag} class="{text}">x</{tag}>', st.sampled_from(["p", "div", "nav"]), CLASS)
PAGE = st.builds(
    lambda id, text, head, body: (
        f'<html><head>{"".join(head)}</head><body id="{id}" class="{text}">{"".join(body)}</body>'
    ),
    CLASS,
    CLASS,
    st.lists(HEAD, max_size=4),
    st.lists(BODY, max_size=5),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(PAGE, min_size=1, max_size=3))
def test_equal_to_the_oracle(pages: list[str]) -> None:
    for page in pages:
        found = row(page, "class_trie", "class_trie:parents", "class_trie:names")
        paths: list[tuple[str, ...]] = []
        for parent, name in zip(found["class_trie:parents"], found["class_trie:names"], strict=True):
            paths.append((*(paths[parent - 1] if parent else ()), name))
        assert paths == class_trie(page)
        assert found["class_trie"] == [sequence_hash(path) for path in paths]
