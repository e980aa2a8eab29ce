"""The class that tells a group of pages from its neighbours, those of the same site."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

# What a group has: the share of its pages that do, and the share of all their parts that hang there.
Parts: TypeAlias = Mapping[str, tuple[float, float]]

# Classes that name a group, the best grade first: the share of its pages that have it, and how much of a page its parts
# hold. Icons and the like hold less.
_GRADES = ((0.8, 0.05), (0.8, 0.01), (0.6, 0.01))
# A class tells a group when no more than this share of a neighbour's pages have it, or where there are many neighbours
# of those that have it most, one in so many.
_ELSEWHERE = 0.25
_MOST_LIKE_IT = 10
_LONG = 24
_DOT = re.compile(r"(?<!\\)\.")
# What large parts are called on any page.
_LAYOUT = re.compile(
    r"\.(area|block|body|bottom|box|cent(er|re)|clearfix|col|contain(er)?|contents?|document|even|footer|grid|header|"
    r"inner|layout|left|main|menu|nav|odd|outer|page|panel|right|row|section|site|top|wrap)([-_]+\w+)?",
    re.IGNORECASE,
)
# What is layout, or how text looks: whatever else is in the name, or where it is all of it.
_LOOKS = re.compile(
    r"wrapper|sidebar|navigation|navbar|breadcrumb|column|highlight|headerlink|(^\.|-)icon|^\.[a-z]{1,2}-|"
    r"^\.(active|anchor|bold|caption|clear|current|docutils|external|fancy|first|internal|last|literal|notranslate|plain|"
    r"reference|simple|small|title|topless)$",
    re.IGNORECASE,
)


def telling(groups: Sequence[Parts], sites: Sequence[Hashable], asked: Sequence[bool]) -> list[list[str]]:
    """For each grade, and each group that is asked about, the class that its pages have and hardly any of its
    neighbours': `.cart`, or `div.chapter` where others have `li.chapter`. Empty where there is none.
    """
    among = _neighbours(groups, sites)
    found = [[""] * len(groups) for _ in _GRADES]
    for place in (place for place, is_asked in enumerate(asked) if is_asked):
        worth = dict(_worth(groups[place], among[place]))
        for chosen, (least_share, least_held) in zip(found, _GRADES, strict=True):
            fit = [
                # Of two that say the same, the shorter one.
                (-round(value, 6), len(name), name)
                for name, (value, share, held) in worth.items()
                if share >= least_share and held >= least_held
            ]
            chosen[place] = min(fit)[-1] if fit else ""
    return found


def _worth(parts: Parts, site: "_Site") -> Iterator[tuple[str, tuple[float, float, float]]]:
    """What each class that tells the group is worth, with its share of the pages and of what they hold."""
    least_share, least_held = map(min, zip(*_GRADES, strict=True))
    for name, (share, held) in _candidates(parts).items():
        if share >= least_share and held >= least_held and _is_word(name):
            usually, at_most = site.elsewhere(name, share)
            if usually <= _ELSEWHERE:
                yield name, ((share - (usually + at_most) / 2) * held**0.25, share, held)


def _neighbours(groups: Sequence[Parts], sites: Sequence[Hashable]) -> "list[_Site]":
    """For each group the groups of its site; one that is alone there, or on several, is among all of them."""
    members: defaultdict[Hashable, list[Parts]] = defaultdict(list)
    for parts, site in zip(groups, sites, strict=True):
        members[site].append(parts)
    everything = _Site(groups)
    known = {site: _Site(some) if site and len(some) > 1 else everything for site, some in members.items()}
    return [known[site] for site in sites]


class _Site:
    """Groups beside each other, and how much of what each of them has is elsewhere."""

    def __init__(self, groups: Sequence[Parts]) -> None:
        self._groups = groups
        self._counted = max((len(groups) - 1) // _MOST_LIKE_IT, 1)

    @cached_property
    def _most(self) -> dict[str, tuple[list[float], float]]:
        """Of each name the two largest shares and the least that counts, and the sum of all that count and one more,
        for the group itself. Found when it is asked for: of most sites nothing is.
        """
        shares: defaultdict[str, list[float]] = defaultdict(list)
        for parts in self._groups:
            for name, (share, _) in _candidates(parts).items():
                shares[name].append(share)
        found = {}
        for name, some in shares.items():
            largest = sorted([*some, 0.0], reverse=True)[: self._counted + 1]
            least = largest[-1] if len(some) > self._counted else 0.0
            found[name] = [*largest[:2], least], sum(largest)
        return found

    def elsewhere(self, name: str, share: float) -> tuple[float, float]:
        """Of what a group has this share of, the mean share of the other groups that have most, and the largest."""
        (first, second, least), total = self._most[name]
        return (total - max(share, least)) / self._counted, second if share >= first else first


def _candidates(parts: Parts) -> dict[str, tuple[float, float]]:
    """The classes of parts, alone and with their tag, each with the largest share of pages and of what hangs there."""
    found: dict[str, tuple[float, float]] = {}
    for segment, seen in parts.items():
        for name in _names(segment):
            most = found.get(name)
            found[name] = seen if most is None else (max(seen[0], most[0]), max(seen[1], most[1]))
    return found


@lru_cache(maxsize=10_000)
def _names(segment: str) -> tuple[str, ...]:
    if "." not in segment or segment.startswith((".", "#", "meta[", "link[")):
        return ()
    tag, *classes = _DOT.split(segment) if "\\" in segment else segment.split(".")
    return tuple(name for word in classes for name in (f".{word}", f"{tag}.{word}"))


@lru_cache(maxsize=10_000)
def _is_word(name: str) -> bool:
    """Whether a person would say it: nothing folded but a number at its end, nothing endless or unseen, no word of
    layout.
    """
    token = name[name.index(".") :]
    stem = token.removesuffix("#")
    is_plain = "#" not in stem and "\\" not in token and stem[-1].isalnum() and len(stem) > 1 and name.isprintable()
    return is_plain and len(token) <= _LONG + 1 and not (is_layout(stem) or _LOOKS.search(stem))


def is_layout(token: str) -> bool:
    """Whether a class is one that large parts of any page have."""
    return bool(_LAYOUT.fullmatch(token))
