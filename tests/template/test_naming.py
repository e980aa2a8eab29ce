"""Names that a person would give."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.template.addresses import one_host, patterns
from pagemold.template.naming import Seen, names, undecided

Segments = dict[str, tuple[float, float]]
CHROME: Segments = {"div.site-header": (1.0, 0.2), "main": (1.0, 0.7)}


def seen(addresses: list[str], segments: Segments | None = None, *, pages: int = 10, heading: str = "") -> Seen:
    headings = [{"heading": f"{heading} {n}"} for n in range(4)] if heading else []
    return Seen(pages, addresses[0], patterns([addresses])[0], one_host(addresses), CHROME | (segments or {}), headings)


BARE = ["/a", "/b"]  # addresses that say nothing


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (seen(["/p/1", "/p/2"], {".product": (1.0, 0.0)}, heading="Tent"), "/p/*"),
        (seen(BARE, {".single-product": (1.0, 0.0)}, heading="Tent"), ".single-product"),
        (seen(BARE, {"meta[og:type=article]": (1.0, 0.0)}), "og:article"),
        (seen(BARE, {"article.item": (1.0, 0.5)}, heading="Class"), "“Class …”"),
        (seen(BARE, {"article.item": (1.0, 0.5), "svg.leaf": (1.0, 0.01)}), ".item"),
        (seen(BARE, {"div.wrapper": (1.0, 0.9), "div.post-#": (1.0, 0.6)}), "like a"),
        (seen(BARE), "like a"),
        (Seen(1), "unnamed"),
    ],
)
def test_the_first_that_says_anything(group: Seen, expected: str) -> None:
    others = [seen([f"/{n}/x", f"/{n}/y"], {"div.usual": (1.0, 0.5)}) for n in "qrs"]
    assert names([group, *others]) == [expected, "/q/*", "/r/*", "/s/*"]


def test_the_owner_of_a_name_keeps_it_and_others_are_told_apart_behind_it() -> None:
    found = names(
        [
            seen(["/p/1", "/p/2"], {"article.item": (1.0, 0.5)}, pages=100),
            seen(["/p/3", "/p/4"], {"section.sorry": (1.0, 0.5)}, pages=10),
            seen(["/q/5", "/q/6"]),
        ]
    )
    assert found == ["/p/*", "/p/* .sorry", "/q/*"]


def test_groups_of_different_hosts_are_told_apart_by_these() -> None:
    groups = [seen([f"http://{host}.example/p/{n}" for n in "12"], {".product": (1.0, 0.0)}) for host in ("a", "b")]
    assert names(groups) == ["/p/* a.example", "/p/* b.example"]


def test_where_nobody_owns_a_name_all_are_told_apart() -> None:
    found = names([seen(["/p/1", "/p/2"], {"div.item": (1.0, 0.5)}), seen(["/p/3", "/p/4"], {"div.gone": (0.9, 0.5)})])
    assert found == ["/p/* .item", "/p/* .gone"]


def test_what_stands_behind_an_address_need_only_tell_it_from_the_same_one() -> None:
    slides = [seen(["/p/1", "/p/2"], {f"div.{kind}": (1.0, 0.5)}) for kind in ("foil", "list")]
    others = [seen([f"/{n}/x", f"/{n}/y"], {"div.foil": (1.0, 0.5)}) for n in "qrs"]
    assert names([*slides, *others])[:2] == ["/p/* .foil", "/p/* .list"]


def test_what_all_groups_have_is_no_name() -> None:
    files = [["/x.html", "/y.html"], ["/z.html", "/w.html"], ["/v.html", "/u.html"]]
    groups = [
        seen(files[0], {"div.titlepage": (1.0, 0.5)}, pages=9),
        seen(files[1], {"div.titlepage": (0.5, 0.5), "div.cart": (1.0, 0.3)}, pages=8),
        seen(files[2], {"div.titlepage": (1.0, 0.5)}, pages=7),
    ]
    assert names(groups) == ["like x.html", ".cart", "like v.html"]
    assert names(groups[:1]) == [".titlepage"]
    assert names([seen(files[0])]) == ["/*.html"]  # alone it is told from nobody


def test_a_kind_of_page_that_most_groups_have_is_no_name() -> None:
    files = [[f"/{letter}.html", f"/{letter * 2}.html"] for letter in "abcd"]
    index = {"#index": (1.0, 0.1)}
    parts = [index, index, index | {".author-page": (1.0, 0.1)}, {}]
    said = ["like a.html", "like b.html", ".author-page", "like d.html"]
    assert names([seen(some, part) for some, part in zip(files, parts, strict=True)]) == said
    nearly = [index, {"#index": (0.95, 0.1)}]
    assert names([seen(some, part) for some, part in zip(files[:2], nearly, strict=True)]) == said[:2]
    # One of several may be called so.
    assert names([seen(some, part) for some, part in zip(files, [index, {}, {}, {}], strict=True)])[0] == "#index"


def test_a_group_with_nearly_all_pages_goes_by_that_unless_a_large_part_tells_it() -> None:
    addresses = ["/x.html", "/y.html"]
    assert names([seen(addresses, pages=90), seen(BARE, pages=10)], all_pages=100) == ["most pages", "like a"]
    large = seen(addresses, {"div.chapter": (1.0, 0.5)}, pages=90)
    assert names([large, seen(BARE, pages=10)], all_pages=100) == [".chapter", "like a"]
    small = seen(addresses, {"p.price": (1.0, 0.02)}, pages=90)
    assert names([small, seen(BARE, pages=10)], all_pages=100) == ["most pages", "like a"]
    assert names([seen(addresses, pages=50), seen(BARE, pages=50)], all_pages=100) == ["like x.html", "like a"]


def test_no_group_has_most_pages_where_there_are_others() -> None:
    groups = [seen(["/x.html", "/y.html"], pages=90), seen(BARE, pages=10)]
    assert names(groups) == names(groups, all_pages=900) == ["like x.html", "like a"]


def test_the_time_to_name_groups_grows_with_their_number() -> None:
    def time_of(count: int) -> float:
        groups = [Seen(1, f"/x{n}/y", f"/x{n}/*") for n in range(count)]
        began = process_time()
        names(groups, all_pages=count)
        return process_time() - began

    assert time_of(20_000) < 40 * time_of(2_000)


@pytest.mark.parametrize(
    ("examples", "expected"),
    [
        (["doc/b.html", "http://a.example/c.html?x=1"], ["like b.html", "like c.html?x=1"]),
        (["one/index.html", "two/index.html", "x"], ["like one/index.html", "like two/index.html", "like x"]),
        (["http://a.example/", "http://b.example"], ["like a.example", "like b.example"]),
        (["a" * 10_000], [f"like …{'a' * 60}"]),
    ],
)
def test_nameless_groups_go_by_their_typical_page(examples: list[str], expected: list[str]) -> None:
    assert names([Seen(1, example) for example in examples]) == expected


def test_only_groups_without_an_address_of_their_own_are_worth_a_look_at_headings() -> None:
    groups = [seen(["/p/1", "/p/2"], pages=100), seen(["/p/3", "/p/4"]), seen(BARE), seen(["/q/1", "/q/2"])]
    assert undecided(groups) == [1, 2]


@given(
    st.lists(
        st.tuples(
            st.integers(1, 9),
            st.lists(st.text(max_size=9), max_size=3),
            st.dictionaries(st.text("ab.#*(1) ", max_size=4), st.tuples(st.floats(0, 1), st.floats(0, 1))),
            st.lists(st.dictionaries(st.sampled_from(["heading", "title"]), st.text(max_size=9)), max_size=3),
        ),
        max_size=5,
    )
)
def test_no_two_names_are_alike(groups: list[tuple[int, list[str], Segments, list[dict[str, str]]]]) -> None:
    where = patterns([addresses for _, addresses, _, _ in groups])
    found = names(
        [
            Seen(pages, "".join(addresses), place, one_host(addresses), segments, headings)
            for (pages, addresses, segments, headings), place in zip(groups, where, strict=True)
        ]
    )
    assert len(set(found)) == len(groups)
    assert all(found)


def test_as_many_groups_as_there_may_be_are_told_apart() -> None:
    assert len(set(names([Seen(1)] * 20_000))) == 20_000


def test_no_name_has_anything_that_steers_a_terminal_or_is_not_seen() -> None:
    headed = {"heading": "Price\u202e list\x1b[31m", "title": "x"}
    groups = [
        Seen(9, "/1", "/\u202e/*", "a.example"),
        seen(BARE, {"div.ca\u202ert": (1.0, 0.5), ".pro\u200bduct": (1.0, 0.0)}, pages=9),
        Seen(9, "/a", headings=[headed] * 4),
        Seen(1, "http://a.example/\u2066x"),
    ]
    found = names(groups)
    assert all(map(str.isprintable, found))
    assert len(set(found)) == len(groups)
    assert "“Price list[31m”" in found


def test_a_group_whose_name_is_taken_gets_what_tells_it_and_no_number() -> None:
    pages = ["/products/1", "/products/2"]
    sorry = seen(pages, {"p.sorry": (1.0, 0.5)}, heading="Sorry about")
    others = [seen([f"/{n}/x", f"/{n}/y"]) for n in "qrs"]
    assert undecided([sorry, *others]) == []
    assert undecided([sorry, *others], {"/products/*"}) == [0]
    assert names([sorry, *others])[0] == "/products/*"
    assert names([sorry, *others], {"/products/*"})[0] == "/products/* “Sorry about …”"
    assert names([seen(pages, {"p.sorry": (1.0, 0.5)}), *others], {"/products/*"})[0] == "/products/* .sorry"
    assert names([Seen(9, "", "/products/*")], {"/products/*"}) == ["/products/* (2)"]
