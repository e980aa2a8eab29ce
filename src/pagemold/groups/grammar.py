"""Groups by grammar: pages that one small probabilistic grammar describes in fewer bits than two.

A template is, for every element path, the chance that it occurs given that its parent does. No threshold and no number
of groups is asked for; what all templates of a site share is no evidence, and the rest is tempered, so that how many
pages a template has matters little. The tree of merges is kept: `Clustering.cut` gives coarser or finer groups.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import GrammarGroups, GrammarPages, GrammarTemplates
from pagemold.arrow import PAGE_SCHEMA, TRIE, flagged, list_bytes, number_bytes, scalar, text_bytes, trie_columns
from pagemold.clustering import Group, Grouped, Host, Segments
from pagemold.groups.hierarchy import Mark, marks, walk
from pagemold.groups.identity import addresses, content_id
from pagemold.groups.stubs import FEATURE, ShortTexts

FEATURES = (*TRIE, FEATURE)
_NO_GROUP = 0xFFFFFFFF
# A path, its part of some bits, the shares of two groups' pages that have it, and which of two pages have it.
Part: TypeAlias = tuple[str, float, float, float, tuple[bool, bool]]
# Bits that one template for two groups saves: in advance, by what is alike, and by what differs.
Saved: TypeAlias = tuple[float, float, float]
# Whether two groups share a frame, bits, what these are the sum of where the groups are two, and each path's part.
Weighed: TypeAlias = tuple[bool, float, Saved | None, list[Part]]
# How many pages two parts of a group have, the bits saved, and each path's part.
Joined: TypeAlias = tuple[tuple[int, int], Saved, list[Part]]


def group_by_grammar(batches: Iterable[pa.RecordBatch]) -> Grouped:
    """The pages' rows with their group, and the groups, largest first.

    A page flagged `no_structure` or `failed`, or without any element, belongs to no group.
    """
    pages = GrammarPages()
    texts = ShortTexts()
    rows = pa.Table.from_batches([_add(pages, texts, batch) for batch in batches], PAGE_SCHEMA)
    grammars = Grammars(rows, pages.group(), texts)
    return Grouped(*grammars.cut(0.0), tree=grammars)


def _add(pages: GrammarPages, texts: ShortTexts, batch: pa.RecordBatch) -> pa.RecordBatch:
    """Hands the tries of a batch over; gives the batch without its features."""
    # Who gives pages that are nowhere may mean several by several that are the same.
    is_somewhere = pc.or_(pc.is_valid(batch["url"]), pc.is_valid(batch["path"]))
    sizes = pc.if_else(is_somewhere, batch["size"], scalar(0, pa.uint64()))
    pages.add(
        **trie_columns(batch),
        urls=text_bytes(batch["url"]),
        sizes=number_bytes(sizes),
        sketches=list_bytes(batch[FEATURE]),
    )
    texts.add(batch[FEATURE], pc.list_value_length(batch[TRIE[0]]))
    return batch.select(PAGE_SCHEMA.names)


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The paths of a group in words, and the share of its pages that have each."""

    names: dict[int, str]
    shares: dict[int, float]

    def share(self, path: int) -> float:
        """0 of a path that the group does not have."""
        return self.shares.get(path, 0.0)


class Grammars:
    """The tree of groups over the rows, and the model, which can be asked why."""

    def __init__(self, rows: pa.Table, model: GrammarGroups, texts: ShortTexts) -> None:
        self.model = model
        self._texts = texts
        self._pages = rows
        self._uncut: list[Group] = []
        self._typical: list[int] = []

    def uncut(self) -> list[Group]:
        """The groups of the whole tree, in the order of their numbers."""
        if not self._uncut:
            self.cut(0.0)
        return self._uncut

    def typical(self) -> dict[str, int]:
        """The row of the most typical page of each group of the whole tree, by the group's id."""
        return {group.id: row for group, row in zip(self.uncut(), self._typical, strict=True)}

    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]:
        """Rows and groups at a level of the tree: above 0 finer, below 0 coarser, in bits a page."""
        numbers = _unsigned(self.model.cut(level))
        numbers = pc.if_else(pc.equal(numbers, scalar(_NO_GROUP, pa.uint32())), pa.scalar(None, pa.uint32()), numbers)
        found, typical = self._found(level)
        said_again, others = self._texts.stubs(numbers, self._pages)
        found, typical = self._shown_by_stubs(found, typical, numbers, others)
        if level == 0.0:
            self._uncut, self._typical = found, typical
        else:
            # A group that the cut leaves as it is stays what it is: the same id, the same typical page.
            uncut = {group.id: group for group in self.uncut()}
            found = [uncut.get(group.id, group) for group in found]
        found = [replace(group, flags=("stub",)) if n in said_again else group for n, group in enumerate(found)]
        order = sorted(range(len(found)), key=lambda number: (-found[number].size, found[number].id))
        place = {number: place for place, number in enumerate(order)}
        places = pa.array([place[number] for number in range(len(found))], pa.int32()).take(numbers)
        words = pa.array([found[number].id for number in order], pa.large_utf8())
        column = pa.DictionaryArray.from_arrays(places, words)
        rows = self._pages.append_column("group", column)
        if said_again:
            is_stub = pc.fill_null(pc.is_in(numbers, pa.array(sorted(said_again), pa.uint32())), False)
            if others:
                is_other = pc.is_in(pa.array(range(len(numbers)), pa.int64()), pa.array(sorted(others), pa.int64()))
                is_stub = pc.and_not(is_stub, is_other)
            rows = rows.set_column(rows.column_names.index("flags"), "flags", flagged(rows["flags"], is_stub, "stub"))
        return rows, tuple(found[number] for number in order)

    def ids(self, level: float) -> set[str]:
        """The ids of the groups at a level."""
        return {_id(known_by) for _, _, known_by, _, _ in self.model.found(level)}

    def walk(self, rows: pa.Table, groups: Sequence[Group], level: float) -> Iterator[Host]:
        """Hosts, the groups in which rows are on each, and their parts at a level."""
        return walk(self, rows, groups, level)

    def marks(self, labels: Sequence[str | None], siblings: Sequence[Sequence[str]]) -> dict[str, Mark]:
        """What tells each of some parts of a template from its siblings, the parts being those of the labels."""
        asked = {part for parts in siblings for part in parts}
        return marks(self.templates([label if label in asked else None for label in labels]), siblings)

    def segments(self) -> Segments:
        """The last segments of the paths of each group."""
        return dict(zip((group.id for group in self.uncut()), self.model.segments(), strict=True))

    def group_of(self, row: int) -> str:
        """The id of the group of the whole tree that a page is in; only for pages with structure."""
        number: int = _unsigned(self.model.cut(0.0))[row].as_py()
        return self.uncut()[number].id

    def are_equal(self, rows: Sequence[int]) -> bool:
        """Whether pages have the same paths, so that nothing tells them apart."""
        return len(pc.unique(_unsigned(self.model.sets()).take(pa.array(rows, pa.int64())))) == 1

    def together_below(self, row: int, other_row: int) -> float:
        """At each level below this one a cut has two pages together. From 0 up in one group, as they are at 0; from 0
        down in two; infinite where no cut parts or joins them.
        """
        one, other = _unsigned(self.model.sets()).take(pa.array([row, other_row], pa.int64())).to_pylist()
        return self.model.together_below(one, other)

    def templates(self, labels: Sequence[str | None]) -> GrammarTemplates:
        """What tells the templates of new pages, learnt from these with their labels, which need not be the groups."""
        names = sorted({label for label in labels if label is not None})
        places = {name: place for place, name in enumerate(names)}
        numbers = array("I", [_NO_GROUP if label is None else places[label] for label in labels])
        return self.model.templates(numbers.tobytes(), names)

    def nearest(self, id: str) -> tuple[str, bool, float, float, list[tuple[str, float, float, float]]] | None:
        """The group nearest to this one, whether both share a frame, the bits saved by one template for both, in all
        and a page of the smaller one, and each path's part.
        """
        ids = [group.id for group in self.uncut()]
        if id not in ids:
            return None
        one = ids.index(id)
        other = self.model.nearest(one)
        if other is None:
            return None
        saved, parts = self._apart(one, other, self._grammar(one), self._grammar(other))
        bits = sum(saved)
        a_page = bits / min(self.model.weight(one), self.model.weight(other))
        return ids[other], self.model.is_one_family(one, other), bits, a_page, parts

    def _apart(
        self, one: int, other: int, here: _Grammar, there: _Grammar
    ) -> tuple[Saved, list[tuple[str, float, float, float]]]:
        saved, parts = self.model.compare(one, other)
        names = here.names | there.names
        return saved, [(names[path], bits, here.share(path), there.share(path)) for path, bits in parts]

    def explain(self, row: int, other_row: int) -> Weighed:
        """Whether two pages' groups share a frame (others are never weighed against each other), and the bits saved by
        one template for both, or by the group that both are in. For each path: its part of them, the shares of the
        groups' pages that have it, and which of the pages do.
        """
        labels, sets = _unsigned(self.model.cut(0.0)), _unsigned(self.model.sets())
        (one, page), (other, other_page) = ((labels[at].as_py(), sets[at].as_py()) for at in (row, other_row))
        grammar = self._grammar(one)
        there = grammar if one == other else self._grammar(other)
        terms = [self.model.page_terms(page, one), self.model.page_terms(other_page, other)]
        names = grammar.names | there.names
        here = [{names[path] for path, _, is_here in some if is_here} for some in terms]
        if one != other:
            saved, apart = self._apart(one, other, grammar, there)
            told = [(*part, (part[0] in here[0], part[0] in here[1])) for part in apart]
            return self.model.is_one_family(one, other), sum(saved), saved, told
        bits = dict.fromkeys((path for some in terms for path, _, _ in some), 0.0)
        for path, part, _ in chain(*terms):
            bits[path] += part
        prices = [self.model.bits(some, [one]) for some in (page, other_page)]
        parts = [
            (names[path], part, share := grammar.share(path), share, (names[path] in here[0], names[path] in here[1]))
            for path, part in bits.items()
        ]
        return True, sum(background - under for under, background in prices), None, parts

    def joined(self, row: int, other_row: int) -> Joined | None:
        """The parts of one group that two of its pages were in before a join made one of them: how many pages they
        have, the bits that one template for both saves, and each path's part. None where no join did that.
        """
        sets = _unsigned(self.model.sets()).take(pa.array([row, other_row], pa.int64())).to_pylist()
        if (found := self.model.joined(*sets)) is None:
            return None
        (pages, other_pages), saved, terms = found
        number = _unsigned(self.model.cut(0.0))[row].as_py()
        names = self._grammar(number).names
        has = [{path for path, _, is_here in self.model.page_terms(at, number) if is_here} for at in sets]
        parts = [
            (names[path], bits, here / pages, there / other_pages, (path in has[0], path in has[1]))
            for path, bits, (here, there) in terms
        ]
        return (pages, other_pages), saved, parts

    def _grammar(self, number: int) -> _Grammar:
        names: dict[int, str] = {}
        paths = sorted(self.model.paths(number))
        for path, parent, segment, _, _ in paths:
            names[path] = segment if parent is None else f"{names[parent]}/{segment}"
        pages = max((pages for _, parent, _, _, pages in paths if parent is None), default=1)
        return _Grammar(names, {path: count / pages for path, _, _, count, _ in paths})

    def _shown_by_stubs(
        self, found: list[Group], typical: list[int], numbers: pa.Array, others: set[int]
    ) -> tuple[list[Group], list[int]]:
        """Groups and their typical pages, where that of a stub is one of the `others` in it, which say more, another:
        the first with the same paths, or else with those that most of the stubs have.
        """
        changed = [number for number, row in enumerate(typical) if row in others]
        if not changed:
            return found, typical
        sets, shown = _unsigned(self.model.sets()), list(typical)
        # One look for all of them: there may be as many such groups as sites.
        inside = pc.indices_nonzero(pc.is_in(numbers, pa.array(changed, pa.uint32())))
        stubs_of: dict[int, list[int]] = {number: [] for number in changed}
        for row, number in zip(inside.to_pylist(), numbers.take(inside).to_pylist(), strict=True):
            if row not in others:
                stubs_of[number].append(row)
        for number, stubs in stubs_of.items():
            of_stubs = sets.take(pa.array(stubs, pa.int64())).to_pylist()
            own = sets[typical[number]].as_py()
            wanted = own if own in of_stubs else Counter(of_stubs).most_common(1)[0][0]
            shown[number] = stubs[of_stubs.index(wanted)]
        examples = addresses(self._pages, shown)
        return [replace(group, example=it) for group, it in zip(found, examples, strict=True)], shown

    def _least_of_equals(self, rows: Sequence[int]) -> list[int]:
        """For each of some rows, of those with the same paths the one whose address comes first: the order of pages
        must not matter. Of pages without an address it is the first.
        """
        sets = _unsigned(self.model.sets())
        wanted = sets.take(pa.array(rows, pa.int64()))
        equal = pc.indices_nonzero(pc.is_in(sets, wanted))
        known_by = pc.coalesce(self._pages["url"], self._pages["path"]).take(equal)
        order = equal.take(pc.sort_indices(known_by))
        least = dict(zip(reversed(sets.take(order).to_pylist()), reversed(order.to_pylist()), strict=True))
        return [least[number] for number in wanted.to_pylist()]

    def _found(self, level: float) -> tuple[list[Group], list[int]]:
        """Each group with its id, size and an example: of the pages with its most typical (or largest) set the one
        whose address comes first in the alphabet; and the rows of these pages.
        """
        pages, found = self._pages.num_rows, self.model.found(level)
        typical = self._least_of_equals([row for _, _, _, row, _ in found])
        groups = [
            Group(
                _id(known_by),
                size,
                size / pages,
                example,
                # Where all pages are alike, without fault: the model itself is never quite sure of a path.
                cohesion=None if bits is None else 1.0 if sets == 1 else 2.0**-bits,
            )
            for (size, sets, known_by, _, bits), example in zip(found, addresses(self._pages, typical), strict=True)
        ]
        return groups, typical


def _id(known_by: int) -> str:
    """The id of a group, by what its most typical page is known by."""
    return content_id("g", known_by.to_bytes(8, "little"))


def _unsigned(data: bytes) -> pa.Array:
    return pa.Array.from_buffers(pa.uint32(), len(data) // 4, [None, pa.py_buffer(data)])
