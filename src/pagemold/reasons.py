"""Why two pages are together or apart, and what to call a group: the numbers of the model in words.

Joins rooms, as `flow` does.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.data import Clustering, Explanation, Group, Neighbour, Reason
from pagemold.errors import UsageError, listed, meant
from pagemold.groups.grammar import Grammars
from pagemold.groups.identity import addresses
from pagemold.template.addresses import patterns
from pagemold.template.headings import headings
from pagemold.template.naming import Seen, names, undecided

# Addresses and headings that a name is read off, and how many groups at most are worth a look at their headings.
_ADDRESSES = 20
_HEADINGS = 4
_HEADED_GROUPS = 25
# Reads the texts of some rows again, if they still lie somewhere.
Texts: TypeAlias = Callable[[pa.Table], list[str] | None]
T = TypeVar("T")


def named(
    groups: Sequence[Group], rows: pa.Table, tree: object, texts: Texts | None = None, taken: Iterable[str] = ()
) -> tuple[Group, ...]:
    """The groups with names for people, none of them `taken`; `texts` lets headings be heard where addresses say too
    little.
    """
    places = _places(rows, {group.id for group in groups})
    known_by = _addresses(rows, places)
    known = tree.segments() if isinstance(tree, Grammars) else {}
    some = [known_by.get(group.id, []) for group in groups]
    seen = [
        Seen(group.size, found, where, known.get(group.id, {}))
        for group, found, where in zip(groups, some, patterns(some), strict=True)
    ]
    if texts is not None:
        asked = undecided(seen)[:_HEADED_GROUPS]
        heard = _headings(rows, [some_of(places.get(groups[at].id, []), _HEADINGS) for at in asked], texts)
        for at, found in zip(asked, heard, strict=True):
            seen[at] = replace(seen[at], headings=found)
    return tuple(replace(group, name=name) for group, name in zip(groups, names(seen, taken), strict=True))


def with_names(groups: Sequence[Group], rows: pa.Table) -> Sequence[Group]:
    """The groups, named by their addresses where the method gave them no names."""
    return groups if all(group.name for group in groups) else named(groups, rows, None)


def some_of(items: Sequence[T], most: int) -> list[T]:
    """So many of some items at most, from all over them."""
    return list(items[:: -(-len(items) // most) or 1])


def _headings(rows: pa.Table, places: list[list[int]], texts: Texts) -> list[list[dict[str, str]]]:
    """The headings of the pages in these rows."""
    found = texts(rows.take(pa.array([row for some in places for row in some], pa.int64()))) if places else []
    heard = map(headings, found or [])
    return [[next(heard) for _ in some] for some in places] if found else [[] for _ in places]


def _places(rows: pa.Table, wanted: set[str]) -> dict[str, list[int]]:
    """The rows of each group."""
    column = rows["group"].combine_chunks()
    column = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    words = column.dictionary.to_pylist()
    rows_of: list[list[int]] = [[] for _ in words]
    for row, number in enumerate(column.indices.to_pylist()):
        if number is not None:
            rows_of[number].append(row)
    return {word: some for word, some in zip(words, rows_of, strict=True) if some and word in wanted}


def _addresses(rows: pa.Table, places: Mapping[str, list[int]]) -> dict[str, list[str]]:
    """Some addresses of each group, from all over its pages."""
    chosen = {group: some_of(some, _ADDRESSES) for group, some in places.items()}
    numbers = pa.array([row for some in chosen.values() for row in some], pa.int64())
    taken = rows.select(["url", "path"]).take(numbers)
    found = iter(pc.coalesce(taken["url"], taken["path"]).to_pylist())
    return {group: [address for _ in some if (address := next(found))] for group, some in chosen.items()}


def explain(clustering: Clustering, one: str, other: str) -> Explanation:
    """Why two pages of a grammar clustering are together or apart.

    A page is given by its URL, its path, or where its file lies; the id or name of a group stands for its typical page.
    """
    if not isinstance(clustering.tree, Grammars):
        raise UsageError("no_tree", f"{clustering.method}: has no model that could explain; grammar has")
    rows = [_row(clustering, address) for address in (one, other)]
    ids = clustering.rows["group"].take(rows).to_pylist()
    one_family, bits, parts = clustering.tree.explain(*rows)
    reasons = sorted((Reason(*part) for part in parts), key=lambda reason: (-abs(reason.bits), reason.path))
    here, there = addresses(clustering.rows, rows)
    return Explanation((ids[0], ids[1]), bits, tuple(reasons), one_family, (here, there), rows[0] == rows[1])


def neighbour(clustering: Clustering, group: str) -> Neighbour | None:
    """The group nearest to this one of a grammar clustering, and what keeps them apart, the strongest first."""
    found = clustering.tree.nearest(group) if isinstance(clustering.tree, Grammars) else None
    if found is None:
        return None
    other, one_family, bits, parts = found
    reasons = sorted((Reason(*part) for part in parts if part[1] < 0), key=lambda reason: (reason.bits, reason.path))
    return Neighbour(other, bits, tuple(reasons), one_family)


def find_group(groups: Sequence[Group], given: str) -> Group:
    """The group that an id or a name means, or how one begins."""
    found = [groups[place] for place in _meant(groups, given)]
    if len(found) == 1:
        return found[0]
    told = [f"{group.id} {group.name or ''}".strip() for group in found or groups]
    if found:
        raise UsageError("ambiguous_group", f"{given}: {listed(told, 'groups are called or begin so')}")
    some = "; ".join(told[:5]) or "none"
    there = f"there are {some}{'; …' if len(told) > 5 else ''}. The options must be those of `cluster`"
    raise UsageError("unknown_group", f"{given}: no such group; {there}")


def _meant(groups: Sequence[Group], given: str) -> list[int]:
    """The places of the groups that are meant; flags that a table shows behind a name may come along."""
    known = [(group.id, group.name) for group in groups]
    return meant(known, given) or meant(known, given.removesuffix(" (stub)"))


def _row(clustering: Clustering, address: str) -> int:
    """The row of a page, or of the typical page of a group."""
    found = next(filter(None, (look(clustering.rows, address) for look in (_by_address, _by_file, _by_place))), [])
    if found:
        return _only_one(clustering, address, found)
    if not _meant(clustering.groups, address):
        said = "no page has this URL or path, and no group an id or a name that begins so"
        raise UsageError("unknown_page", f"{address}: {said}")
    group = find_group(clustering.groups, address)
    inside = clustering.members(group.id)
    rows = clustering.rows.select(["url", "path"]).take(inside).to_pylist()
    typical = (at for at, row in zip(inside, rows, strict=True) if group.example in (row["url"], row["path"]))
    return int(next(typical, inside[0]))


def _only_one(clustering: Clustering, address: str, found: list[int]) -> int:
    """The row that is meant; of several it does not matter which where all have the same structure."""
    if len(found) > 1 and not (isinstance(clustering.tree, Grammars) and clustering.tree.are_equal(found)):
        rows = clustering.rows.select(["source", "offset", "path", "group"]).take(found).to_pylist()
        places = [row["source"] if row["path"] else f"{row['source']}:{row['offset']}" for row in rows]
        told = [f"{place} in {row['group'] or 'no group'}" for place, row in zip(places, rows, strict=True)]
        raise UsageError("ambiguous_page", f"{address}: {listed(told, 'pages go by this')}; give one of them so")
    if clustering.rows["group"][found[0]].as_py() is None:
        raise UsageError("no_structure", f"{address}: has no structure to go by")
    return found[0]


def _by_address(rows: pa.Table, address: str) -> list[int]:
    """The rows of pages with this URL, or else this path."""
    columns = (pc.fill_null(pc.equal(rows[column], address), False) for column in ("url", "path"))
    return next(filter(None, (pc.indices_nonzero(column).to_pylist() for column in columns)), [])


def _by_file(rows: pa.Table, file: str) -> list[int]:
    """The rows of pages that are in this file on disk, however its path is written."""
    if not os.path.isfile(file):
        return []
    place, name = os.path.realpath(file), os.path.basename(file)
    sources = [source or "" for source in rows["source"].to_pylist()]
    return [row for row, it in enumerate(sources) if it.endswith(name) and os.path.realpath(it) == place]


def _by_place(rows: pa.Table, place: str) -> list[int]:
    """The row of the page that lies there, `crawl.warc.gz:1234`, as several of one address are told apart."""
    source, _, offset = place.rpartition(":")
    if not (source and offset.isascii() and offset.isdigit() and len(offset) < 19):
        return []
    is_there = pc.and_(pc.equal(rows["source"], source), pc.equal(rows["offset"], int(offset)))
    return list(pc.indices_nonzero(pc.fill_null(is_there, False)).to_pylist())
