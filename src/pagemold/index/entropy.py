"""Where to split fingerprints: the entropy of both parts for every split (Hachenberg & Gottron 2013, Figure 2).

The first entries of a fingerprint hardly vary, so a split in the middle would make the first part a poor key. The parts
are equally good keys where their entropies break even. The point depends on the
sample: pages that repeat count as often as they come.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple

from pagemold.data import fingerprint_entries
from pagemold.errors import UsageError


class SplitEntropy(NamedTuple):
    """How many bits the part before a split tells of a fingerprint, and how many the part behind it."""

    split: int
    prefix: float
    suffix: float


def split_entropies(fingerprints: Iterable[bytes | str]) -> list[SplitEntropy]:
    """The entropies in bits for every split, from before the first entry to behind the last of the longest.

    >>> [tuple(found) for found in split_entropies([b"ab", b"ac", b"bb", b"bc"])]
    [(0, 0.0, 2.0), (1, 1.0, 1.0), (2, 2.0, 0.0)]
    """
    sample = [fingerprint_entries(given) for given in fingerprints]
    splits = range(max(map(len, sample), default=0) + 1)
    return [
        SplitEntropy(split, entropy([entries[:split] for entries in sample]), entropy([e[split:] for e in sample]))
        for split in splits
    ]


def entropy(values: Sequence[bytes]) -> float:
    """Shannon's entropy of the values' distribution, in bits."""
    shares = [count / len(values) for count in sorted(Counter(values).values())]
    return abs(sum(share * log2(share) for share in shares))


def best_split(fingerprints: Iterable[bytes | str]) -> int:
    """The split where both parts tell most nearly the same; of equal ones the first.

    >>> best_split([b"aab", b"aac", b"abb", b"abc"])
    2
    """
    sample = list(fingerprints)
    if not sample:
        raise UsageError("wrong_argument", "no fingerprint to choose a split by")
    return min(split_entropies(sample), key=lambda found: (abs(found.prefix - found.suffix), found.split)).split
