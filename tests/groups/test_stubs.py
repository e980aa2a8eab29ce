"""Stubs: groups whose pages all say the same, and little."""

import pytest

import pagemold as pm
from tests.groups.test_grammar import shop

APOLOGY = (
    "<h1 class=sorry>Page not found</h1><p>We looked for article {} and it is gone. Try the search, or go home.</p>"
)


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


def test_the_flag_is_there_at_every_cut() -> None:
    clustering = pm.cluster(shop("list", 12) + walls(6))
    assert any(group.flags == ("stub",) for group in clustering.cut(1000).groups)
