"""The split index against brute force: any length, any split, any order of inserting and asking."""

import itertools
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.errors import UsageError
from pagemold.index import SplitIndex
from tests.oracles.split_index import within_one

entries = st.binary(max_size=30) | st.lists(st.integers(0, 2), max_size=27).map(bytes)
splits = st.integers(0, 30) | st.just(2**32 - 1)


@st.composite
def relatives(draw: st.DrawFn, most: int = 200) -> list[bytes]:
    """A few fingerprints, and others that are some edits away from one that came before."""
    known = draw(st.lists(entries, min_size=1, max_size=4))
    for _ in range(draw(st.integers(0, most))):
        new = bytearray(draw(st.sampled_from(known)))
        for _ in range(draw(st.integers(0, 2))):
            place, entry = draw(st.integers(0, len(new))), draw(st.integers(0, 3))
            new[place : place + draw(st.integers(0, 1))] = bytes([entry] * draw(st.integers(0, 1)))
        known.append(bytes(new))
    return known


def asked(index: SplitIndex, queries: list[bytes]) -> list[list[int]]:
    offsets, ids = index.within_one(queries)
    found, places = ids.to_pylist(), offsets.to_pylist()
    return [found[start:end] for start, end in itertools.pairwise(places)]


@given(relatives(), st.lists(entries, max_size=5), splits)
def test_it_finds_what_brute_force_finds(known: list[bytes], others: list[bytes], split: int) -> None:
    index = SplitIndex(split)
    distinct = list(dict.fromkeys(known))
    assert index.insert(known).to_pylist() == [distinct.index(given) for given in known]
    assert len(index) == len(distinct)
    queries = [*distinct[-20:], *others]
    assert asked(index, queries) == [within_one(distinct, query) for query in queries]


@given(relatives(most=100), st.integers(1, 7), splits)
def test_it_may_be_asked_between_insertions(known: list[bytes], step: int, split: int) -> None:
    index = SplitIndex(split)
    stored: dict[bytes, None] = {}
    for start in range(0, len(known), step):
        part = known[start : start + step]
        assert asked(index, part) == [within_one(list(stored), query) for query in part]
        index.insert(part)
        stored |= dict.fromkeys(part)


@pytest.mark.parametrize("split", [0, 1, 17, 24, 25, 26])
@pytest.mark.parametrize("length", [0, 1, 2, 16, 17, 18, 24, 25, 26, 100, 255])
def test_every_edit_at_every_place_is_found(length: int, split: int) -> None:
    middle = bytes(place * 7 % 251 for place in range(length))
    near = [middle[:place] + bytes([252]) + middle[place:] for place in range(length + 1)]
    near += [middle[:place] + bytes([252]) + middle[place + 1 :] for place in range(length)]
    near += [middle[:place] + middle[place + 1 :] for place in range(length)]
    index = SplitIndex(split)
    index.insert([*near, b"\xff" * (length + 5)])
    assert asked(index, [middle]) == [list(range(len(near)))]
    index = SplitIndex(split)
    index.insert([middle, *(bytes([253] * 40 + [number]) for number in range(100))])
    assert asked(index, near) == [[0]] * len(near)


def test_strings_and_bytes_are_the_same() -> None:
    index = SplitIndex()
    assert index.insert(["lzw1:0001", b"\0\1", "lzw1:"]).to_pylist() == [0, 0, 1]
    assert asked(index, [b"\0"]) == [[0, 1]]


@pytest.mark.parametrize("wrong", ["0001", "lzw1:000", "lzw1:xy", "lzw2:00", ""])
def test_a_wrong_string_is_refused_and_nothing_stored(wrong: str) -> None:
    index = SplitIndex()
    with pytest.raises(UsageError, match="not a fingerprint"):
        index.insert([b"\0", wrong])
    assert len(index) == 0


@pytest.mark.parametrize("split", [-1, 2**32])
def test_a_wrong_split_is_refused(split: int) -> None:
    with pytest.raises(UsageError, match="split"):
        SplitIndex(split)


def test_nothing_stored_and_nothing_asked() -> None:
    index = SplitIndex(3)
    assert asked(index, [b"", b"\0"]) == [[], []]
    assert asked(index, []) == []
    assert index.insert([]).to_pylist() == []
    assert (len(index), index.split, repr(index)) == (0, 3, "SplitIndex(split=3, fingerprints=0)")


def test_memory_is_counted() -> None:
    index = SplitIndex()
    empty = index.memory_bytes
    index.insert([number.to_bytes(25, "big") for number in range(10_000)])
    assert empty < 1_000 < 10_000 * 29 < index.memory_bytes <= 10_000 * 64


def test_threads_may_ask_while_others_insert() -> None:
    index = SplitIndex()
    prints = [number.to_bytes(3, "big") * 8 for number in range(4_000)]
    wrong: list[object] = []

    def ask() -> None:
        while len(index) < len(prints):
            known = len(index)
            wrong.extend(found for found in asked(index, prints[:known][-20:]) if len(found) != 1)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    asking = [threading.Thread(target=ask) for _ in range(2)]
    for thread in asking:
        thread.start()
    for start in range(0, len(prints), 50):
        index.insert(prints[start : start + 50])
    for thread in asking:
        thread.join()
    sys.setswitchinterval(interval)
    assert wrong == []
