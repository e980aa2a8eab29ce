"""Purity: the share of pages that have the commonest label of their group. Pages all alone are perfectly pure.

Inverse purity is the same the other way round, and perfect for one single group; the two are read together.
"""

from collections.abc import Hashable, Iterable

from pagemold.quality.contingency import Contingency


def purity(counts: Contingency) -> float:
    """The share of pages with the commonest label of their group; 1 where there is no page."""
    return (
        _largest((group, count) for (_, group), count in counts.cells.items()) / counts.pages if counts.pages else 1.0
    )


def inverse_purity(counts: Contingency) -> float:
    """The share of pages in the commonest group of their label; 1 where there is no page."""
    return (
        _largest((label, count) for (label, _), count in counts.cells.items()) / counts.pages if counts.pages else 1.0
    )


def _largest(counts: Iterable[tuple[Hashable, int]]) -> int:
    """The sum of each name's largest count."""
    largest: dict[Hashable, int] = {}
    for name, count in counts:
        largest[name] = max(count, largest.get(name, 0))
    return sum(largest.values())
