"""Which old and new templates are one by their structure, where neither ids nor addresses tell.

Best pairs first, those whose class paths are alike; of the rest those that most pages of either have their nearest page
in, by tags. Each is in one pair at most.
"""

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import TypeAlias

from pagemold.store.candidates import Side, candidates
from pagemold.store.nearby_tags import MATCHED
from pagemold.store.usual_paths import Paths, knowing_by_path

# How often it is looked for pairs by tags: of many with the same tags at least half find one each time.
_ROUNDS = 16

# What a pair is worth, more is better, then the old template and the new one.
_Ranked: TypeAlias = tuple[tuple[float, ...], str, str]
_Pairs: TypeAlias = Container[tuple[str, str]]


def pairs_by_class(here: Mapping[str, Paths], there: Mapping[str, Paths], strangers: _Pairs = ()) -> dict[str, str]:
    """New templates by the old ones whose class paths they share, but for pairs that are known to be none."""
    return _best_first(_alike(here, there), strangers)


def pairs_by_tags(old: Side, new: Side, strangers: _Pairs = ()) -> dict[str, str]:
    """New templates by the old ones, of those that are left: half of the pages of either must speak for the other.

    Of several with the same tags, those are taken first that are more alike in classes, name and number of pages. Of
    many not all pairs are weighed at once, so those that are left are weighed again.
    """
    pairs: dict[str, str] = {}
    for _ in range(_ROUNDS):
        weighed = {*candidates(old, new), *((was, now) for now, was in candidates(new, old))}
        found = _best_first(_near(old, new, weighed), strangers)
        if not found:
            break
        pairs |= found
        old, new = old.without(found), new.without(set(found.values()))
    return pairs


def _near(old: Side, new: Side, weighed: Iterable[tuple[str, str]]) -> Iterator[_Ranked]:
    """The pairs that enough pages speak for."""
    for one, other in weighed:
        forth, back = _share(old.near[one], other), _share(new.near[other], one)
        if min(forth, back) >= 0.5:
            known = one in old.paths and other in new.paths
            alike = old.paths[one].alike(new.paths[other]) if known else 0.0
            was, now = old.templates[one], new.templates[other]
            is_called_so = float(was.called == now.called)
            yield (forth + back, alike, is_called_so, -abs(was.pages - now.pages)), one, other


def _share(near: Sequence[frozenset[str]], template: str) -> float:
    """The share of pages that are near to a template."""
    return sum(template in it for it in near) / len(near)


def _best_first(ranked: Iterable[_Ranked], strangers: _Pairs) -> dict[str, str]:
    """The best pairs of templates that are in none yet; pairs of the same worth go by their ids, so by content."""
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, old, new in sorted(ranked, key=lambda it: (*(-worth for worth in it[0]), it[1], it[2])):
        if old not in pairs and new not in taken and (old, new) not in strangers:
            pairs[old] = new
            taken.add(new)
    return pairs


def _alike(here: Mapping[str, Paths], there: Mapping[str, Paths]) -> Iterator[_Ranked]:
    """All pairs that are alike enough, with how alike they are and how much they share."""
    candidates = {*_knowing_rare(here, there), *((old, new) for new, old in _knowing_rare(there, here))}
    for old, new in candidates:
        score = here[old].alike(there[new])
        if score >= MATCHED:
            yield (score, len(here[old].usual.keys() & there[new].usual.keys())), old, new


def _knowing_rare(these: Mapping[str, Paths], those: Mapping[str, Paths]) -> Iterator[tuple[str, str]]:
    """Each of these templates with those that know one of the rarest paths that are usual in it.

    Of two that are alike enough, one knows at least this share of what is usual in the other, and so at least one of
    any paths that are more than the rest. The rarest of them lead to the fewest templates.
    """
    knowing = knowing_by_path(those)
    for id, paths in these.items():
        # Rounding must not make it one less.
        enough = len(paths.usual) - math.ceil(MATCHED * len(paths.usual) - 1e-6) + 1
        rarest = nsmallest(enough, paths.usual, key=lambda path: len(knowing.get(path, ())))
        yield from ((id, other) for path in rarest for other in knowing.get(path, ()))
