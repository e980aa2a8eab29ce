"""Entropy of both parts of a split: against numbers worked out by hand and against the definition."""

import itertools
from collections import Counter
from math import isclose, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.errors import UsageError
from pagemold.index import best_split, split_entropies

samples = st.lists(st.lists(st.integers(0, 3), max_size=6).map(bytes), min_size=1, max_size=30)


@given(samples)
def test_entropies_are_shannons(sample: list[bytes]) -> None:
    found = split_entropies(sample)
    assert [row.split for row in found] == list(range(max(map(len, sample)) + 1))
    for split, prefix, suffix in found:
        for parts, bits in (([e[:split] for e in sample], prefix), ([e[split:] for e in sample], suffix)):
            expected = sum(n / len(parts) * log2(len(parts) / n) for n in Counter(parts).values())
            assert isclose(bits, expected, abs_tol=1e-9)


@given(samples)
def test_a_longer_part_tells_no_less(sample: list[bytes]) -> None:
    found = split_entropies(sample)
    assert found[0].prefix == found[-1].suffix == 0
    assert all(a.prefix <= b.prefix + 1e-9 for a, b in itertools.pairwise(found))
    assert all(a.suffix >= b.suffix - 1e-9 for a, b in itertools.pairwise(found))


@given(samples)
def test_order_changes_nothing(sample: list[bytes]) -> None:
    assert split_entropies(sample) == split_entropies(sample[::-1])


def test_break_even() -> None:
    assert best_split(["lzw1:000001", "lzw1:000002", "lzw1:000101", "lzw1:000102"]) == 2
    assert best_split([b"same", b"same"]) == 0
    assert best_split([b""]) == 0


def test_no_fingerprint() -> None:
    assert [tuple(row) for row in split_entropies([])] == [(0, 0.0, 0.0)]
    with pytest.raises(UsageError, match="no fingerprint"):
        best_split([])
