"""Stubs: groups whose pages all say the same, and little."""

from pathlib import Path

import pytest

import pagemold as pm
from tests.groups.test_grammar import shop

APOLOGY = (
    "<h1 class=sorry>Page not found</h1><p>We looked for article {} and it is gone. Try the search, or go home.</p>"
)
PLEASE = "Please sign in to go on to what you asked for."


def wrapped(body: str) -> str:
    return f"<html><body class=shop><div class=top><ul class=menu><li><a>Start</a></ul></div>{body}</body></html>"


def walls(count: int, text: str = APOLOGY) -> list[str]:
    return [wrapped(text.format(number)) for number in range(count)]


def flags_of(pages: list[str]) -> dict[tuple[str, ...], int]:
    clustering = pm.cluster(pages)
    by_group = {group.id: group.flags for group in clustering.groups}
    for label, flags in zip(clustering.labels, clustering.table()["flags"].to_pylist(), strict=True):
        assert label is not None
        assert tuple(flags) == by_group[label]  # pages carry what their group does
    return {group.flags: group.size for group in clustering.groups}


def test_many_small_pages_with_the_same_text_are_stubs() -> None:
    assert flags_of(shop("list", 12) + walls(6))[("stub",)] == 6


@pytest.mark.parametrize(
    "before", ["<h1 class=list>Archive</h1><p>All posts of this month, the newest first.</p>", APOLOGY]
)
def test_pages_that_differ_in_their_links_are_not(before: str) -> None:
    """A list of links has nothing else to say; an apology with recommendations looks the same, and is not told."""
    links = [
        "".join(f"<li><a href=/{number}/{place}>{words('post', number, 4)}{place}</a>" for place in range(6))
        for number in range(8)
    ]
    assert flags_of([wrapped(f"{before}<ul class=posts>{some}</ul>") for some in links]) == {(): 8}


def test_few_of_them_are_not() -> None:
    assert flags_of(walls(4)) == {(): 4}


@pytest.mark.parametrize("words", [12, 500])
def test_neither_different_nor_long_texts_are(words: int) -> None:
    def text(number: int) -> str:
        return " ".join(chr(97 + number) + chr(97 + place % 26) + "x" * (place // 26) for place in range(words))

    different = [wrapped(f"<h1 class=sorry>Page</h1><p>{text(number)}</p>") for number in range(8)]
    assert flags_of(different) == {(): 8}
    same = [wrapped(f"<h1 class=sorry>Page</h1><p>{text(0)}</p>") for _ in range(8)]
    assert flags_of(same) == {("stub",): 8} if words < 400 else {(): 8}


def test_a_page_that_says_nothing_is_one_alone() -> None:
    assert flags_of(["<html><body><p>ok</p></body></html>"]) == {("stub",): 1}


# Forty words that are on every page of an application.
MENU = " ".join(f"<li><a>menu{chr(97 + place % 26)}{chr(97 + place // 26)}</a>" for place in range(40))


def inside(body: str) -> str:
    return f"<html><body class=app><div class=top><ul class=menu>{MENU}</ul></div><main>{body}</main></body></html>"


def words(kind: str, number: int, count: int) -> str:
    return " ".join(f"{kind}{chr(97 + number)}{chr(97 + place)}" for place in range(count))


def test_words_of_the_navigation_say_nothing() -> None:
    def record(number: int) -> str:
        return inside(f"<dl class=record><dt>{words('label', 0, 12)}<dd>{words('value', number, 4)}</dl>")

    def other(number: int) -> str:
        return inside(f"<table class=sums><tr><td>{words('sum', number, 14)}</table><p class=end>{number}</p>")

    # Alone, records look as if they all said the same: nobody knows what is navigation.
    records, others = [record(number) for number in range(10)], [other(number) for number in range(10)]
    assert flags_of(records) == {("stub",): 10}
    assert flags_of([*records, *others]) == {(): 10}
    gone = [inside(f"<h1 class=sorry>Sorry</h1><p>{words('gone', 0, 14)} {number}</p>") for number in range(6)]
    assert flags_of([*records, *others, *gone]) == {(): 10, ("stub",): 6}


def test_a_wall_is_one_in_whatever_company() -> None:
    wall = "<form class=sign-in><h1>Sign in</h1><p>{}</p><input><input><button>Go</button></form>"
    odd = [wall.format(words("hint", number, 20)) for number in range(2)]
    long = [wall.format(" ".join(f"word{place}x{number}" for place in "abcdefghij" * 45)) for number in range(1)]
    pages = [wrapped(body) for body in [*[wall.format(PLEASE)] * 17, *odd, *long]]
    clustering = pm.cluster(pages)
    assert [(group.size, group.flags) for group in clustering.groups] == [(20, ("stub",))]
    # The pages that say something else are no stubs themselves.
    assert [list(flags) for flags in clustering.table()["flags"].to_pylist()] == [["stub"]] * 17 + [[]] * 3
    # Nor does any of them stand for the others, though all have the same paths and it comes first.
    named = [pm.Page(url=f"http://a.example/{number}", html=html) for number, html in enumerate(pages[::-1])]
    assert [group.example for group in pm.cluster(named).groups] == ["http://a.example/3"]
    half = [*pages[:10], *(wrapped(wall.format(words("other", number, 20))) for number in range(10))]
    assert {group.flags for group in pm.cluster(half).groups} == {()}


def test_each_of_several_walls_is_shown_by_a_page_of_its_own() -> None:
    pages = [
        pm.Page(
            url=f"http://{site}.example/{number}",
            html=f"<body class={site}><div class={site}-top><i></i></div><form class={site}-in><h1 class={site}-title>"
            + f"Sign in</h1><p class={site}-text>{PLEASE if number else words('hint', 0, 20)}</p></form>",
        )
        for number in range(10)
        for site in ("shop", "blog")
    ]
    found = pm.cluster(pages).groups
    assert {(group.example, group.size) for group in found} == {
        ("http://shop.example/1", 10),
        ("http://blog.example/1", 10),
    }


def test_a_wall_is_one_though_the_navigation_makes_other_pages_alike() -> None:
    def said(row: int) -> str:
        return words("hint", row % 8, 14) if row % 8 == 3 else words("sign", 0, 14)

    pages = [inside(f"<form class=sign-in><p>{said(row)}</p><input><button>Go</button></form>") for row in range(40)]
    others = [
        inside(f"<table class=sums><tr><td>{words('sum', row, 14)}</table><p class=end>{row}</p>") for row in range(10)
    ]
    clustering = pm.cluster([*pages, *others])
    assert {group.size: group.flags for group in clustering.groups} == {40: ("stub",), 10: ()}
    flags = clustering.table()["flags"].to_pylist()[:40]
    assert [row for row in range(40) if not flags[row]] == list(range(3, 40, 8))


@pytest.mark.parametrize("odd", [range(4), range(1, 5), range(36, 40), range(0, 40, 10), range(3, 40, 10)])
def test_which_pages_say_something_else_is_not_a_matter_of_where(odd: range) -> None:
    wall = "<form class=sign-in><h1>Sign in</h1><p>{}</p><input><input><button>Go</button></form>"
    said = [words("hint", row, 20) if row in odd else "Please sign in to go on to what you asked." for row in range(40)]
    clustering = pm.cluster([wrapped(wall.format(text)) for text in said])
    assert [(group.size, group.flags) for group in clustering.groups] == [(40, ("stub",))]
    flags = clustering.table()["flags"].to_pylist()
    assert [row for row in range(40) if not flags[row]] == list(odd)


def test_pages_that_are_only_alike_are_all_stubs() -> None:
    said = [f"{words('sorry', 0, 26)} {words('name', row % 20, 1)} {words('title', row % 20, 1)}" for row in range(40)]
    assert flags_of([wrapped(f"<h1>Page not found</h1><p class=sorry>{text}</p>") for text in said]) == {("stub",): 40}
    # Also where most say the very same, and the others nearly.
    assert flags_of(
        [wrapped(f"<h1>Page not found</h1><p class=sorry>{said[max(row, 35)]}</p>") for row in range(40)]
    ) == {("stub",): 40}


def test_captures_of_one_page_are_no_stubs() -> None:
    def captured(urls: list[str]) -> set[tuple[str, ...]]:
        pages = [pm.Page(url=url, html=wrapped(APOLOGY.format("one"))) for url in urls]
        return {group.flags for group in pm.cluster(pages).groups}

    assert captured(["http://a.example/"] * 8) == {()}
    assert captured([f"http://a.example/{number}" for number in range(8)]) == {("stub",)}


def test_pages_of_one_path_in_several_folders_are_several(tmp_path: Path) -> None:
    folders = [tmp_path / f"s{number}" for number in range(8)]
    for folder, wall in zip(folders, walls(8), strict=True):
        folder.mkdir()
        (folder / "index.html").write_text(wall)
    for sources in ([tmp_path], folders):
        assert [group.flags for group in pm.cluster(pm.read(*map(str, sources))).groups] == [("stub",)]
    twice = pm.read(*[str(folders[0])] * 8)
    assert [group.flags for group in pm.cluster(twice).groups] == [()]


def test_the_flag_is_there_at_every_cut() -> None:
    clustering = pm.cluster(shop("list", 12) + walls(6))
    assert any(group.flags == ("stub",) for group in clustering.cut(1000).groups)
