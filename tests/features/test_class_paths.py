"""Class paths: the segments from the root to every element."""

import pytest
from hypothesis import given

from tests.features.agreement import assert_agrees, names
from tests.native import native_tree
from tests.oracles import class_paths
from tests.strategies import WellFormed, pages, well_formed

CASES = [
    ("<p>", {"html", "html/head", "html/body", "html/body/p"}),
    ('<p class="b a">', {"html", "html/head", "html/body", "html/body/p.a.b"}),
    ('<p class="d c b a">', {"html", "html/head", "html/body", "html/body/p.a.b.c"}),
    ('<p class="n-1 n-22 n-333 z">', {"html", "html/head", "html/body", "html/body/p.n-#.z"}),
    ("<p class=w-1/2>", {"html", "html/head", "html/body", r"html/body/p.w-#\/#"}),
    (r'<p class="a.b c\d">', {"html", "html/head", "html/body", r"html/body/p.a\.b.c\\d"}),
    ('<p class="é z Z">', {"html", "html/head", "html/body", "html/body/p.Z.z.é"}),
    ('<p class="٣ x3">', {"html", "html/head", "html/body", "html/body/p.x#.٣"}),
    ("<p class=a><b></b><p class=a>", {"html", "html/head", "html/body", "html/body/p.a", "html/body/p.a/b"}),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_cases(html: str, expected: set[str]) -> None:
    assert names("class_paths", html) == expected


@given(well_formed())
def test_page_of_known_tree(page: WellFormed) -> None:
    assert_agrees("class_paths", class_paths.items(page.root), class_paths.name, page.html)


@given(pages)
def test_any_page_by_the_tree_in_use(html: str) -> None:
    assert_agrees("class_paths", class_paths.items(native_tree(html)), class_paths.name, html)


def test_a_class_that_is_called_like_its_tag() -> None:
    html = "<nav class=nav></nav><p class=p></p>"
    assert_agrees("class_paths", class_paths.items(native_tree(html)), class_paths.name, html)
