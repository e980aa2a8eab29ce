"""Which old and new templates are one.

Those of the same id, which comes from their structure; of the others, best pairs first, those whose class paths are
alike; of the rest those that most pages of either have their nearest page in, by tags. Each is in one pair at most.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import nsmallest
from typing import TypeAlias

from pagemold.store.nearby_tags import MATCHED, NearbyTags
from pagemold.store.templates import Template
from pagemold.store.usual_paths import Paths

# What a pair is worth, more is better, then the old template and the new one.
_Ranked: TypeAlias = tuple[tuple[float, ...], str, str]


def pairs_by_class(here: Mapping[str, Paths], there: Mapping[str, Paths]) -> dict[str, str]:
    """New templates by the old ones whose class paths they share."""
    return _best_first(_alike(here, there))


def pairs_by_tags(
    before: Mapping[str, Template],
    after: Mapping[str, Template],
    here: Mapping[str, Paths],
    there: Mapping[str, Paths],
    forth: NearbyTags,
    back: NearbyTags,
) -> dict[str, str]:
    """New templates by the old ones, of those that are left: half of the pages of either must speak for the other.

    Of several with the same tags, those are taken first that are more alike in classes, name and number of pages.
    """

    def worth(old: str, new: str, votes: float) -> tuple[float, ...]:
        alike = here[old].alike(there[new]) if old in here and new in there else 0.0
        was, now = before[old], after[new]
        return votes, alike, float(was.called == now.called), -abs(was.pages - now.pages)

    for_new = {old: forth.votes(old, after) for old in before}
    for_old = {new: back.votes(new, before) for new in after}
    both = (
        (old, new, share, for_old[new].get(old, 0.0)) for old, votes in for_new.items() for new, share in votes.items()
    )
    return _best_first((worth(old, new, one + two), old, new) for old, new, one, two in both if min(one, two) >= 0.5)


def _best_first(ranked: Iterable[_Ranked]) -> dict[str, str]:
    """The best pairs of templates that are in none yet; pairs of the same worth go by their ids, so by content."""
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, old, new in sorted(ranked, key=lambda it: (*(-worth for worth in it[0]), it[1], it[2])):
        if old not in pairs and new not in taken:
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
    knowing: defaultdict[int, list[str]] = defaultdict(list)
    for id, paths in those.items():
        for path in paths.known:
            knowing[path].append(id)
    for id, paths in these.items():
        # Rounding must not make it one less.
        enough = len(paths.usual) - math.ceil(MATCHED * len(paths.usual) - 1e-6) + 1
        rarest = nsmallest(enough, paths.usual, key=lambda path: len(knowing.get(path, ())))
        yield from ((id, other) for path in rarest for other in knowing.get(path, ()))
