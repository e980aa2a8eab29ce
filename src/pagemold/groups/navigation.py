"""Words that pages have because of the site they are on, and not because of what they say."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.arrow import scalar

# Pages of a group that are looked at, and the share of them that have a usual word of it.
LOOKED_AT = 8
USUAL = 0.8
# Two groups have one navigation if the other has this share of a group's usual words; what this share of such groups
# usually have is the navigation.
SHARED = 0.5
# Of the kinds of groups that have a word, so many are looked at: there may be thousands.
KINDS = 32
# The golden ratio in 64 bits: a product with it has its digits from all over the factor.
_SPREAD = 0x9E3779B97F4A7C15


def spread(count: int) -> Sequence[int]:
    """A number for each of so many rows, by no rule that their pages may follow as well."""
    factor = scalar(_SPREAD, pa.uint64())
    product = pc.multiply(pa.array(range(count), pa.uint64()), factor)
    numbers = pc.multiply(pc.bit_wise_xor(product, pc.shift_right(product, scalar(32, pa.uint64()))), factor)
    return memoryview(numbers.buffers()[1]).cast("B").cast("Q")


def scattered(rows: Iterable[int], spread: Sequence[int]) -> list[int]:
    """Some rows from all over these: those of the smallest numbers."""
    return sorted(nsmallest(LOOKED_AT, rows, key=spread.__getitem__))


def navigation(
    sketches: pa.ChunkedArray,
    rows: Mapping[int, Sequence[int]],
    asked: Mapping[int, Sequence[Sequence[int]]],
    spread: Sequence[int],
) -> dict[int, set[int]]:
    """For each group that is asked about, given by the sketches of some pages, the words of its navigation: those that
    other groups with as many words in common usually have as well. `rows` are those of the pages with little text of
    each group, from all over which some are looked at: nothing is known of pages with much.
    """
    some_rows = {number: scattered(those, spread) for number, those in rows.items()}
    words = {word for texts in asked.values() for text in texts for word in text if word}
    usual = _usual_words(sketches, some_rows, pa.array(sorted(words), pa.uint64()))
    # Groups that usually have the same words, as those of many copies of a site, are looked at once.
    kinds = Counter(usual[number] for number in sorted(usual))
    having: dict[int, list[frozenset[int]]] = {}
    for kind in kinds:
        for word in kind:
            some = having.setdefault(word, [])
            if len(some) < KINDS:
                some.append(kind)
    known = {own: _shared_words(own, kinds, having) for own in {usual.get(number, frozenset()) for number in asked}}
    return {number: known[usual.get(number, frozenset())] for number in asked}


def _shared_words(
    own: frozenset[int], kinds: Mapping[frozenset[int], int], having: Mapping[int, list[frozenset[int]]]
) -> set[int]:
    """What other groups have of these words, a group's own, that have many of them."""
    some = {own, *(kind for word in own for kind in having[word])}
    near = {kind: kinds[kind] - (kind == own) for kind in some if len(kind & own) >= SHARED * len(own)}
    times: Counter[int] = Counter()
    for kind, groups in near.items():
        for word in kind:
            times[word] += groups
    return {word for word, groups in times.items() if groups and groups >= SHARED * sum(near.values())}


def _usual_words(
    sketches: pa.ChunkedArray, rows: Mapping[int, Sequence[int]], asked: pa.Array
) -> dict[int, frozenset[int]]:
    """Of the words asked for, those that most of these pages of each group have."""
    taken = sketches.take(pa.array([row for some in rows.values() for row in some], pa.int64())).combine_chunks()
    group_of = pa.array([number for number, some in rows.items() for _ in some], pa.int64())
    pairs = pa.table({"group": group_of.take(pc.list_parent_indices(taken)), "word": pc.list_flatten(taken)})
    pairs = pairs.filter(pc.is_in(pairs["word"], asked))
    counted = pairs.group_by(["group", "word"]).aggregate([([], "count_all")])
    found: dict[int, set[int]] = {}
    for number, word, pages in zip(
        *(counted[name].to_pylist() for name in ("group", "word", "count_all")), strict=True
    ):
        if pages >= USUAL * len(rows[number]):
            found.setdefault(number, set()).add(word)
    return {number: frozenset(words) for number, words in found.items()}
