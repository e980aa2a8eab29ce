"""Groups while pages arrive: any order, any batches, asked at any time, the same groups; pages are not kept."""

from hypothesis import given
from hypothesis import strategies as st

from pagemold.arrow import flag_bits
from pagemold.groups import FingerprintGroups
from tests.groups.test_fingerprint import batch
from tests.oracles.components import components

Page = tuple[str, bytes, int]
entries = st.lists(st.integers(0, 2), max_size=5).map(bytes)
flags = st.sampled_from([0, 0, 0, flag_bits("no_structure"), flag_bits("depth")])
pages = st.lists(st.tuples(entries, flags), max_size=60).map(
    lambda rows: [(str(number), fingerprint, flag) for number, (fingerprint, flag) in enumerate(rows)]
)


def streamed(parts: list[list[Page]], *, curious: bool = False) -> tuple[FingerprintGroups, dict[str, str | None]]:
    """The stream, and the group of each page by its name; a curious caller asks for groups after every batch."""
    import pyarrow as pa

    stream = FingerprintGroups()
    numbers = []
    for part in parts:
        numbers.append(stream.add(batch(part)))
        if curious:
            stream.groups()
    names = [name for part in parts for name, _, _ in part]
    ids = stream.spelled(pa.chunked_array(numbers, pa.int32()))[0].to_pylist()
    return stream, dict(zip(names, ids, strict=True))


@given(pages, st.permutations(range(60)), st.integers(1, 20))
def test_any_order_and_any_batches(rows: list[Page], order: list[int], step: int) -> None:
    whole, labels = streamed([rows])
    turned = [rows[place] for place in order if place < len(rows)]
    parts = [turned[start : start + step] for start in range(0, len(turned), step)]
    other, other_labels = streamed(parts, curious=True)
    assert other_labels == labels
    assert [(g.id, g.size, g.share, g.fingerprint) for g in other.groups()] == [
        (g.id, g.size, g.share, g.fingerprint) for g in whole.groups()
    ]
    assert (len(other), other.pages) == (len(whole), len(rows))


@given(pages)
def test_groups_are_components(rows: list[Page]) -> None:
    _, labels = streamed([rows[:7], rows[7:]])
    usable = [row for row in rows if row[1] and row[2] != flag_bits("no_structure")]
    expected = components([fingerprint for _, fingerprint, _ in usable])
    found = [labels[name] for name, _, _ in usable]
    order = {label: number for number, label in enumerate(dict.fromkeys(found))}
    assert [order[label] for label in found] == expected
    assert all(labels[name] is None for name, *_ in set(rows) - set(usable))


def test_groups_can_be_asked_for_at_any_time_and_merge() -> None:
    stream = FingerprintGroups()
    assert stream.groups() == ()
    stream.add(batch([("a", b"\0\0", 0), ("b", b"\1\1", 0), ("c", b"\1\1", 0)]))
    assert [group.size for group in stream.groups()] == [2, 1]
    stream.add(batch([("bridge", b"\0\1", 0)]))
    (only,) = stream.groups()
    assert (only.size, only.share, only.example) == (4, 1.0, "a")


def test_memory_grows_with_distinct_fingerprints_and_not_with_pages() -> None:
    stream = FingerprintGroups()
    rows = [(str(number), bytes([number % 50, 1, 2]), 0) for number in range(500)]
    stream.add(batch(rows))
    once, distinct = stream.memory_bytes, len(stream)
    for _ in range(20):
        stream.add(batch(rows))
    assert (stream.memory_bytes, len(stream), stream.pages) == (once, distinct, 10_500)
