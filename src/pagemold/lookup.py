"""Which page or which group of a clustering somebody means.

Joins rooms, as `flow` does.
"""

import difflib
import os
import re
from collections.abc import Callable, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.clustering import Clustering, Group, Tree
from pagemold.errors import UsageError, listed, meant
from pagemold.groups.by_host import HostTrees
from pagemold.groups.grammar import Grammars
from pagemold.groups.identity import addresses

# Groups and pages that are offered where nothing fits, and how many addresses at most are looked at for spelling.
_OFFERED = 5
_SPELLED = 5_000
# The cuts that are tried for a group that only a cut has, in bits a page. Each takes time in proportion to the pages:
# none is tried where there are more than these.
_CUT_PAGES = 20_000
_CUTS = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 500, 1_000)
_GROUP_ID = re.compile("g[0-9a-f]{3,10}")
# A shorter word is in too many addresses.
_TELLING = 3


def find_group(groups: Sequence[Group], given: str, tree: Tree | None = None) -> Group:
    """The group that an id or a name means, or how one begins, or a part of a name; groups are cut from the `tree`."""
    found = [groups[place] for place in _meant(groups, given)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("ambiguous_group", f"{given}: {listed(_told(found), 'groups may be meant')}")
    where = _in_a_cut(tree, given, sum(group.size for group in groups))
    raise UsageError("unknown_group", f"{given}: no such group{where}; {_there_are(groups)}")


def find_page(clustering: Clustering, given: str) -> int:
    """The row of a page by its URL, path, file or place, or by how its URL or path ends; or that of the typical page of
    a group.
    """
    rows, groups = clustering.rows, clustering.groups
    looks = (_by_address, _by_file, _by_place, _from_the_root)
    if found := next(filter(None, (look(rows, given) for look in looks)), []):
        return _only_one(clustering, given, found)
    is_exact = any(given in (group.id, group.name) for group in groups)
    if not is_exact and (found := _by_ending(rows, given)):
        return _only_one(clustering, given, found, "pages end so")
    in_groups = _meant(groups, given)
    if len(in_groups) == 1:
        return _typical(clustering, groups[in_groups[0]])
    if in_groups:
        told = listed(_told([groups[place] for place in in_groups]), "groups may be meant")
        raise UsageError("ambiguous_group", f"{given}: no page has this URL or path or one that ends so, but {told}")
    said = "no page has this URL or path or one that ends so, and no group has it in its id or name"
    near = _near(rows, given)
    like = f"; pages like it: {'; '.join(near)}" if near else ""
    where = _in_a_cut(clustering.tree, given, len(clustering))
    raise UsageError("unknown_page", f"{given}: {said}{where}{like}; {_there_are(groups)}")


def _meant(groups: Sequence[Group], given: str) -> list[int]:
    """The places of the groups that are meant; flags that a table shows behind a name may come along."""
    known = [(group.id, group.name) for group in groups]
    return meant(known, given) or meant(known, given.removesuffix(" (stub)"))


def _told(groups: Sequence[Group]) -> list[str]:
    return [f"{group.id} {group.name or ''}".strip() for group in groups]


def _there_are(groups: Sequence[Group]) -> str:
    """Some groups, for somebody who meant another."""
    some = "; ".join(_told(groups[:_OFFERED])) or "no groups"
    more = f"; and {len(groups) - _OFFERED:,} more" if len(groups) > _OFFERED else ""
    return f"there are {some}{more}. The options must be those of `cluster`"


def _in_a_cut(tree: Tree | None, given: str, pages: int) -> str:
    """Which cut has a group with this id, for somebody who has it from there: of those that people try, the nearest."""
    if tree is None or not _GROUP_ID.fullmatch(given):
        return ""
    if pages > _CUT_PAGES:
        return " here; a --finer or --coarser may have it, and it is found where that is given"
    cuts = [(0.0, "without a cut")]
    cuts += [(sign * bits, f"with --{way} {bits:g}") for bits in _CUTS for sign, way in ((1, "finer"), (-1, "coarser"))]
    where = next((said for level, said in cuts if any(id.startswith(given) for id in tree.ids(level))), None)
    if where is None:
        return (
            " here, nor with any --finer or --coarser that was tried; a group of a cut is found where that cut is given"
        )
    return f" here, but {where} there is one: give the same cut"


def _typical(clustering: Clustering, group: Group) -> int:
    """The row of the page that is shown as a group's example."""
    inside = clustering.members(group.id)
    rows = clustering.rows.select(["url", "path"]).take(inside).to_pylist()
    typical = (at for at, row in zip(inside, rows, strict=True) if group.example in (row["url"], row["path"]))
    return int(next(typical, inside[0]))


def _only_one(clustering: Clustering, given: str, found: list[int], what: str = "pages go by this") -> int:
    """The row that is meant; of several captures it does not matter which where all have the same structure."""
    known_by = addresses(clustering.rows, found)
    tree = clustering.tree
    is_one = len(set(known_by)) == 1 and isinstance(tree, Grammars | HostTrees) and tree.are_equal(found)
    if len(found) > 1 and not is_one:
        rows = clustering.rows.select(["source", "offset", "path", "group"]).take(found).to_pylist()
        places = [row["source"] if row["path"] else f"{row['source']}:{row['offset']}" for row in rows]
        if len(set(known_by)) == len(found):
            places = [str(address) for address in known_by]
        told = [f"{place} in {row['group'] or 'no group'}" for place, row in zip(places, rows, strict=True)]
        raise UsageError("ambiguous_page", f"{given}: {listed(told, what)}; give one of them so")
    if clustering.rows["group"][found[0]].as_py() is None:
        raise UsageError("no_structure", f"{given}: has no structure to go by")
    return found[0]


def _by_address(rows: pa.Table, address: str) -> list[int]:
    """The rows of pages with this URL, or else this path."""
    return _first_found(rows, lambda column: pc.equal(column, address))


def _from_the_root(rows: pa.Table, path: str) -> list[int]:
    """The rows of pages with this path but for the `/` before it, with which names of groups begin."""
    return _by_address(rows, path.removeprefix("/")) if path.startswith("/") else []


def _by_ending(rows: pa.Table, given: str) -> list[int]:
    """The rows of pages whose URL, or else path, ends so: from a `/` on, or anywhere behind the `…` of a table."""
    ending = given.removeprefix("…") if given.startswith("…") else f"/{given.removeprefix('/')}"
    if not given.strip("…"):
        return []
    return _first_found(rows, lambda column: pc.ends_with(column, pattern=ending))


def _first_found(rows: pa.Table, fits: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> list[int]:
    """The rows whose URL fits, or else those whose path does."""
    columns = (pc.fill_null(fits(rows[column]), False) for column in ("url", "path"))
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


def _near(rows: pa.Table, given: str) -> list[str]:
    """Addresses that have the last word of what was given in them, or else a last word that is spelled much like it."""
    word = _last_word(given.removeprefix("…"))
    if len(word) < _TELLING:
        return []
    known = pc.drop_null(pc.coalesce(rows["url"], rows["path"]))
    having = known.filter(pc.match_substring(known, word, ignore_case=True))
    if len(having):
        return list(pc.unique(having)[:_OFFERED].to_pylist())
    # To compare spellings takes long: of many addresses some from all over them must do.
    step = -(-len(known) // _SPELLED) or 1
    by_word = {_last_word(it): it for it in known.take(pa.array(range(0, len(known), step), pa.int64())).to_pylist()}
    return [by_word[it] for it in difflib.get_close_matches(word, by_word, _OFFERED)]


def _last_word(address: str) -> str:
    """What stands behind the last `/` but one at the end."""
    return address.rstrip("/").rpartition("/")[2]
