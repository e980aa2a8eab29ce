"""Classes that tools and servers make up: they tear no template, and join none, when a site is built anew."""

import hashlib
import string
from collections.abc import Callable

import pytest

from pagemold.flow import cluster
from tests.groups.test_grammar import partition


def test_volatile_classes_do_not_split() -> None:
    pages = [f"<html><body><div class='css-{n:03}a{n}x post-{n}'><p>x</p></div></body></html>" for n in range(10, 20)]
    assert len(cluster(pages, "grammar").groups) == 1


def test_how_an_element_stands_does_not_split() -> None:
    frame = "<body><header class=top><a>x</a></header><main class=post><h1>x</h1><p>x{}</main>{}"
    aside = "<aside class='sidebar {}-active'><nav class=tabs><a>x</a></nav><div class=about><img><p>x</div></aside>"
    pages = [frame.format("<i>x</i>" * (n % 3), aside.format("toc" if n % 2 else "overview")) for n in range(24)]
    assert len(cluster(pages, "grammar").groups) == 1
    torn = [page.replace("-active", "-side") for page in pages]
    assert len(cluster(torn, "grammar").groups) == 2, "else this tells nothing"


def generated(seed: str, letters: str, length: int) -> str:
    digest = hashlib.sha256(seed.encode()).digest()
    return "".join(letters[byte % len(letters)] for byte in digest[:length])


def styled(name: str, build: int) -> str:
    """As styled-components writes it."""
    small = string.ascii_lowercase + string.digits
    return f"sc-{generated(f'{build}id', small, 6)}1-{len(name)} {generated(f'{build}{name}', string.ascii_letters, 6)}"


def labelled(name: str, build: int) -> str:
    """The same with the names that its plugin puts in front."""
    return f"Site__{name}-{styled(name, build)}"


def emotion(name: str, build: int) -> str:
    return f"css-1{generated(f'{build}{name}', string.ascii_lowercase, 6)}"


def module(name: str, build: int) -> str:
    return f"{name}_root__{generated(f'{build}{name}', string.ascii_lowercase, 4).title()}j"


@pytest.mark.parametrize("tool", [styled, labelled, emotion, module])
def test_a_site_that_was_built_anew_has_the_same_templates(tool: Callable[[str, int], str]) -> None:
    kinds = (
        "<article class='{Article}'><h1 class='{Title}'></h1><p class='{Text} lead'><p><b></b><i></i></article>",
        "<form class='{Product}'><img class='{Title}'><table class='{Table}'><tr><td></table><button></form>",
        "<ul class='{List}'><li class='{Item}'><a class='{Link}'><em></em></a></ul><ol class=pages><li><a></ol>",
    )
    frame = "<body><header class='{Header}'><nav class='{Nav} menu'><a></a></nav></header>{}<footer class='{Footer}'>"
    parts = ("Article", "Title", "Text", "Product", "Table", "List", "Item", "Link", "Header", "Nav", "Footer")
    pages = [
        frame.format(kind, **names).format(**names)
        for build in (1, 2)
        for names in [{part: tool(part, build) for part in parts}]
        for kind in kinds
        for _ in range(8)
    ]
    expected = {frozenset((*range(n, n + 8), *range(n + 24, n + 32))) for n in (0, 8, 16)}
    assert partition(cluster(pages, "grammar").labels) == expected
