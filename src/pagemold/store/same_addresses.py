"""Which old and new templates have pages of the same addresses: what tells one template through a change of all pages.

An address is the URL, or else the path inside of what was given; where pages of one address have several templates in
a collection, it says nothing. Both collections are gone through in the order of addresses, so that none is kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge
from typing import TypeAlias

from pagemold.store import schema
from pagemold.store.collection import Collection
from pagemold.store.templates import Template

# Fewer addresses than this speak for one template only where they are most of either: a page or two of many may have
# been moved, or show another template now.
_FEWEST = 3

# As bytes they are compared as SQLite sorts them.
_ADDRESSES = """
SELECT CAST(coalesce(pages.url, pages.path) AS BLOB) AS address, min(shown.id)
FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as
WHERE address IS NOT NULL GROUP BY address HAVING min(shown.id) = max(shown.id) ORDER BY address
"""

_Counts: TypeAlias = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class SharedAddresses:
    """How many addresses old and new templates have, by their ids, and how many each old and new one share."""

    old: Counter[str] = field(default_factory=Counter)
    new: Counter[str] = field(default_factory=Counter)
    both: Counter[tuple[str, str]] = field(default_factory=Counter)

    def pairs(self, before: Mapping[str, Template], after: Mapping[str, Template]) -> dict[str, str]:
        """New templates by the old ones that they share most addresses with, of those that are given.

        Each must be the other's best, without another that is as good: then no template is in two pairs. What they
        share must be most of what one of them shares with any, and most of the addresses of the smaller one. Pages that
        are stubs now and were none are not what they were: an error may have taken the place of many templates.
        """
        known = {
            (was, now): count
            for (was, now), count in self.both.items()
            if was in before and now in after and before[was].flags == after[now].flags
        }
        back = _best({(now, was): count for (was, now), count in known.items()})
        of_old, of_new = self._met()
        pairs = {}
        for was, now in _best(known).items():
            count = known[was, now]
            of_these = (min if count >= _FEWEST else max)(self.old[was], self.new[now])
            is_enough = 2 * count > of_these
            is_most = 2 * count > min(of_old[was], of_new[now])
            if back.get(now) == was and is_enough and is_most:
                pairs[was] = now
        return pairs

    def strangers(self) -> "Strangers":
        """Which templates are not one, however alike."""
        of_old, of_new = self._met()
        return Strangers(
            frozenset(id for id, count in self.old.items() if 2 * of_old[id] > count),
            frozenset(id for id, count in self.new.items() if 2 * of_new[id] > count),
            frozenset(self.both),
        )

    def _met(self) -> tuple[Counter[str], Counter[str]]:
        """How many addresses each old and new template shares with any."""
        of_old: Counter[str] = Counter()
        of_new: Counter[str] = Counter()
        for (was, now), count in self.both.items():
            of_old[was] += count
            of_new[now] += count
        return of_old, of_new


@dataclass(frozen=True, slots=True)
class Strangers:
    """Pairs of templates that share no address, though most addresses of either are in both collections: it is known
    what became of the pages of the one, and what those of the other were.
    """

    old: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()
    sharing: frozenset[tuple[str, str]] = frozenset()

    def __contains__(self, pair: object) -> bool:
        match pair:
            case (was, now):
                return was in self.old and now in self.new and pair not in self.sharing
        return False


def shared_addresses(old: Collection, new: Collection) -> SharedAddresses:
    """What the templates of two collections share."""
    found = SharedAddresses()
    # Of one address the old template comes first, and is told beside the new one.
    in_order = merge(
        ((address, 0, id) for address, id in _addresses(old)), ((address, 1, id) for address, id in _addresses(new))
    )
    last: tuple[bytes, str] | None = None
    for address, side, id in in_order:
        if side == 0:
            found.old[id] += 1
            last = address, id
        else:
            found.new[id] += 1
            if last is not None and last[0] == address:
                found.both[last[1], id] += 1
    return found


def _addresses(collection: Collection) -> Iterator[tuple[bytes, str]]:
    """The addresses of a collection and the template of each, in the order of addresses."""
    with schema.sqlite_errors(collection.folder):
        yield from collection._connection.execute(_ADDRESSES)


def _best(shared: _Counts) -> dict[str, str]:
    """For each of the first templates the one that it shares most with, if no other shares as much."""
    best: dict[str, tuple[int, str | None]] = {}
    for (one, other), count in shared.items():
        most, _ = best.get(one, (0, None))
        if count >= most:
            best[one] = count, other if count > most else None
    return {one: other for one, (_, other) in best.items() if other is not None}
