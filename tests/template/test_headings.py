"""What headings have in common."""

import pytest

from pagemold.template.headings import heading_patterns, headings


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<title>A &amp; B</title><h1 class=x>Class\n<b>Foo</b></h1>", {"heading": "Class Foo", "title": "A & B"}),
        ("<h2>Second</h2><p>no first", {"heading": "Second"}),
        ("<H1>Loud</H1>", {"heading": "Loud"}),
        ("<h1></h1><h2>Second</h2>", {"heading": "Second"}),
        ("<header>x</header><h1>never closed", {}),
        ("<h1" * 50_000, {}),
        ("<h1 " * 50_000, {}),
        ("", {}),
    ],
)
def test_first_headings(html: str, expected: dict[str, str]) -> None:
    assert headings(html) == expected


def pages(*texts: str, level: str = "heading") -> list[dict[str, str]]:
    return [{level: text} for text in texts]


def patterns_of(groups: list[list[dict[str, str]]]) -> list[str]:
    return heading_patterns(groups, [""] * len(groups))


def test_words_that_most_pages_begin_or_end_with() -> None:
    found = patterns_of(
        [
            pages("Uses of Class Foo", "Uses of Class Bar"),
            pages("wxFoo Class Reference", "wxBar Class Reference"),
            pages("Sorry", "Sorry"),
            pages("one", "two"),
            pages("alone"),
            [],
        ]
    )
    assert found == ["“Uses of Class …”", "“… Class Reference”", "“Sorry”", "", "", ""]


def test_the_name_of_the_site_is_left_out() -> None:
    titles = [
        pages(f"{kind} one - Shop", f"{kind} two - Shop", level="title") for kind in ("Item", "Post", "Tag", "By")
    ]
    assert patterns_of(titles) == ["“Item …”", "“Post …”", "“Tag …”", ""]
    assert patterns_of(titles[:2]) == ["", ""]


def test_the_heading_of_all_pages_is_no_name_as_a_title_either() -> None:
    groups = [
        titled("Lantern Notes", "Lantern Notes", "Lantern Notes"),
        titled("Lantern Notes", "Lantern Notes - a", "Lantern Notes - b"),
        *(titled("Lantern Notes", f"{kind} one", f"{kind} two") for kind in ("Recipe", "About", "Tag")),
    ]
    assert patterns_of(groups) == ["", "", "“Recipe …”", "“About …”", "“Tag …”"]
    # Also where it is longer than what is looked at, but not by a word that it begins with.
    name = "The GNU C Library Reference Manual"
    groups = [titled(name, *(f"{kind} {number}" for number in "ab")) for kind in (name, "The", "Tag", "Post", "News")]
    assert patterns_of(groups) == ["", "“The …”", "“Tag …”", "“Post …”", "“News …”"]


def titled(heading: str, *titles: str) -> list[dict[str, str]]:
    return [{"heading": heading, "title": title} for title in titles]


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (titled("my portfolio", "Information about Alabama", "Information about Oslo"), "“Information about …”"),
        (titled("my portfolio", "Alabama - Tours", "Oslo - Tours"), "“my portfolio”"),  # the site's name says less
        (titled("No schools added", "Navigator - Alabama", "Navigator - Oslo"), "“Navigator …”"),
        (titled("Not found", "Not found", "Not found"), "“Not found”"),
        (titled("The Journal", "The Journal", "The Journal, page 2"), "“The Journal”"),
        (titled("Sorry", "Sorry, no Alabama here", "Sorry, no Oslo here"), "“Sorry”"),
    ],
)
def test_the_heading_of_a_box_beside_the_content_loses(group: list[dict[str, str]], expected: str) -> None:
    assert patterns_of([group]) == [expected]


def test_a_heading_that_several_groups_have_loses() -> None:
    groups = [titled("Sign in", f"{kind} one", f"{kind} one") for kind in ("Item", "Post")]
    others = [pages(f"{kind} one", f"{kind} two") for kind in ("Tag", "Author")]
    assert patterns_of([*groups, *others]) == ["“Item one”", "“Post one”", "“Tag …”", "“Author …”"]


def test_what_the_pages_of_most_other_groups_begin_or_end_with_is_left_out() -> None:
    groups = [
        pages("libvirt: Storage", "libvirt: Network"),
        pages("libvirt: Module one", "libvirt: Module two"),
        pages("libvirt: Error", "libvirt: Error"),
    ]
    assert patterns_of(groups) == ["", "“libvirt: Module …”", "“libvirt: Error”"]


def test_what_is_the_words_of_a_site_is_told_on_that_site() -> None:
    kinds = ("Item", "Post", "Tag", "Author")
    one, other = (
        [pages(f"{kind} one - {site}", f"{kind} two - {site}", level="title") for kind in kinds]
        for site in ("Shop", "Blog")
    )
    hosts = ["shop.example"] * 4 + ["blog.example"] * 4
    said = [f"“{kind} …”" for kind in kinds]
    assert heading_patterns([*one, *other], hosts) == said * 2
    # Where one site has few groups, nobody can tell which words are its own.
    assert heading_patterns([*one, *other[:2]], hosts[:6]) == [*said, "", ""]
