"""The outline of a difference: both trees in document order, aligned by the edit mapping.

A mapping keeps the order and the ancestry of nodes, so what lies between two mapped pairs is removed or inserted there,
at the depth it has in its own page. Elements that are the same are shown only above something that is not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from pagemold._native import Tree, tree_mapping
from pagemold.data import Line

SAME, CHANGED, REMOVED, INSERTED, FOLDED = " ", "~", "-", "+", "…"
# Cells of the table behind a mapping: beyond this it would take gigabytes, and nobody reads such a difference.
MOST_CELLS = 16_000_000


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a page: how deep it is, which is its parent, its tag and its classes."""

    depth: int
    parent: int | None
    tag: str
    classes: tuple[str, ...]

    @property
    def text(self) -> str:
        return ".".join([self.tag, *self.classes])


def elements(tree: Tree) -> list[Element]:
    """All elements in document order."""
    found: list[Element] = []
    for node in range(len(tree)):
        parent = tree.parent(node)
        classes = next((value for name, value in tree.attributes(node) if name == "class"), "")
        depth = 0 if parent is None else found[parent].depth + 1
        found.append(Element(depth, parent, tree.tag(node), tuple(dict.fromkeys(classes.split()))))
    return found


def outline(first: Tree, second: Tree) -> list[Line] | None:
    """The lines of a cheapest edit, or None where the pages are too large to be aligned."""
    if len(first) * len(second) > MOST_CELLS:
        return None
    one, other = elements(first), elements(second)
    numbers: dict[str, int] = {}
    pairs = tree_mapping(_rows(one, numbers), _rows(other, numbers)) if one and other else []
    return list(_without_repeats(_folded(_aligned(one, other, pairs))))


def _rows(nodes: Sequence[Element], numbers: dict[str, int]) -> tuple[object, object, object]:
    """Labels and sizes of subtrees, as the core wants them; equal tags have equal numbers."""
    sizes = np.ones(len(nodes), np.uint32)
    for node in range(len(nodes) - 1, 0, -1):
        parent = nodes[node].parent
        if parent is not None:
            sizes[parent] += sizes[node]
    labels = [numbers.setdefault(node.tag, len(numbers)) for node in nodes]
    return np.array([0, len(nodes)]), np.array(labels, np.uint64), sizes


def _aligned(
    one: Sequence[Element], other: Sequence[Element], pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[Line, bool]]:
    """Every element as a line, and whether it has to be shown."""
    pairs = list(pairs)
    shown = _shown(one, other, pairs)
    left = right = 0
    for node, partner in [*pairs, (len(one), len(other))]:
        yield from ((Line(REMOVED, one[at].depth, one[at].text), True) for at in range(left, node))
        yield from ((Line(INSERTED, other[at].depth, other[at].text), True) for at in range(right, partner))
        left, right = node + 1, partner + 1
        if node < len(one) and partner < len(other):
            before, after = one[node].text, other[partner].text
            text = before if before == after else f"{before} → {after}"
            yield Line(SAME if before == after else CHANGED, other[partner].depth, text), node in shown


def _shown(one: Sequence[Element], other: Sequence[Element], pairs: Sequence[tuple[int, int]]) -> set[int]:
    """The kept elements of the first page that are changed, or above something that is not the same."""
    partner_of = {partner: node for node, partner in pairs}
    kept = set(partner_of.values())
    changed = {node for node, partner in pairs if one[node].text != other[partner].text}
    shown: set[int] = set()
    for node in [*changed, *(at for at in range(len(one)) if at not in kept)]:
        _mark(one, node, shown)
    for partner in (at for at in range(len(other)) if at not in partner_of):
        above = other[partner].parent
        while above is not None and above not in partner_of:
            above = other[above].parent
        if above is not None:
            _mark(one, partner_of[above], shown)
    return shown


def _mark(nodes: Sequence[Element], node: int, shown: set[int]) -> None:
    """Shows a node and everything above it."""
    at: int | None = node
    while at is not None and at not in shown:
        shown.add(at)
        at = nodes[at].parent


def _folded(lines: Iterable[tuple[Line, bool]]) -> Iterator[Line]:
    """Runs of what need not be shown as one line."""
    for is_shown, run in groupby(lines, key=lambda entry: entry[1]):
        found = [line for line, _ in run]
        if is_shown:
            yield from found
        else:
            yield Line(FOLDED, min(line.depth for line in found), "the same", len(found))


def _without_repeats(lines: Iterable[Line]) -> Iterator[Line]:
    """Subtrees that are removed or inserted again and again are shown once: a longer list is no news line by line."""
    before: list[Line] = []
    again = 0
    for block in _blocks(lines):
        if before and block == before and block[0].sign in (REMOVED, INSERTED):
            again += 1
            continue
        if again:
            yield Line(before[0].sign, before[0].depth, "and again", again)
        yield from block
        before, again = block, 0
    if again:
        yield Line(before[0].sign, before[0].depth, "and again", again)


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """A changed line with the deeper ones of the same sign that follow."""
    block: list[Line] = []
    for line in lines:
        if block and not (line.sign == block[0].sign and line.depth > block[0].depth):
            yield block
            block = []
        block.append(line)
    if block:
        yield block
