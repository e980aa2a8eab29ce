"""Pages laid over each other: what they share, where they differ."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.data import Part, Template
from pagemold.template import describe
from tests.strategies import tag_soup

PRODUCT = "<body><h1 class=title>{name}</h1><p class=price>Price: <b>{price}</b></p>{more}<footer>Shop</footer>"


def part(template: Template, path: str) -> Part:
    return next(part for place, part in enumerate(template.parts) if template.path(place) == f"html/body/{path}")


@pytest.fixture
def product() -> Template:
    return describe(
        [
            PRODUCT.format(name="Tent", price=1, more="<ul><li>a<li>b</ul>"),
            PRODUCT.format(name="Lamp", price=2, more="<ul><li>a<li>b<li>c</ul>"),
            PRODUCT.format(name="Mug", price=2, more=""),
        ]
    )


@pytest.mark.parametrize(
    ("path", "check"),
    [
        ("h1.title", lambda part: part.is_mandatory and set(part.samples) == {"Tent", "Lamp", "Mug"}),
        ("p.price", lambda part: part.constant == "Price:" and not part.is_slot),
        ("p.price/b", lambda part: set(part.samples) == {"1", "2"}),
        ("ul", lambda part: not part.is_mandatory and part.pages == 2 and not part.is_repeated),
        ("ul/li", lambda part: part.is_mandatory and part.count == (3, 3)),
        ("footer", lambda part: part.constant == "Shop" and part.is_mandatory),
    ],
)
def test_parts_of_a_template(product: Template, path: str, check: Callable[[Part], bool]) -> None:
    assert check(part(product, path)), part(product, path)


def test_parts_stand_as_on_the_page(product: Template) -> None:
    body = [part.segment for part in product.parts if part.depth == 2]
    assert body == ["h1.title", "p.price", "ul", "footer"]


def test_attributes_vary_or_belong_to_the_mold() -> None:
    template = describe(['<a href="/1" rel=next class=x>go</a>', '<a href="/2" rel=prev class=x>go</a>'])
    assert part(template, "a.x").attributes == ("href",)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Added support for <code>x</code>.", "Added support for … ."),
        ("<p>Added <b><i> a</i></b><code>b</code> and <i>c</i>, <i>d</i>", "Added … and … ,"),
        ("<p><b>Note:</b> nothing", "nothing"),
        ("<p>Price: <b>1</b>", "Price:"),
        ("<p>one<br>two<img alt=x>three<i> </i>four", "one two three four"),
        ("<p>one<script>code</script>two", "one two"),
    ],
)
def test_what_stands_inside_a_text_leaves_a_mark(html: str, text: str) -> None:
    assert part(describe([html, html]), "p").constant == text


def test_marks_of_a_deep_page_are_looked_for_once() -> None:
    deep = "<div>a<i></i><span>" * 200 + "<i></i>" * 100_000 + "</span>b</div>" * 200
    assert describe([deep, deep]).parts[-1].segment == "i"


def test_scripts_are_no_slots() -> None:
    template = describe(["<script>a</script>", "<script>b</script>"])
    assert not any(part.is_slot for part in template.parts)


@pytest.mark.parametrize(
    ("pages", "constant", "samples", "more"),
    [
        (["<li>a<li>b", "<li>a<li>b"], "a", (), 1),
        (["<li><li>a", "<li>a<li>"], "a", (), 0),
        (["<li>a", "<li>a<li>a"], "a", (), 0),
        (["<li>all<li>one", "<li>all<li>two"], None, ("all", "one", "two"), 0),
        (["<li>L<li>S<li>M", "<li>S<li>M", "<li>S<li>XL"], None, ("S", "M", "L"), 1),
        (["<li>&nbsp;<li>a", "<li>\u200b<li>b&nbsp; c"], None, ("a", "b c"), 0),
        (["<li>&nbsp;", "<li>&nbsp;"], None, (), 0),
        (["<li>a<li>b<li>c", "<li>d<li>e"], None, ("a", "d", "b"), 2),
        (["<li>a<li>b", "<li>b<li>a"], None, ("a", "b"), 0),
        (["<li>", "<li>a"], None, ("a",), 0),
        (["<li>", "<li>"], None, (), 0),
        (["<li>|<li>|<li>a", "<li>|<li>b"], None, ("b", "a", "|"), 0),
        (["<li>only here", "<p>"], None, ("only here",), 0),
    ],
)
def test_blank_and_repeated_texts_say_nothing(
    pages: list[str], constant: str | None, samples: tuple[str, ...], more: int
) -> None:
    found = part(describe(pages), "li")
    assert (found.constant, found.samples, found.more_texts) == (constant, samples, more)


def test_classes_of_the_page_vary_like_values() -> None:
    kinds = ["a blog x.y post post-1", "a blog x.y post post-2", "a blog x.y home"]
    template = describe([f"<html class=js><body class='{kind}'><p>{kind}" for kind in kinds])
    assert [it.segment for it in template.parts] == ["html.js", "head", "body.a.blog.x\\.y", "p"]
    body = template.parts[2]
    assert (body.share, body.attributes) == (1.0, ("class",))
    assert body.classes == (("post", 2 / 3), ("home", 1 / 3), ("post-1", 1 / 3), ("post-2", 1 / 3))
    assert template.parts[3].share == 1.0
    many = describe([f"<body class='c{number}'>" for number in range(9)])
    assert (len(many.parts[2].classes), many.parts[2].more_classes) == (5, 4)


def test_one_page_has_neither_slots_nor_constants() -> None:
    template = describe(["<p>hello"])
    assert [part.constant for part in template.parts] == [None] * len(template.parts)
    assert not any(part.is_slot for part in template.parts)


def test_no_page_has_no_part() -> None:
    assert describe([]) == Template(0, ())


def test_a_deep_page_is_no_deeper_problem() -> None:
    assert len(describe(["<div>" * 100_000]).parts) > 500


@given(st.lists(tag_soup, max_size=4))
def test_order_does_not_matter_and_shares_are_shares(found: list[str]) -> None:
    template = describe(found)
    assert template == describe(found[::-1])
    for here in template.parts:
        above = template.pages if here.parent is None else template.parts[here.parent].pages
        assert 0 < here.share <= 1
        assert here.share == here.pages / above
        assert 1 <= here.count[0] <= here.count[1]
        assert here.parent is None or template.parts[here.parent].depth == here.depth - 1
