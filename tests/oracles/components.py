"""Groups of fingerprints: the connected components of "Levenshtein distance at most one", by comparing all pairs."""

from collections.abc import Sequence


def levenshtein(left: bytes, right: bytes) -> int:
    """The fewest insertions, deletions and replacements of one byte that turn one string into the other."""
    row = list(range(len(right) + 1))
    for above, first in enumerate(left):
        previous, row = row, [above + 1]
        for place, second in enumerate(right):
            row.append(min(previous[place] + (first != second), previous[place + 1] + 1, row[place] + 1))
    return row[-1]


def components(fingerprints: Sequence[bytes]) -> list[int]:
    """The component of each fingerprint, numbered by first appearance."""
    numbers = [-1] * len(fingerprints)
    for start in range(len(fingerprints)):
        if numbers[start] >= 0:
            continue
        number = max(numbers) + 1
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if numbers[here] >= 0:
                continue
            numbers[here] = number
            near = (other for other in range(len(fingerprints)) if numbers[other] < 0)
            waiting.extend(other for other in near if levenshtein(fingerprints[here], fingerprints[other]) <= 1)
    return numbers
