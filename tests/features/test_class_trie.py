"""The trie of class paths: distinct paths, parents first, segments spelled alike on every page."""

import pytest

from tests.native import row
from tests.oracles.hashing import sequence_hash

CASES = [
    ("<p>", ["html", "html/head", "html/body", "html/body/p"]),
    ("<p class='post-7 b'><p class='b post-8'>", ["html", "html/head", "html/body", "html/body/p.b.post-#"]),
    ("<body class='home x'><p>", ["html", "html/head", "html/body", "html/body/.home", "html/body/.x", "html/body/p"]),
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
