"""Why two pages are together or apart, and what to call a group: the numbers of the model in words.

Joins rooms, as `flow` does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, inf, nextafter
from typing import TypeAlias, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.clustering import Clustering, Group, Tree
from pagemold.data import Account, Explanation, Join, Neighbour, Reason
from pagemold.errors import UsageError
from pagemold.groups.by_host import HostTrees
from pagemold.groups.grammar import Grammars, Part, Saved
from pagemold.groups.identity import addresses
from pagemold.lookup import find_page
from pagemold.template.addresses import one_host, patterns
from pagemold.template.headings import headings
from pagemold.template.naming import Seen, names, undecided

# Addresses and headings that a name is read off, and how many groups at most are worth a look at their headings.
_ADDRESSES = 20
_HEADINGS = 4
_HEADED_GROUPS = 25
_OTHERS_HEARD = 3
# Reads the texts of some rows again, if they still lie somewhere.
Texts: TypeAlias = Callable[[pa.Table], list[str] | None]
T = TypeVar("T")


def named(
    groups: Sequence[Group],
    rows: pa.Table,
    tree: Tree | None,
    texts: Texts | None = None,
    taken: Iterable[str] = (),
    *,
    whole: bool = True,
) -> tuple[Group, ...]:
    """The groups with names for people, none of them `taken`; `tree` knows their paths, and `texts` lets headings be
    heard where addresses say too little. `whole` says that there are no other pages than those in the rows.
    """
    taken = set(taken)
    places = _places(rows, {group.id for group in groups})
    known_by = _addresses(rows, places)
    known = tree.segments() if tree else {}
    some = [known_by.get(group.id, []) for group in groups]
    seen = [
        Seen(group.size, (group.example or "") if found else "", where, one_host(found), known.get(group.id, {}))
        for group, found, where in zip(groups, some, patterns(some), strict=True)
    ]
    if texts is not None:
        asked = undecided(seen, taken)[:_HEADED_GROUPS]
        # Some others tell what the headings of all pages of the site have.
        asked += [at for at in range(len(seen)) if at not in asked][:_OTHERS_HEARD] if asked else []
        heard = _headings(rows, [some_of(places.get(groups[at].id, []), _HEADINGS) for at in asked], texts)
        for at, found in zip(asked, heard, strict=True):
            seen[at] = replace(seen[at], headings=found)
    found_names = names(seen, taken, rows.num_rows if whole else None)
    return tuple(replace(group, name=name) for group, name in zip(groups, found_names, strict=True))


def with_names(groups: Sequence[Group], rows: pa.Table) -> Sequence[Group]:
    """The groups, named by their addresses where the method gave them no names."""
    return groups if all(group.name for group in groups) else named(groups, rows, None)


def some_of(items: Sequence[T], most: int) -> list[T]:
    """All of some items, or so many of them from all over where there are more.

    >>> some_of("abcdefg", 3), some_of("ab", 3)
    (['a', 'c', 'e'], ['a', 'b'])
    """
    few = min(len(items), most)
    return [items[place * len(items) // few] for place in range(few)]


def _headings(rows: pa.Table, places: list[list[int]], texts: Texts) -> list[list[dict[str, str]]]:
    """The headings of the pages in these rows."""
    found = texts(rows.take(pa.array([row for some in places for row in some], pa.int64()))) if places else []
    heard = map(headings, found or [])
    return [[next(heard) for _ in some] for some in places] if found else [[] for _ in places]


def _places(rows: pa.Table, wanted: set[str]) -> dict[str, list[int]]:
    """The rows of each group, in the order of their addresses: no name depends on that of the pages."""
    column = rows["group"].combine_chunks()
    column = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    words = column.dictionary.to_pylist()
    rows_of: list[list[int]] = [[] for _ in words]
    order = pc.sort_indices(pc.coalesce(rows["url"], rows["path"]))
    for row, number in zip(order.to_pylist(), column.indices.take(order).to_pylist(), strict=True):
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

    A page is given by its URL or path, or how one ends from a `/` on, or by where its file lies; the id or name
    of a group stands for its typical page. Where each host was grouped alone, both must be of one.
    """
    if not isinstance(clustering.tree, Grammars | HostTrees):
        raise UsageError("no_tree", f"{clustering.method}: has no model that could explain; grammar has")
    rows = [find_page(clustering, address) for address in (one, other)]
    one_family, bits, saved, parts = clustering.tree.explain(*rows)
    one, other = map(clustering.tree.group_of, rows)
    found = [Reason(*part) for part in parts]
    found = _folded(found) if one == other else found
    joined = clustering.tree.joined(*rows) if one == other else None
    cut_one, cut_other = clustering.rows["group"].take(rows).to_pylist()
    here, there = addresses(clustering.rows, rows)
    below = clustering.tree.together_below(*rows)
    return Explanation(
        groups=(one, other),
        bits=bits,
        reasons=_weightiest_first(found),
        one_family=one_family,
        addresses=(here, there),
        one_page=rows[0] == rows[1],
        cut_groups=(cut_one, cut_other),
        coarser=_coarser(below) if one != other else None,
        finer=_hundredths(below) if one == other and below < inf else None,
        account=saved and Account(*saved),
        join=joined and _join(*joined),
    )


def _join(pages: tuple[int, int], saved: Saved, parts: Sequence[Part]) -> Join:
    return Join(pages, Account(*saved), _weightiest_first(Reason(*part) for part in parts))


def _weightiest_first(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda reason: (-abs(reason.bits), reason.path)))


def _coarser(below: float) -> float | None:
    """The least `--coarser` that makes one of groups that are one below a level, if any does."""
    return _hundredths(nextafter(-below, inf)) if below > -inf else None


def _hundredths(bits: float) -> float:
    """The least positive number of hundredths that is no less, so that what people type cuts where it should."""
    near = max(ceil(bits * 100), 1)  # the product was rounded, too
    return next((it / 100 for it in (near - 1, near, near + 1) if it > 0 and it / 100 >= bits), bits)


def _folded(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons of two pages that are together, the cost of classes and ids of `html` and `body` in that of these.

    An element saves at first as if its group had nothing of all that any template has below it, and what the group does
    have there takes its share of that back: bookkeeping, that speaks against nothing where all pages of the group have
    it. One that saves bits all the same is a mark of the group.
    """
    bits = {reason.path: reason.bits for reason in reasons}
    for reason in reasons:
        element, _, token = reason.path.rpartition("/")
        if token.startswith((".", "#")) and element in bits and reason.share >= 1.0 and reason.bits < 0:
            bits[element] += bits.pop(reason.path)
    return [replace(reason, bits=bits[reason.path]) for reason in reasons if reason.path in bits]


def neighbour(clustering: Clustering, group: str) -> Neighbour | None:
    """The group nearest to this one of a grammar clustering, and what keeps them apart, the strongest first."""
    if not isinstance(clustering.tree, Grammars) or (found := clustering.tree.nearest(group)) is None:
        return None
    other, one_family, bits, a_page, parts = found
    reasons = sorted((Reason(*part) for part in parts if part[1] < 0), key=lambda reason: (reason.bits, reason.path))
    typical = clustering.tree.typical()
    coarser = _coarser(clustering.tree.together_below(typical[group], typical[other]))
    return Neighbour(other, bits, a_page, tuple(reasons), one_family, coarser)
