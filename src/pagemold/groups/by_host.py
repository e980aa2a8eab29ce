"""Groups inside each host alone: the same mold on two hosts is two groups.

For those who want a template list a site, or whose sites share a theme that must not join them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.clustering import Group, Grouped, Host, Segments
from pagemold.errors import UsageError
from pagemold.groups.grammar import Grammars, Joined, Weighed
from pagemold.groups.hierarchy import Mark, host_of, walk
from pagemold.groups.identity import content_id

# The rows of each host.
_Places: TypeAlias = Mapping[str, Sequence[int]]


def group_by_host(batches: Iterable[pa.RecordBatch], grouping: Callable[[list[pa.RecordBatch]], Grouped]) -> Grouped:
    """What `grouping` makes of the pages of each host, and the trees of all; pages without an address are one host."""
    batches = list(batches)
    if not batches:
        return grouping(batches)
    table = pa.Table.from_batches(batches)
    places: dict[str, list[int]] = {}
    for row, url in enumerate(table["url"].to_pylist()):
        places.setdefault(host_of(url), []).append(row)
    places = {host: places[host] for host in sorted(places)}
    found = {host: grouping(table.take(some).combine_chunks().to_batches()) for host, some in places.items()}
    rows, groups = _joined(places, {host: (it.rows, it.groups) for host, it in found.items()})
    trees = {host: it.tree for host, it in found.items() if isinstance(it.tree, Grammars)}
    return Grouped(
        rows,
        groups,
        sum(it.left_out for it in found.values()),
        tuple(f"{host}: {note}" for host, it in found.items() for note in it.notes),
        HostTrees(places, trees) if trees else None,
    )


class HostTrees:
    """The tree of each host, as one: what is asked for is put together of all of them."""

    def __init__(self, places: _Places, trees: Mapping[str, Grammars]) -> None:
        self._places = places
        self._trees = trees

    def _inside(self, row: int) -> tuple[str, int]:
        """The host of a row, and which of its rows it is."""
        places = ((host, bisect_left(rows, row)) for host, rows in self._places.items())
        return next((host, at) for host, at in places if self._places[host][at : at + 1] == [row])

    def cut(self, level: float) -> tuple[pa.Table, tuple[Group, ...]]:
        """Rows and groups at a level of each tree."""
        return _joined(self._places, {host: tree.cut(level) for host, tree in self._trees.items()})

    def ids(self, level: float) -> set[str]:
        """The ids of the groups at a level."""
        return {_id(host, id) for host, tree in self._trees.items() for id in tree.ids(level)}

    def segments(self) -> Segments:
        """The last segments of the paths of each group."""
        return {_id(host, id): known for host, tree in self._trees.items() for id, known in tree.segments().items()}

    def walk(self, rows: pa.Table, groups: Sequence[Group], level: float) -> Iterator[Host]:
        """Hosts, the groups of each in which rows are, and their parts at a level."""
        return walk(self, rows, groups, level)

    def explain(self, row: int, other_row: int) -> Weighed:
        """What the tree of a host says of two of its pages; no tree weighs pages of two hosts."""
        (host, one), (other_host, other) = self._inside(row), self._inside(other_row)
        if host != other_host:
            why = "each host is grouped alone, so nothing weighs them against each other; by all they are"
            raise UsageError("two_hosts", f"pages of {host or 'no host'} and {other_host or 'no host'}: {why}")
        return self._trees[host].explain(one, other)

    def group_of(self, row: int) -> str:
        """The id of the group of the whole tree that a page is in; only for pages with structure."""
        host, at = self._inside(row)
        return _id(host, self._trees[host].group_of(at))

    def are_equal(self, rows: Sequence[int]) -> bool:
        """Whether pages are of one host and have the same paths, so that nothing tells them apart."""
        hosts, inside = zip(*(self._inside(row) for row in rows), strict=True)
        return len(set(hosts)) == 1 and self._trees[hosts[0]].are_equal(inside)

    def together_below(self, row: int, other_row: int) -> float:
        """As the tree of the host of both says it."""
        (host, one), (_, other) = self._inside(row), self._inside(other_row)
        return self._trees[host].together_below(one, other)

    def joined(self, row: int, other_row: int) -> Joined | None:
        """As the tree of the host of both says it."""
        (host, one), (_, other) = self._inside(row), self._inside(other_row)
        return self._trees[host].joined(one, other)

    def marks(self, labels: Sequence[str | None], siblings: Sequence[Sequence[str]]) -> dict[str, Mark]:
        """What tells each of some parts of a template from its siblings, the parts being those of the labels."""
        found: dict[str, Mark] = {}
        of_first = {parts[0]: parts for parts in siblings}
        for host, tree in self._trees.items():
            here = [labels[row] for row in self._places[host]]
            own = [of_first[part] for part in dict.fromkeys(here) if part in of_first]
            found |= tree.marks(here, own) if own else {}
        return found


def _joined(
    places: _Places, found: Mapping[str, tuple[pa.Table, Sequence[Group]]]
) -> tuple[pa.Table, tuple[Group, ...]]:
    """The rows of all hosts in their order, and all groups, largest first, by ids that tell hosts apart."""
    pages = sum(map(len, places.values()))
    tables, groups = [], []
    for host, (rows, some) in found.items():
        ids = {group.id: _id(host, group.id) for group in some}
        tables.append(_renamed(rows, ids))
        groups += [replace(group, id=ids[group.id], share=group.size / pages) for group in some]
    order = pc.sort_indices(pa.array([row for host in found for row in places[host]]))
    groups.sort(key=lambda group: (-group.size, group.id))
    joined = pa.concat_tables(tables).take(order)
    place = joined.column_names.index("group")
    return joined.set_column(place, "group", joined["group"].dictionary_encode()), tuple(groups)


def _id(host: str, id: str) -> str:
    return content_id(id[0], f"{host} {id}".encode())


def _renamed(rows: pa.Table, ids: dict[str, str]) -> pa.Table:
    column = [ids.get(id) for id in rows["group"].to_pylist()]
    place = rows.column_names.index("group")
    return rows.set_column(place, "group", pa.array(column, pa.large_utf8()))
