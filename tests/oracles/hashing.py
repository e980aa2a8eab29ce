"""Labels and sequences of labels as 64-bit numbers."""

from collections.abc import Iterable

import xxhash

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def label_hash(label: str) -> int:
    """XXH3 of the label's UTF-8 bytes."""
    return xxhash.xxh3_64_intdigest(label.encode(), seed=0)


def sequence_hash(labels: Iterable[str]) -> int:
    """One number for a sequence of labels; the order matters."""
    state = 0
    for label in labels:
        state = ((state ^ label_hash(label)) * GOLDEN) & MASK
        state ^= state >> 29
    return state
