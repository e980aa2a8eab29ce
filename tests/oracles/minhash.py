"""MinHash (Broder 1997): the share of equal places in two signatures estimates the Jaccard index of two sets."""

from collections.abc import Iterable, Iterator

MASK = 2**64 - 1
LARGEST = 2**32 - 1


def splitmix64(seed: int) -> Iterator[int]:
    """The endless stream of pseudo-random numbers (Steele, Lea and Flood 2014) that the coefficients come from."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        yield mixed ^ (mixed >> 31)


def signature(hashes: Iterable[int], size: int = 128, seed: int = 1) -> list[int]:
    """For each of `size` random functions the smallest value over the set; the empty set gives the largest number."""
    folded = [(value ^ (value >> 32)) & LARGEST for value in hashes]
    numbers = splitmix64(seed)
    places = []
    for _ in range(size):
        factor = next(numbers) | 1
        offset = next(numbers)
        places.append(min((((factor * value + offset) & MASK) >> 32 for value in folded), default=LARGEST))
    return places
