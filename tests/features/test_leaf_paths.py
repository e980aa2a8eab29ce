"""Leaf paths: tag names from the root to every element without element children."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.native import native_tree
from tests.oracles import leaf_paths
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("<p>", {"html/head", "html/body/p"}),
    ("<ul><li>a<li>b</ul>", {"html/head", "html/body/ul/li"}),
    ("<title>t</title><div><a><b>x</b></a><br></div>", {"html/head/title", "html/body/div/a/b", "html/body/div/br"}),
    ("<table><td>", {"html/head", "html/body/table/tbody/tr/td"}),
    ("<svg><foreignobject>", {"html/head", "html/body/svg/foreignObject"}),
    ("<noscript><p>x</noscript>", {"html/head/noscript", "html/body/p"}),
    ("<body><template><p></template>", {"html/head", "html/body/template/p"}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("leaf_paths", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("leaf_paths", leaf_paths.items(page.root), leaf_paths.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("leaf_paths", leaf_paths.items(native_tree(html)), leaf_paths.name, html)
