"""The tree edit distance from its definition: what becomes of the last root of either forest."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple


class Labelled(NamedTuple):
    """A tree of labels."""

    label: int
    children: tuple["Labelled", ...] = ()


Forest = tuple[Labelled, ...]


@dataclass(frozen=True)
class Costs:
    insert: float = 1
    remove: float = 1
    replace: float = 1

    @property
    def each(self) -> tuple[float, float, float]:
        return self.insert, self.remove, self.replace


def size(forest: Forest) -> int:
    return sum(1 + size(tree.children) for tree in forest)


def distance(first: Labelled, second: Labelled, costs: Costs) -> float:
    @cache
    def between(one: Forest, other: Forest) -> float:
        if not one or not other:
            return size(one) * costs.remove + size(other) * costs.insert
        (*before, last), (*before_other, last_other) = one, other
        relabel = 0 if last.label == last_other.label else costs.replace
        return min(
            between((*before, *last.children), other) + costs.remove,
            between(one, (*before_other, *last_other.children)) + costs.insert,
            between(tuple(before), tuple(before_other)) + between(last.children, last_other.children) + relabel,
        )

    return between((first,), (second,))


def similarity(first: Labelled, second: Labelled, costs: Costs) -> float:
    most = max(costs.each) * (size((first,)) + size((second,)))
    return 1 - distance(first, second, costs) / most if most else 1.0


def folded(tree: Labelled, longest: int = 8) -> Labelled:
    """Without siblings that repeat the group of siblings before them, short groups first, from the leaves up."""
    siblings = [folded(child, longest) for child in tree.children]
    for length in range(1, min(longest, len(tree.children) // 2) + 1):
        staying: list[Labelled] = []
        for sibling in siblings:
            staying.append(sibling)
            if len(staying) >= 2 * length and staying[-length:] == staying[-2 * length : -length]:
                del staying[-length:]
        siblings = staying
    return Labelled(tree.label, tuple(siblings))
