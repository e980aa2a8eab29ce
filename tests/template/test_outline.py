"""A template as lines, and as a page."""

from pagemold.template import describe, outline, skeleton

NAV = "<nav><a href=/>Home</a><a href=/about>About</a></nav>"
PAGES = [f"<body>{NAV}<h1>{name}</h1>{'<i>rare</i>' if name == 'n3' else ''}" for name in map("n{}".format, range(20))]


def test_what_never_varies_is_folded_and_slots_are_shown() -> None:
    lines = list(outline(describe(PAGES)))
    assert "    nav  … 1 part below, the same on every page" in lines
    assert "    h1  {n0 | n10 | n11 … and 17 more}" in lines
    assert "    … 1 rare part" in lines
    assert not any("Home" in line for line in lines)


def test_everything_can_be_asked_for() -> None:
    lines = list(outline(describe(PAGES), everything=True))
    assert any("i  ? 5%" in line for line in lines)
    assert len(lines) == len(describe(PAGES).parts)


def test_the_skeleton_is_open_where_pages_differ() -> None:
    page = skeleton(describe(PAGES), "Shop", ["first", "  -1.0  html/body/i"])
    assert '<details class="part"><summary><code>nav</code>' in page
    assert "1 part below, the same on every page" in page
    assert '<details open class="part"><summary><code>body</code>' in page
    assert '<ul class="samples"><li>n0</li><li>n10</li><li>n11</li><li class="more">… and 17 more</li></ul>' in page
    assert "<li>first</li><li>" in page
    assert "<li class=path>  -1.0  html/body/i</li>" in page


def test_classes_of_the_page_are_shown_with_their_shares() -> None:
    template = describe([f"<body class='shop {'sale' if number < 15 else 'p' + str(number)}'>" for number in range(20)])
    shown = "{.sale 75% | .p15 5% | .p16 5% | .p17 5% | .p18 5% | … 1 more}"
    assert f"  body.shop  @class  {shown}" in list(outline(template))
    assert '<span class="badge share">.sale 75%</span>' in skeleton(template, "Shop")


def test_the_skeleton_escapes_what_pages_say() -> None:
    hostile = ["<p class='<b>'><script>alert(1)</script>&lt;img src=x onerror=alert(1)&gt; one", "<p class='<b>'>two"]
    page = skeleton(describe(hostile), "<title>")
    assert "<img" not in page
    assert "<script" not in page
    assert "&lt;img" in page
    assert page.count("<details") == page.count("</details>")
    assert page.count("<div") == page.count("</div>")
