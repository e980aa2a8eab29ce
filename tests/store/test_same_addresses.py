"""Which templates are one by the addresses of their pages."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagemold as pm
from pagemold.keeping import create_mold
from pagemold.store import schema
from pagemold.store.collection import Collection
from pagemold.store.difference import Change, differences
from pagemold.store.same_addresses import SharedAddresses, shared_addresses
from pagemold.store.templates import Template
from tests.groups.test_grammar import shop

BANNER = "<div class=cookies><p>We use cookies.</p><button>Fine</button></div>"


def at(folder: str, pages: Sequence[str], first: int = 0) -> list[pm.Page]:
    """Pages with addresses in a folder of a site."""
    return [pm.Page(url=f"http://a.example/{folder}/{number}", html=html) for number, html in enumerate(pages, first)]


def mold(folder: Path, pages: Sequence[pm.Page]) -> Path:
    create_mold(folder, list(pages), "grammar")
    return folder


def compared(old: Path, new: Path) -> list[Change]:
    with pm.open(old) as before, pm.open(new) as after:
        return differences(before, after).changes


def test_templates_that_a_banner_makes_as_alike_as_others_are_paired_by_address(tmp_path: Path) -> None:
    """By structure the new sale is more like the old items than the new items are, which have other classes."""
    items, lists = shop("item", 12), shop("list", 12)
    changed = [BANNER + page.replace("class=", "class=my-") for page in items]
    old = mold(tmp_path / "old.mold", at("items", items) + at("lists", lists))
    new = mold(
        tmp_path / "new.mold", at("items", changed) + at("lists", lists) + at("sale", [BANNER + it for it in items])
    )
    found = compared(old, new)
    assert [(it.kind, it.old_pages, it.new_pages) for it in found] == [("changed", 12, 12), ("born", 0, 12)]
    assert "/items/" in str(found[0].example)
    assert "/sale/" in str(found[1].example)


def test_structure_decides_where_addresses_do_not_tell(tmp_path: Path) -> None:
    items = shop("item", 12)
    old = mold(tmp_path / "old.mold", at("items", items) + at("lists", shop("list", 12)))
    banner = [BANNER + page for page in items]
    new = mold(tmp_path / "new.mold", at("goods", banner) + at("lists", shop("list", 12)))
    assert [it.kind for it in compared(old, new)] == ["changed"]


def test_a_page_that_shows_another_template_says_nothing_of_all_the_others(tmp_path: Path) -> None:
    """The site has moved, and one of the old addresses has the template of the items now."""
    items, lists = shop("item", 60), shop("list", 1)
    old = mold(tmp_path / "old.mold", at("items", items) + at("about", lists))
    goods = [BANNER + page for page in items]
    new = mold(tmp_path / "new.mold", at("goods", goods[1:]) + at("about", goods[:1]))
    found = compared(old, new)
    assert [(it.kind, it.old_pages, it.new_pages) for it in found] == [("changed", 60, 60), ("died", 1, 0)]


def test_paths_are_addresses_where_there_are_no_urls(tmp_path: Path) -> None:
    for name in ("old", "new"):
        for number, html in enumerate(shop("list", 4)):
            file = tmp_path / name / f"{number}.html"
            file.parent.mkdir(exist_ok=True)
            file.write_text(html)
        create_mold(tmp_path / f"{name}.mold", pm.read(str(tmp_path / name)), "grammar")
    with pm.open(tmp_path / "old.mold") as old, pm.open(tmp_path / "new.mold") as new:
        assert list(shared_addresses(old, new).both.values()) == [4]


def template(id: str, *flags: str) -> Template:
    return Template(id, None, 1, False, None, None, None, flags=flags)


def sharing(shared: Mapping[str, int], more: Mapping[str, int] | None = None) -> SharedAddresses:
    """Templates that are letters, small ones old and capital ones new; some of them have `more` addresses."""
    old, new = Counter[str](), Counter[str]()
    for it, count in shared.items():
        old[it[0]] += count
        new[it[1]] += count
    for it, count in (more or {}).items():
        (old if it.islower() else new)[it] += count
    return SharedAddresses(old, new, Counter({(it[0], it[1]): count for it, count in shared.items()}))


def paired(shared: Mapping[str, int], *stubs: str, more: Mapping[str, int] | None = None) -> dict[str, str]:
    found = sharing(shared, more)
    old, new = (
        {it: template(it, *(["stub"] if it in stubs else [])) for it in some} for some in (found.old, found.new)
    )
    return found.pairs(old, new)


@pytest.mark.parametrize(
    ("shared", "pairs"),
    [
        ({"aA": 90, "aB": 10, "bB": 80, "bA": 20}, "aA bB"),  # Some pages moved.
        ({"aA": 40, "aB": 30, "aC": 30}, "aA"),  # Torn: the largest part is what it was.
        ({"aA": 35, "bA": 33, "cA": 32}, "aA"),  # Joined: it is what most of its pages were.
        ({"aA": 50, "aB": 50}, ""),  # No part is the larger one.
        ({"aA": 5, "aB": 95, "bB": 300}, "bB"),  # Most of it went into another; what is left is not it.
        ({"aA": 10, "aB": 9, "aC": 9, "bA": 9, "cA": 9}, ""),  # All mixed.
    ],
)
def test_each_must_be_the_best_of_the_other(shared: Mapping[str, int], pairs: str) -> None:
    assert paired(shared) == {it[0]: it[1] for it in pairs.split()}


@pytest.mark.parametrize(
    ("count", "more", "are_one"),
    [
        (3, {"a": 2, "A": 97}, True),  # Most of a small one are in a large one: the site has grown.
        (3, {"a": 3, "A": 97}, False),
        (3, {"a": 197, "A": 97}, False),  # Three pages of two hundred show another template now.
        (2, {"a": 1, "A": 1}, True),
        (1, {"A": 59}, False),  # A page of its own has got the template of many.
        (1, {}, True),
    ],
)
def test_most_of_the_smaller_one_must_be_shared(count: int, more: dict[str, int], are_one: bool) -> None:
    assert paired({"aA": count}, more=more) == ({"a": "A"} if are_one else {})
    assert paired({"aA": count}, more={it.swapcase(): n for it, n in more.items()}) == ({"a": "A"} if are_one else {})


def test_pages_that_became_stubs_are_not_what_they_were() -> None:
    assert paired({"aA": 90, "bA": 10}, "A") == {}
    assert paired({"aA": 90, "bA": 10}, "a", "A") == {"a": "A"}


def test_templates_whose_pages_are_known_to_be_others_are_strangers() -> None:
    rest = {"a": 40, "A": 39, "b": 39, "B": 40, "c": 50, "C": 50}
    found = sharing({"aA": 60, "bB": 60, "cC": 50, "bA": 1}, rest).strangers()
    assert ("a", "B") in found
    assert ("b", "A") not in found
    # Half of the pages are new, or gone: structure may tell that it is the other.
    assert ("a", "C") not in found
    assert ("c", "B") not in found


@given(st.dictionaries(st.sampled_from([a + b for a in "abc" for b in "ABC"]), st.integers(1, 9), min_size=1))
def test_pairs_by_address_are_those_of_the_definition(shared: dict[str, int]) -> None:
    def is_pair(pair: str, count: int) -> bool:
        row = [n for other, n in shared.items() if other != pair and other[0] == pair[0]]
        column = [n for other, n in shared.items() if other != pair and other[1] == pair[1]]
        is_best = all(n < count for n in row + column)
        is_most = [count > sum(row), count > sum(column)]
        return is_best and (any(is_most) if count >= 3 else all(is_most))

    assert paired(shared) == {it[0]: it[1] for it, count in shared.items() if is_pair(it, count)}


class Stored:
    """The database of a collection, with pages that have an address and a template; `y` is merged into `z`."""

    folder = "made.mold"

    def __init__(self, pages: Sequence[tuple[str | None, str | None, str]]) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.executescript(schema.TABLES)
        templates = [(1, "x", 1), (2, "y", 3), (3, "z", 3)]
        self._connection.executemany(
            "INSERT INTO templates (number, id, shown_as, made_by) VALUES (?, ?, ?, '')", templates
        )
        rows = [(number, number, url, path, "xyz".index(of) + 1) for number, (url, path, of) in enumerate(pages)]
        columns = "(id, key, url, path, template, source, offset, length, size, flags)"
        self._connection.executemany(f"INSERT INTO pages {columns} VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 0)", rows)


NAMES = st.none() | st.sampled_from(["", "a", "ab", "a\0b", "b", "é", "\U0001f600", "\uffff"])
STORED = st.lists(st.tuples(NAMES, NAMES, st.sampled_from("xyz")))


@given(STORED, STORED)
def test_shared_addresses_are_those_of_the_definition(
    old: list[tuple[str | None, str | None, str]], new: list[tuple[str | None, str | None, str]]
) -> None:
    def template_of(address: str, pages: list[tuple[str | None, str | None, str]]) -> str | None:
        """The one that all pages of an address have, if they do."""
        found = {"z" if of == "y" else of for url, path, of in pages if (path if url is None else url) == address}
        return found.pop() if len(found) == 1 else None

    addresses = {name for url, path, _ in old + new for name in (url, path) if name is not None}
    both = [(template_of(it, old), template_of(it, new)) for it in addresses]
    wanted = Counter((one, other) for one, other in both if one is not None and other is not None)
    found = shared_addresses(cast(Collection, Stored(old)), cast(Collection, Stored(new)))
    assert found.both == wanted
    assert found.old == Counter(one for one, _ in both if one is not None)
    assert found.new == Counter(other for _, other in both if other is not None)
