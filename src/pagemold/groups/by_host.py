"""Groups inside each host alone: the same mold on two hosts is two groups.

For those who want a template list a site, or whose sites share a theme that must not join them.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.data import Group, Grouped, Segments
from pagemold.groups.grammar import Grammars
from pagemold.groups.identity import content_id


def group_by_host(batches: Iterable[pa.RecordBatch], grouping: Callable[[list[pa.RecordBatch]], Grouped]) -> Grouped:
    """What `grouping` makes of the pages of each host; pages without an address are one host. Keeps no tree, only
    what names are made of.
    """
    batches = list(batches)
    if not batches:
        return grouping(batches)
    table = pa.Table.from_batches(batches)
    places: dict[str, list[int]] = {}
    for row, url in enumerate(table["url"].to_pylist()):
        places.setdefault(_host(url), []).append(row)
    tables, groups, notes, left_out = [], [], [], 0
    segments: Segments = {}
    for host in sorted(places):
        found = grouping(table.take(places[host]).combine_chunks().to_batches())
        ids = {group.id: _id(host, group.id) for group in found.groups}
        tables.append(_renamed(found.rows, ids))
        groups += [_moved(group, ids[group.id], table.num_rows) for group in found.groups]
        notes += [f"{host}: {note}" for note in found.notes]
        left_out += found.left_out
        if isinstance(found.tree, Grammars):
            segments |= {ids[id]: known for id, known in found.tree.segments().items()}
    order = pc.sort_indices(pa.array([row for host in sorted(places) for row in places[host]]))
    groups.sort(key=lambda group: (-group.size, group.id))
    rows = pa.concat_tables(tables).take(order)
    return Grouped(rows, tuple(groups), left_out, tuple(notes), segments=segments or None)


def _host(url: str | None) -> str:
    try:
        return urlsplit(url or "").netloc
    except ValueError:  # such as http://[
        return ""


def _id(host: str, id: str) -> str:
    return content_id(id[0], f"{host} {id}".encode())


def _renamed(rows: pa.Table, ids: dict[str, str]) -> pa.Table:
    column = [ids.get(id) for id in rows["group"].to_pylist()]
    place = rows.column_names.index("group")
    return rows.set_column(place, "group", pa.array(column, pa.large_utf8()))


def _moved(group: Group, id: str, pages: int) -> Group:
    return replace(group, id=id, share=group.size / pages)
