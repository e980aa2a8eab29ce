"""Segments: what comes in is found again, by the definitions of the measures, and damage is named."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold._native import SEGMENT_VERSION, Segment, choose_bands, weighted_signatures
from pagemold.errors import CollectionError, OutputError, PagemoldError, UsageError
from tests.oracles.nearest import Bag, nearest, weighted_agreement
from tests.store.bags import BANDS, ROWS, buffers, builder, families

EVERYTHING = 2**62
some_bags = st.lists(
    st.dictionaries(st.integers(0, 2**64 - 1) | st.integers(0, 9), st.integers(1, 2**32 - 1) | st.integers(1, 3)),
    max_size=12,
)


def segment(path: Path, bags: list[Bag]) -> Segment:
    builder(bags).write(path)
    return Segment(path)


@given(bags=some_bags)
def test_every_bag_comes_out_as_it_went_in(tmp_path_factory: pytest.TempPathFactory, bags: list[Bag]) -> None:
    made = segment(tmp_path_factory.mktemp("segment") / "one", bags)
    assert made.pages == len(bags)
    assert made.bags == len({tuple(sorted(bag.items())) for bag in bags})
    assert [dict(zip(*made.bag(page), strict=True)) for page in range(len(bags))] == bags
    made.verify()


@pytest.mark.parametrize("measure", ["cosine", "jaccard"])
def test_what_is_found_has_the_score_of_the_definition(tmp_path: Path, measure: str) -> None:
    bags = families(3, families=12, each=20)
    made = segment(tmp_path / "one", bags)
    for query in Random(1).sample(bags, 30):
        effort = {"window": EVERYTHING, "candidates": EVERYTHING, "members": EVERYTHING}
        found = made.nearest(buffers([query]), len(bags), measure=measure, **effort)[0]
        expected = dict(nearest(bags, query, len(bags), measure))
        assert found == sorted(found, key=lambda hit: (-hit[1], hit[0]))
        assert all(score == pytest.approx(expected[page]) for page, score in found)


def test_nearly_all_pages_of_a_cosine_of_four_fifths_are_found(tmp_path: Path) -> None:
    bags = families(5, families=40, each=25)
    made = segment(tmp_path / "one", bags)
    met = missed = 0
    for query in Random(2).sample(bags, 60):
        found = {page for page, _ in made.nearest(buffers([query]), 100)[0]}
        near = {page for page, score in nearest(bags, query, 100, "cosine") if score >= 0.8}
        met += len(near & found)
        missed += len(near - found)
    assert met / (met + missed) >= 0.98


def test_equal_bags_are_one_and_all_their_pages_are_found(tmp_path: Path) -> None:
    bags: list[Bag] = [{1: 2}, {7: 1}, {1: 2}, {1: 2}]
    made = segment(tmp_path / "one", bags)
    assert made.bags == 2
    assert made.nearest(buffers([{1: 2}]), 2)[0] == [(0, 1.0), (2, 1.0)]
    assert made.nearest(buffers([{1: 2}]), 9)[0] == [(0, 1.0), (2, 1.0), (3, 1.0)]
    assert made.nearest(buffers([{8: 1}]), 9)[0] == []


def test_joined_segments_are_the_segment_of_all_pages(tmp_path: Path) -> None:
    bags = families(7, families=5, each=9)
    whole, parts = builder(bags), [builder(bags[:20]), builder(bags[20:])]
    joined = builder([])
    for number, part in enumerate(parts):
        part.write(tmp_path / str(number))
        joined.push_segment(Segment(tmp_path / str(number)))
    whole.write(tmp_path / "whole")
    joined.write(tmp_path / "joined")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "joined").read_bytes()


def test_the_number_of_threads_does_not_show(tmp_path: Path) -> None:
    made = builder(families(9, families=20, each=30))
    for jobs in (1, 2, 5):
        made.write(tmp_path / str(jobs), jobs)
    assert len({(tmp_path / str(jobs)).read_bytes() for jobs in (1, 2, 5)}) == 1


@given(one=st.dictionaries(st.integers(0, 40), st.integers(1, 9), min_size=1), seed=st.integers(0, 2**32))
def test_signatures_agree_as_often_as_the_weights_say(one: Bag, seed: int) -> None:
    random = Random(seed)
    other = {item: max(1, count + random.randint(-2, 2)) for item, count in one.items() if random.random() < 0.8}
    other |= {random.randint(41, 60): 1}
    spread = [{hash((item, "item")) % 2**64: count for item, count in bag.items()} for bag in (one, other)]
    first, second = weighted_signatures(buffers(spread), 2_048, 1)
    share = sum(a == b for a, b in zip(first, second, strict=True)) / 2_048
    assert share == pytest.approx(weighted_agreement(one, other), abs=0.06)


def test_bands_by_a_wanted_cosine() -> None:
    assert choose_bands(0.8, 0.98, 128) == (BANDS, ROWS)
    with pytest.raises(UsageError):
        choose_bands(1.5, 0.98, 128)


# --- files that are not what was written -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("written") / "one"
    builder(families(11, families=4, each=6)).write(path)
    return path.read_bytes()


def use(path: Path) -> None:
    """Everything that can be asked of a segment."""
    made = Segment(path)
    bag = dict(zip(*made.bag(0), strict=True))
    made.nearest(buffers([bag, {5: 1}]), 50, window=EVERYTHING, candidates=EVERYTHING, members=EVERYTHING)
    for page in range(made.pages):
        made.bag(page)
    made.verify()


def test_a_file_cut_anywhere_is_named(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "cut"
    places = {*range(200), *range(200, len(written), max(len(written) // 150, 1))}
    for length in sorted(places):
        path.write_bytes(written[:length])
        with pytest.raises(CollectionError) as raised:
            use(path)
        assert str(path) in str(raised.value)


def test_a_flipped_byte_is_never_believed(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "flipped"
    places = {*range(400), *Random(4).sample(range(len(written)), 300)}
    for place in sorted(places):
        path.write_bytes(written[:place] + bytes([written[place] ^ 0x20]) + written[place + 1 :])
        with pytest.raises(CollectionError) as raised:
            use(path)
        assert str(path) in str(raised.value)


@pytest.mark.parametrize("place", range(8, 32 + 32 * 8, 8))
def test_a_length_of_two_to_the_63_allocates_nothing(tmp_path: Path, written: bytes, place: int) -> None:
    path = tmp_path / "huge"
    path.write_bytes(written[:place] + (2**63).to_bytes(8, "little") + written[place + 8 :])
    with pytest.raises(CollectionError):
        use(path)


def test_a_newer_version_is_refused_by_name(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "newer"
    path.write_bytes(written[:8] + (SEGMENT_VERSION + 1).to_bytes(4, "little") + written[12:])
    with pytest.raises(CollectionError, match="newer Pagemold") as raised:
        Segment(path)
    assert raised.value.code == "collection_newer"


def test_what_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(PagemoldError, match="nowhere"):
        Segment(tmp_path / "nowhere")
    with pytest.raises(OutputError, match="nowhere"):
        builder([{1: 1}]).write(tmp_path / "nowhere" / "one")
    with pytest.raises(UsageError):
        builder([]).push((memoryview(b"\0" * 8 + b"\xff" * 8), *buffers([{1: 1}])[1:]))
