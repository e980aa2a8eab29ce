"""Stubs against their definition, over sketches, groups and addresses of any kind."""

from random import Random

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemold.arrow import PAGE_SCHEMA
from pagemold.groups.stubs import ShortTexts
from tests.oracles import stubs as oracle

# The longest sketch, without its zero.
WORDS = 32


def hashes(chance: Random, count: int) -> list[int]:
    return [chance.randrange(1, 2**64) for _ in range(count)]


def texts(chance: Random, menu: list[int]) -> list[list[int]]:
    """Those of a group: words that most of its pages have, a few of each page alone, now and then other ones."""
    usual = [*menu, *hashes(chance, chance.choice([0, 4, 7, 8, 10, 19, 40]))]
    own, odd = chance.choice([0, 0, 1, 1, 2, 3]), chance.choice([0.0, 0.1, 0.25])
    return [text(chance, usual, own, odd) for _ in range(chance.choice([1, 4, 5, 9, 12, 15]))]


def text(chance: Random, usual: list[int], own: int, odd: float) -> list[int]:
    if chance.random() < odd:
        usual = usual[: chance.choice([0, len(usual) // 2, len(usual) - 1, len(usual)])]
        own = chance.choice([1, 2, 5, 9])
        if chance.random() < 0.2:
            return []
    return [0, *sorted({*usual, *hashes(chance, own)})[:WORDS]]


@st.composite
def some_pages(draw: st.DrawFn) -> list[oracle.Page]:
    """Pages of a few groups, mixed; those of several have a menu in common."""
    chance = Random(draw(st.integers(0, 2**32)))
    groups = draw(st.sampled_from([1, 3, 5]))
    menu = hashes(chance, draw(st.sampled_from([0, 8, 20, 26])))
    places = draw(st.sampled_from([4, 1000, 1000]))
    said = [
        (number, text)
        for number in [None, *range(groups)]
        for text in texts(chance, menu[: chance.choice([0, len(menu) // 2, len(menu), len(menu), len(menu)])])
    ]
    chance.shuffle(said)
    return [page(chance, number, text, places) for number, text in said]


def page(chance: Random, group: int | None, said: list[int], places: int) -> oracle.Page:
    source = chance.choice([None, "a", "b"])
    path = chance.choice([None, f"{chance.randrange(places)}.html"])
    offset = 0 if source is None else chance.randrange(places)
    url = chance.choice([None, f"http://{chance.randrange(places)}/"])
    return oracle.Page(group, said, chance.choice([5, 40, 40, 40, 41]), url, (source, path, offset))


def found(pages: list[oracle.Page], at_once: int) -> tuple[set[int], set[int]]:
    short = ShortTexts()
    for start in range(0, len(pages), at_once):
        some = pages[start : start + at_once]
        sketches = pa.array([page.text for page in some], pa.large_list(pa.uint64()))
        short.add(sketches, pa.array([page.paths for page in some], pa.int64()))
    columns = {name: pa.nulls(len(pages), PAGE_SCHEMA.field(name).type) for name in PAGE_SCHEMA.names}
    columns["url"] = pa.array([page.url for page in pages], pa.large_utf8())
    for name, values in zip(
        ("source", "path", "offset"), zip(*(page.place for page in pages), strict=True), strict=True
    ):
        columns[name] = pa.array(values, pa.large_utf8() if name != "offset" else pa.uint64())
    return short.stubs(pa.array([page.group for page in pages], pa.uint32()), pa.table(columns))


@settings(deadline=None, max_examples=200)
@given(some_pages(), st.sampled_from([7, 1000]))
def test_stubs_are_those_of_the_definition(pages: list[oracle.Page], at_once: int) -> None:
    assert found(pages, at_once) == oracle.stubs(pages)


def of_one_group(texts: list[list[int]]) -> list[oracle.Page]:
    return [oracle.Page(0, text, 100, f"http://{row}/", (None, None, 0)) for row, text in enumerate(texts)]


def test_exactly_four_of_five_words_are_enough() -> None:
    pages = of_one_group([[0, 1, 2, 3, 10 + row] for row in range(5)])
    assert found(pages, 5) == oracle.stubs(pages) == ({0}, set())


def test_what_is_usual_is_said_whichever_page_is_first() -> None:
    usual = [0, *range(1000, 1020)]
    one_word_more = [sorted([*usual, row]) for row in range(1, 8)]
    pages = of_one_group([*one_word_more, usual, usual, []])
    assert found(pages, 10) == oracle.stubs(pages) == ({0}, {9})
