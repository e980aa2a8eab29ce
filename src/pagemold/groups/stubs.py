"""Which groups are stubs: soft 404s, sign-in walls, redirects and other pages that all say the same, and little.

A group is a stub when it has several pages, all of them with little text, and nearly the same words on each; or when
its pages hardly have any text or structure at all.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import pyarrow as pa
import pyarrow.compute as pc

# The sketch of a page's words; empty where it has many, only a zero where it has none.
FEATURE = "short_text"
# Pages that a group of stubs has at least, and how many are looked at.
MANY = 5
LOOKED_AT = 8
# The share of their words that two of its pages have in common, in the mean.
ALIKE = 0.8
# A page with fewer words and paths than this says nothing.
FEW_WORDS = 8
FEW_PATHS = 40


class ShortTexts:
    """The sketches of all pages, and how many distinct paths each has, in the order of the pages."""

    def __init__(self) -> None:
        self._sketches: list[pa.Array] = []
        self._paths: list[pa.Array] = []

    def add(self, sketches: pa.Array, paths: pa.Array) -> None:
        """Those of a batch."""
        self._sketches.append(sketches)
        self._paths.append(paths.cast(pa.int32()))

    def stubs(self, groups: pa.Array, wanted: Iterable[int]) -> set[int]:
        """Which of these groups are stubs; `groups` has the number of each page's, or null."""
        if not self._sketches:
            return set()
        sketches = pa.chunked_array(self._sketches)
        lengths = pc.list_value_length(sketches)
        # Most groups have pages with much text: they need no closer look.
        short = pc.fill_null(pc.greater(lengths, 0), False).combine_chunks()
        table = pa.table({"group": groups, "short": short.cast(pa.int32())})
        counted = table.group_by("group").aggregate([("short", "min")])
        all_short = {row["group"] for row in counted.to_pylist() if row["short_min"]} & set(wanted)
        if not all_short:
            return set()
        members: dict[int, list[int]] = {number: [] for number in all_short}
        for row, number in enumerate(groups.to_pylist()):
            if number in members:
                members[number].append(row)
        paths = pa.chunked_array(self._paths)
        return {number for number, rows in members.items() if _is_stub(rows, sketches, paths)}


def _is_stub(rows: Sequence[int], sketches: pa.ChunkedArray, paths: pa.ChunkedArray) -> bool:
    seen = rows[:: -(-len(rows) // LOOKED_AT)]
    texts = sketches.take(seen).to_pylist()
    bare = [
        len(text) <= FEW_WORDS and few <= FEW_PATHS
        for text, few in zip(texts, paths.take(seen).to_pylist(), strict=True)
    ]
    if all(bare):
        return True
    if len(rows) < MANY:
        return False
    pairs = [_shared(one, other) for one, other in combinations(texts, 2)]
    return sum(pairs) >= ALIKE * len(pairs)


def _shared(one: Sequence[int], other: Sequence[int]) -> float:
    """The Jaccard similarity of two sets of words, estimated from the smallest hashes of both."""
    smallest = sorted({*one, *other})[: max(len(one), len(other))]
    both = {*one} & {*other}
    return sum(value in both for value in smallest) / len(smallest)
