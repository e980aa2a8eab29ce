"""Which groups are stubs: soft 404s, sign-in walls, redirects and other pages that all say the same, and little.

A group is a stub when it has several pages, all of them with little text, and nearly the same words on each; or when
its pages hardly have any text or structure at all.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, islice

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
        seen = {number: rows[:: -(-len(rows) // LOOKED_AT)] for number, rows in members.items()}
        # One look for all groups: to take a few rows out of many batches, Arrow goes through all of them.
        looked_at = pa.array(chain.from_iterable(seen.values()), pa.int64())
        texts = iter(sketches.take(looked_at).to_pylist())
        paths = iter(pa.chunked_array(self._paths).take(looked_at).to_pylist())
        return {
            number
            for number, rows in seen.items()
            if _is_stub(len(members[number]), [*islice(texts, len(rows))], [*islice(paths, len(rows))])
        }


def _is_stub(size: int, texts: Sequence[Sequence[int]], paths: Sequence[int]) -> bool:
    """Whether a group of so many pages is, by some of them."""
    if all(len(text) <= FEW_WORDS and few <= FEW_PATHS for text, few in zip(texts, paths, strict=True)):
        return True
    if size < MANY:
        return False
    pairs = [_shared(one, other) for one, other in combinations(texts, 2)]
    return sum(pairs) >= ALIKE * len(pairs)


def _shared(one: Sequence[int], other: Sequence[int]) -> float:
    """The Jaccard similarity of two sets of words, estimated from the smallest hashes of both."""
    smallest = sorted({*one, *other})[: max(len(one), len(other))]
    both = {*one} & {*other}
    return sum(value in both for value in smallest) / len(smallest)
