"""Groups by grammar: pages that one small probabilistic grammar describes in fewer bits than two.

A template is, for every element path, the chance that it occurs given that its parent does. No threshold and no number
of groups is asked for; what all templates of a site share joins nothing, and evidence is tempered, so that how many
pages a template has matters little. The tree of merges is kept: `Clustering.cut` gives coarser or finer groups.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import GrammarGroups, GrammarPages, GrammarTemplates
from pagemold.arrow import PAGE_SCHEMA, TRIE, flagged, scalar, trie_columns
from pagemold.data import Group, Grouped
from pagemold.groups.identity import address, content_id
from pagemold.groups.stubs import FEATURE, ShortTexts

FEATURES = (*TRIE, FEATURE)
_NO_GROUP = 0xFFFFFFFF


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
    pages.add(**trie_columns(batch))
    texts.add(batch[FEATURE], pc.list_value_length(batch[TRIE[0]]))
    return batch.select(PAGE_SCHEMA.names)


class Grammars:
    """The tree of groups over the rows, and the model, which can be asked why."""

    def __init__(self, rows: pa.Table, model: GrammarGroups, texts: ShortTexts) -> None:
        self.model = model
        self._texts = texts
        self._pages = rows
        self._ids: list[str] = []

    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]:
        """Rows and groups at a level of the tree: above 0 finer, below 0 coarser, in bits a page."""
        numbers = _unsigned(self.model.cut(level))
        numbers = pc.if_else(pc.equal(numbers, scalar(_NO_GROUP, pa.uint32())), pa.scalar(None, pa.uint32()), numbers)
        found = self._found(level)
        said_again = self._texts.stubs(numbers, range(len(found)))
        found = [replace(group, flags=("stub",)) if n in said_again else group for n, group in enumerate(found)]
        order = sorted(range(len(found)), key=lambda number: (-found[number].size, found[number].id))
        place = {number: place for place, number in enumerate(order)}
        places = pa.array([place[number] for number in range(len(found))], pa.int32()).take(numbers)
        words = pa.array([found[number].id for number in order], pa.large_utf8())
        column = pa.DictionaryArray.from_arrays(places, words)
        if level == 0.0:
            self._ids = [group.id for group in found]
        rows = self._pages.append_column("group", column)
        if said_again:
            is_stub = pc.fill_null(pc.is_in(numbers, pa.array(sorted(said_again), pa.uint32())), False)
            rows = rows.set_column(rows.column_names.index("flags"), "flags", flagged(rows["flags"], is_stub, "stub"))
        return rows, tuple(found[number] for number in order)

    def segments(self) -> dict[str, dict[str, tuple[float, float]]]:
        """For each group by its id, the last segments of its paths: the share of its pages that have one, and the share
        of all that they hold which hangs there.
        """
        ids = self._ids or [group.id for group in self._found(0.0)]
        return dict(zip(ids, self.model.segments(), strict=True))

    def templates(self, labels: Sequence[str | None]) -> GrammarTemplates:
        """What tells the templates of new pages, learnt from these with their labels, which need not be the groups."""
        names = sorted({label for label in labels if label is not None})
        places = {name: place for place, name in enumerate(names)}
        numbers = array("I", [_NO_GROUP if label is None else places[label] for label in labels])
        return self.model.templates(numbers.tobytes(), names)

    def nearest(self, id: str) -> tuple[str, float, list[tuple[str, float, float, float]]] | None:
        """The group nearest to this one, the bits saved by one mold for both, and each path's part of them."""
        ids = self._ids or [group.id for group in self._found(0.0)]
        if id not in ids:
            return None
        other = self.model.nearest(ids.index(id))
        return None if other is None else (ids[other], *self._apart(ids.index(id), other))

    def _apart(self, one: int, other: int) -> tuple[float, list[tuple[str, float, float, float]]]:
        saved, parts = self.model.compare(one, other)
        names, shares, other_shares = self._paths(one), self._shares(one), self._shares(other)
        names |= self._paths(other)
        return saved, [(names[path], bits, shares.get(path, 0.0), other_shares.get(path, 0.0)) for path, bits in parts]

    def explain(self, row: int, other_row: int) -> tuple[float, list[tuple[str, float, float, float]]]:
        """The bits saved by one mold for the groups of two pages, and for each path its part of them and its shares."""
        numbers = _unsigned(self.model.cut(0.0))
        one, other = numbers[row].as_py(), numbers[other_row].as_py()
        if one == other:
            sets = _unsigned(self.model.sets())
            saved = 0.0
            for place in (row, other_row):
                under, background = self.model.bits(sets[place].as_py(), [one])
                saved += background - under
            return saved, []
        return self._apart(one, other)

    def shares(self, row: int) -> dict[str, float]:
        """The paths of a page's group in words, with the share of the group's pages that have each."""
        number = _unsigned(self.model.cut(0.0))[row].as_py()
        shares = self._shares(number)
        return {name: shares[path] for path, name in self._paths(number).items()}

    def _paths(self, number: int) -> dict[int, str]:
        names: dict[int, str] = {}
        for path, parent, segment, _, _ in sorted(self.model.paths(number)):
            names[path] = segment if parent is None else f"{names[parent]}/{segment}"
        return names

    def _shares(self, number: int) -> dict[int, float]:
        paths = self.model.paths(number)
        pages = max((pages for _, parent, _, _, pages in paths if parent is None), default=1)
        return {path: count / pages for path, _, _, count, _ in paths}

    def _found(self, level: float) -> list[Group]:
        """Each group with its id, size and an example: the first page of its most typical (or largest) set."""
        pages = self._pages.num_rows
        return [
            Group(
                content_id("g", known_by.to_bytes(8, "little")),
                size,
                size / pages,
                address(self._pages, example),
                cohesion=None if bits is None else 2.0**-bits,
            )
            for size, known_by, example, bits in self.model.found(level)
        ]


def _unsigned(data: bytes) -> pa.Array:
    return pa.Array.from_buffers(pa.uint32(), len(data) // 4, [None, pa.py_buffer(data)])
