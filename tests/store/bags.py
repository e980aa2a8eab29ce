"""Bags of tests as the buffers that segments take."""

from array import array
from collections.abc import Sequence
from random import Random

from pagemold._native import SegmentBuilder
from tests.oracles.nearest import Bag

BANDS, ROWS = 42, 3
Buffers = tuple[memoryview, memoryview, memoryview]


def buffers(bags: Sequence[Bag]) -> Buffers:
    offsets, items, counts = array("q", [0]), array("Q"), array("I")
    for bag in bags:
        items.extend(sorted(bag))
        counts.extend(bag[item] for item in sorted(bag))
        offsets.append(len(items))
    return memoryview(offsets.tobytes()), memoryview(items.tobytes()), memoryview(counts.tobytes())


def builder(bags: Sequence[Bag]) -> SegmentBuilder:
    made = SegmentBuilder(BANDS, ROWS)
    made.push(buffers(bags))
    return made


def families(seed: int, families: int, each: int) -> list[Bag]:
    """Bags that come in families, as pages of templates do: a common stock, and a few items of their own."""
    random = Random(seed)
    made = []
    for _ in range(families):
        stock = {random.getrandbits(64): random.choice([1, 1, 1, 2, 3, 10, 40]) for _ in range(random.randint(5, 60))}
        for _ in range(each):
            own = {item: max(1, count + random.choice([-1, 0, 0, 0, 1, 5])) for item, count in stock.items()}
            for item in random.sample(sorted(own), len(own) // 8):
                del own[item]
            own |= {random.getrandbits(64): 1 for _ in range(random.randint(0, 4))}
            made.append(own)
    return made
