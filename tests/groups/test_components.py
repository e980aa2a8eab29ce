"""Groups of fingerprints are the connected components that comparing all pairs gives, for every length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import group_fingerprints
from tests.oracles.components import components

# Few values, lengths around the split at 17 and the end at 25, and near copies: chance alone would make no neighbours.
originals = st.binary(max_size=25) | st.lists(st.sampled_from([0, 1, 3]), max_size=25).map(bytes)


@st.composite
def families(draw: st.DrawFn) -> list[bytes]:
    """A few fingerprints with copies that differ in one or two places, in any order."""
    members = []
    for original in draw(st.lists(originals, max_size=4)):
        members.append(original)
        for _ in range(draw(st.integers(0, 4))):
            place = draw(st.integers(0, len(original)))
            inserted = draw(st.binary(max_size=1))
            removed = draw(st.integers(0, 1))
            original = (original[:place] + inserted + original[place + removed :])[:25]
            members.append(original)
    return draw(st.permutations(members))


@given(families())
def test_agrees_with_all_pairs(fingerprints: list[bytes]) -> None:
    distinct = list(dict.fromkeys(fingerprints))
    assert group_fingerprints(distinct) == components(distinct)


@given(families())
def test_repeated_fingerprints_share_a_group(fingerprints: list[bytes]) -> None:
    assert group_fingerprints(fingerprints) == components(fingerprints)


CASES = [
    ([], []),
    ([b""], [0]),
    ([b"", b"\0", b"\0\0"], [0, 0, 0]),
    ([b"\0\0", b""], [0, 1]),
    ([bytes(17), bytes(18)], [0, 0]),
    ([bytes(16) + b"\1", bytes(17) + b"\1"], [0, 0]),
    ([b"\1" + bytes(24), bytes(24) + b"\1"], [0, 1]),
    ([b"\1\2" + bytes(23), b"\2" + bytes(23)], [0, 0]),
    ([b"abcd", b"wxyz", b"abXY", b"abcY"], [0, 1, 0, 0]),
]


@pytest.mark.parametrize(("fingerprints", "expected"), CASES)
def test_cases(fingerprints: list[bytes], expected: list[int]) -> None:
    assert group_fingerprints(fingerprints) == components(fingerprints) == expected
