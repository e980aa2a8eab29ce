"""The class that tells a group from its neighbours."""

import pytest

from pagemold.template.telling import telling

Parts = dict[str, tuple[float, float]]
FRAME: Parts = {"div.masthead": (1.0, 0.1), "main": (1.0, 0.8)}


def best(*groups: Parts, sites: list[str] | None = None) -> list[str]:
    """For each group the class of the best grade that has one."""
    graded = telling([FRAME | group for group in groups], sites or [""] * len(groups), [True] * len(groups))
    return [next(filter(None, names), "") for names in zip(*graded, strict=True)]


def part(name: str, share: float = 1.0, held: float = 0.5) -> Parts:
    return {name: (share, held)}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (part("div.chapter"), part("div.index"), [".chapter", ".index"]),
        (part("div.chapter"), part("li.chapter"), ["div.chapter", "li.chapter"]),
        (part("div.sect#"), part("p.note"), [".sect#", ".note"]),
        (part("div.titlepage"), part("div.titlepage", 0.3), ["", ""]),  # too many of the neighbour's pages have it
        (part("div.titlepage"), part("div.titlepage", 0.2), [".titlepage", ""]),
        (part("div.part", 0.7), part("p.rare", 0.3), [".part", ""]),
        (part("i.leaf", held=0.001), part("div.wrapper"), ["", ""]),
        (part("div.sphinxsidebarwrapper"), part("p.m-auto"), ["", ""]),
        (part("i.fa-angle-left"), part("div.x#y"), ["", ""]),
        (part("ul.a", held=0.02) | part("ul.b", held=0.3), {}, [".b", ""]),
        (part("ul.small", held=0.9) | part("ul.b", 0.6), {}, [".b", ""]),
    ],
)
def test_what_neighbours_lack(one: Parts, other: Parts, expected: list[str]) -> None:
    assert best(one, other) == expected
    assert best(other, one) == expected[::-1]


def test_neighbours_are_those_of_the_same_site() -> None:
    groups = [part("p.a"), part("p.b"), part("p.a"), part("p.c")]
    assert best(*groups) == ["", ".b", "", ".c"]
    assert best(*groups, sites=["x", "x", "y", "y"]) == [".a", ".b", ".a", ".c"]
    # What all groups of a site have tells none of them, however many other sites there are.
    others = [part(f"p.o{n}") for n in range(50)]
    sites = ["x", "x", *(f"o{n // 2}" for n in range(50))]
    assert best(part("p.frame"), part("p.frame"), *others, sites=sites)[:2] == ["", ""]


def test_among_many_neighbours_one_in_ten_may_have_it_too() -> None:
    many = [part(f"p.n{n}") for n in range(45)]
    assert best(part("p.twin"), part("p.twin"), *many)[:2] == [".twin", ".twin"]
    few = many[:5]
    assert best(part("p.twin"), part("p.twin"), *few)[:2] == ["", ""]


def test_only_groups_that_are_asked_about_get_an_answer() -> None:
    assert telling([part("p.a"), part("p.b")], ["", ""], [False, True])[0] == ["", ".b"]
    assert telling([], [], []) == [[], [], []]
