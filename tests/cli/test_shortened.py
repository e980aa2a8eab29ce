"""Names in tables are short, and as different as they are."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.cli.shortened import cells, padded, shortened


@pytest.mark.parametrize(
    ("names", "room", "expected"),
    [
        (["/a/*", "/b/*"], 4, ["/a/*", "/b/*"]),
        (["/products/* “Sorry, we cannot find …”"], 20, ["/products/…t find …”"]),
        # What only the middle tells apart begins where they differ, with the whole word.
        (["a/b/c/d/device/e/f/g/h.html", "a/b/c/d/detail/e/f/g/h.html"], 14, ["…device/e/f/g…", "…detail/e/f/g…"]),
        (["x" * 20 + "1" + "y" * 20, "x" * 20 + "2" + "y" * 20], 10, ["xxxxx… (1)", "xxxxx… (2)"]),
        (["名前" * 10], 9, ["名前…前名"[:3] + "名前"]),
    ],
)
def test_long_names_are_cut_where_they_tell_least(names: list[str], room: int, expected: list[str]) -> None:
    assert shortened(names, [room] * len(names)) == expected


@given(st.lists(st.text("ab/名", max_size=40), max_size=12), st.integers(12, 30))
def test_names_that_differ_are_shown_differently_and_in_their_room(names: list[str], room: int) -> None:
    found = shortened(names, [room] * len(names))
    assert len(set(found)) == len(set(names))
    assert all(cells(name) <= room for name in found)
    assert len({cells(name) for name in padded(names)}) <= 1


def test_thousands_of_names_that_look_alike_are_told_apart_quickly() -> None:
    names = ["x" * 100 + f"{number:05}" + "y" * 100 for number in range(5_000)]
    began = time.process_time()
    found = shortened(names, [40] * len(names))
    assert time.process_time() - began < 2
    assert len(set(found)) == len(names)
    assert max(map(cells, found)) == 40
    assert found[9::4_990] == ["x" * 34 + "… (10)", "x" * 32 + "… (5000)"]


def test_a_name_that_is_there_twice_has_one_number() -> None:
    one, other = "x" * 20 + "1" + "y" * 20, "x" * 20 + "2" + "y" * 20
    assert shortened([one, other, one, "xxxxx… (1)"], [10] * 4) == [
        "xxxxx… (2)",
        "xxxxx… (3)",
        "xxxxx… (2)",
        "xxxxx… (1)",
    ]
