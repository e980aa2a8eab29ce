"""Groups by fingerprint: ids from content, order by size, and nobody without structure."""

from collections.abc import Sequence

import pyarrow as pa
import pytest

from pagemold.arrow import PAGE_SCHEMA, flag_bits
from pagemold.clustering import Group
from pagemold.groups import fingerprint
from pagemold.groups.fingerprint import group_by_fingerprint


def batch(pages: Sequence[tuple[str, bytes, int]]) -> pa.RecordBatch:
    """Rows with a URL, a fingerprint and flags; everything else unknown."""
    columns = {name: pa.nulls(len(pages), PAGE_SCHEMA.field(name).type) for name in PAGE_SCHEMA.names}
    columns["url"] = pa.array([url for url, _, _ in pages], pa.large_utf8())
    columns["flags"] = pa.array([flags for _, _, flags in pages], pa.uint16())
    columns["fingerprint"] = pa.array([entries for _, entries, _ in pages], pa.large_binary())
    return pa.RecordBatch.from_pydict(columns)


def group(*batches: Sequence[tuple[str, bytes, int]]) -> tuple[list[str | None], tuple[Group, ...]]:
    rows, groups = group_by_fingerprint([batch(pages) for pages in batches])
    return rows["group"].to_pylist(), groups


NEAR = [("a", b"\x00\x00\x01", 0), ("b", b"\x00\x00\x01", 0), ("c", b"\x00\x00\x02", 0), ("d", b"\x09\x09\x09", 0)]


def test_near_fingerprints_are_one_group() -> None:
    labels, groups = group(NEAR)
    assert labels[0] == labels[1] == labels[2] != labels[3]
    assert [(found.size, found.share, found.example) for found in groups] == [(3, 0.75, "a"), (1, 0.25, "d")]
    assert groups[0].fingerprint == "lzw1:000001"


def test_ids_come_from_content() -> None:
    # What b2sum says about the three bytes of the commonest fingerprint.
    _, groups = group(NEAR)
    assert [found.id for found in groups] == ["fb2e20da30a", "ffbc2664f77"]


def test_order_and_batching_change_nothing_but_the_example() -> None:
    labels, groups = group(NEAR)
    turned_labels, turned = group(NEAR[2:][::-1], NEAR[:2][::-1])
    assert turned_labels == labels[::-1]
    assert [found.id for found in turned] == [found.id for found in groups]
    assert [found.example for found in turned] == ["c", "d"]


def test_the_smaller_fingerprint_names_the_group_on_a_tie() -> None:
    _, groups = group([("a", b"\x00\x02", 0), ("b", b"\x00\x01", 0)])
    assert groups[0].fingerprint == "lzw1:0001"


def test_groups_of_one_size_are_ordered_by_id() -> None:
    _, groups = group([(str(number), bytes([number] * 9), 0) for number in range(20)])
    assert [found.id for found in groups] == sorted(found.id for found in groups)


@pytest.mark.parametrize("flag", ["no_structure", "failed"])
def test_pages_without_structure_have_no_group_and_join_none(flag: str) -> None:
    # The middle one would be the bridge between the other two.
    pages = [("a", b"\x00\x00", 0), ("bridge", b"\x00\x01", flag_bits(flag)), ("b", b"\x01\x01", 0), ("empty", b"", 0)]
    labels, groups = group(pages)
    assert labels[1] is None
    assert labels[3] is None
    assert len(groups) == 2


def test_other_flags_do_not_matter() -> None:
    labels, _ = group([("a", b"\x00", flag_bits("depth", "size")), ("b", b"\x00", 0)])
    assert labels[0] == labels[1]


def test_ids_grow_where_they_would_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "DIGITS", 1)
    labels, groups = group([(str(number), bytes([number] * 9), 0) for number in range(40)])
    ids = [found.id for found in groups]
    assert len(set(ids)) == len(ids) == 40
    assert set(labels) == set(ids)
    assert max(len(id) for id in ids) > 2
    assert not any(other != id and other.startswith(id) for id in ids for other in ids)


def test_rows_keep_the_schema_and_the_fingerprint_in_words() -> None:
    rows, _ = group_by_fingerprint([batch(NEAR)])
    assert rows.select(PAGE_SCHEMA.names).schema == PAGE_SCHEMA
    assert rows["fingerprint"].to_pylist() == ["lzw1:000001", "lzw1:000001", "lzw1:000002", "lzw1:090909"]


def test_no_page() -> None:
    rows, groups = group_by_fingerprint([])
    assert (rows.num_rows, groups) == (0, ())
    assert rows.column_names == [*PAGE_SCHEMA.names, "group", "fingerprint"]
