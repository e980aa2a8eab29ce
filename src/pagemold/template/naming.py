"""Short names for templates, as a person would call them.

In this order: the pattern of their addresses, the kind of page that a class of `html` or `body` or `og:type` tells, the
words of their headings, the class of a part that their neighbours lack. The first that says anything is the name. Where
several groups would be called the same, the one with most of the pages keeps the name, and the others get the next
thing that tells them apart behind it. What most groups have, such as `/*.html`, tells nothing.

A name is for people. It may change when pages are added; the id does not.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2

from pagemold.template.addresses import has_words, sayings
from pagemold.template.headings import heading_patterns
from pagemold.template.telling import is_layout, telling

# A group with so many of the pages that go by a name may keep it.
_OWNER = 2 / 3
# What `html` and `body` say names a group when so many of its pages have it.
_MOST = 0.8
_LONG_TOKEN = 24
_LONG_PAGE = 60
_OG_TYPE = "meta[og:type="
# The group that has nearly all pages, and nothing of its own.
_MOST_PAGES = "most pages"
# What sites call their kinds of pages, in classes of `html` and `body`.
_KIND = re.compile(
    r"404|account|archive|article|author|blog|cart|categor|checkout|contact|detail|error|faq|forum|gallery|home|index|"
    r"landing|list|login|page|post|product|profile|search|single|tag|term|topic|user",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen of a group: its pages, the address of a typical one, the pattern of their addresses among those of
    all groups, the one host that all are on, the last segments of its paths, each with the share of pages that have it
    and the share of all their parts that hang there, and headings of some pages.
    """

    pages: int
    example: str = ""
    where: str = ""
    host: str = ""
    segments: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    headings: Sequence[dict[str, str]] = ()


def names(groups: Sequence[Seen], taken: Iterable[str] = (), all_pages: int | None = None) -> list[str]:
    """A name for each group, no two alike and none `taken`: `/products/*`, `“Enum Class …”`, `/products/* .sorry`.

    Only where it is known how many pages there are, those of groups that need no name too, may one have most of them.
    """
    taken = set(taken)
    patterns = [group.where for group in groups]
    says = sayings(patterns)
    hosts, parts = [group.host for group in groups], [group.segments for group in groups]
    where = [it if said else "" for it, said in zip(patterns, says, strict=True)]
    kinds = _kinds([_page_words(group.segments) for group in groups])
    headings = heading_patterns([group.headings for group in groups], hosts)
    likes = _likes([group.example for group in groups])
    told = [any(levels) for levels in zip(where, kinds, headings, strict=True)]
    large, small, rarer = telling(parts, hosts, [not it for it in told])
    only = patterns if len(groups) == 1 else [""] * len(groups)
    most = _most_pages([group.pages for group in groups], all_pages)
    alone = [where, kinds, headings, large, most, small, rarer, only, likes]
    first = [next(filter(None, levels), "unnamed") for levels in zip(*alone, strict=True)]
    # What stands behind a name that others have too need only tell it from theirs; of those whose name is taken nothing
    # is known here, so that it must tell it from all.
    shared, common = list(zip(hosts, first, strict=True)), Counter(zip(hosts, first, strict=True))
    beside = telling(parts, shared, [common[it] > 1 or it[1] in taken for it in shared])
    own_hosts = hosts if len(set(hosts)) > 1 else [""] * len(groups)
    behind = zip(own_hosts, kinds, headings, *beside, likes, strict=True)
    levels = [list(dict.fromkeys(filter(None, [name, *more]))) for name, more in zip(first, behind, strict=True)]
    refined = _refined(levels, [group.pages for group in groups], taken)
    return _told_apart([_seen_of(name) or "unnamed" for name in refined], taken)


def undecided(groups: Sequence[Seen], taken: Container[str] = ()) -> list[int]:
    """The groups whose addresses do not name them, so that it is worth looking at their headings."""
    patterns = [group.where for group in groups]
    says, owners = sayings(patterns), _owners(patterns, [group.pages for group in groups])
    is_named = [said and where not in taken for said, where in zip(says, patterns, strict=True)]
    return [place for place, where in enumerate(patterns) if not is_named[place] or owners.get(where) != place]


def _likes(examples: Sequence[str]) -> list[str]:
    """The last resort: a group goes by its typical page, and by the folder of this where others are called the same."""
    paths = [list(filter(None, (it.partition("://")[2] or it).split("/"))) for it in examples]
    common = Counter(path[-1] for path in paths if path)
    found = ["/".join(path[-2:] if common[path[-1]] > 1 else path[-1:]) if path else "" for path in paths]
    return [f"like {it if len(it) <= _LONG_PAGE else f'…{it[-_LONG_PAGE:]}'}" if it else "" for it in found]


def _owners(called: Sequence[str], pages: Sequence[int]) -> dict[str, int]:
    """For each name, the group that has most of the pages that go by it, if there is one."""
    of_name: Counter[str] = Counter()
    for name, size in zip(called, pages, strict=True):
        of_name[name] += size
    return {
        name: place
        for place, (name, size) in enumerate(zip(called, pages, strict=True))
        if size >= _OWNER * of_name[name]
    }


def _refined(levels: Sequence[Sequence[str]], pages: Sequence[int], taken: Container[str]) -> list[str]:
    """The first level of each group, and where another owns it, or it is taken, the first that nobody else has: behind
    an address, or in place of anything else.
    """
    first = [level[0] for level in levels]
    common, owners = Counter(first), _owners(first, pages)
    everywhere = Counter(level for group in levels for level in group)
    beside = Counter((group[0], level) for group in levels for level in group[1:])
    result = []
    for place, (name, *others) in enumerate(levels):
        is_free = name not in taken and (common[name] == 1 or owners.get(name) == place)
        if is_free or not others:
            result.append(name)
            continue
        alone = [other for other in others if beside[name, other] == 1] or others
        told = alone[0]
        is_enough = not name.startswith(("/", "…")) and everywhere[told] == 1 and not told.startswith("like ")
        result.append(told if is_enough and has_words(told) else f"{name} {told}")
    return result


def _most_pages(pages: Sequence[int], all_pages: int | None) -> list[str]:
    """How to call the one group that has nearly all pages, if there is one."""
    if all_pages is None or len(pages) == 1:
        return [""] * len(pages)
    return [_MOST_PAGES if size >= _OWNER * all_pages else "" for size in pages]


def _page_words(segments: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """What `html`, `body` and `og:type` say of the page, as classes and words, each with the share of pages."""
    found = {}
    for segment, (share, _) in segments.items():
        if segment.startswith((".", "#")):
            found[segment] = share
        elif segment.startswith(_OG_TYPE) and segment != f"{_OG_TYPE}website]":
            found[f"og:{segment[len(_OG_TYPE) : -1]}"] = share
    return found


def _kinds(groups: Sequence[Mapping[str, float]]) -> list[str]:
    """For each group the word that most of it has and few others have; one that several have must tell a kind of page,
    and one that most others have tells nothing.
    """
    everywhere: defaultdict[str, float] = defaultdict(float)
    for group in groups:
        for word, share in group.items():
            everywhere[word] += share

    def worth(word: str, share: float) -> float:
        elsewhere = everywhere[word] - share
        if elsewhere > (len(groups) - 1) / 2 or (elsewhere >= 1 and not _KIND.search(word)):
            return 0.0
        return float(share * log2((len(groups) + 1) / (elsewhere + 1)) ** 2)

    found = []
    for group in groups:
        usable = [(-worth(word, share), word) for word, share in group.items() if share >= _MOST]
        found.append(next((word for less, word in sorted(usable) if less < 0 and _is_word(word)), ""))
    return found


def _seen_of(name: str) -> str:
    """A name without what turns the direction of text, steers a terminal, or is not seen: headings and addresses may
    have that.
    """
    return name if name.isprintable() else "".join(filter(str.isprintable, name)).strip()


def _is_word(word: str) -> bool:
    """Whether a person would say it: nothing folded, endless or unseen, and no word of layout."""
    is_plain = "#" not in word[1:] and "\\" not in word and not word.endswith(":") and word.isprintable()
    return is_plain and len(word) <= _LONG_TOKEN + 1 and not is_layout(word)


def _told_apart(named: list[str], taken: set[str]) -> list[str]:
    """The same names with numbers behind those that others have too; no number makes a name that is there already."""
    common = Counter(named)
    alone = {name for name, count in common.items() if count == 1} - taken
    used = alone | taken
    last = {
        name: int(name in taken) for name in common
    }  # the number given last to each name, so that none is tried twice
    result = []
    for name in named:
        told = name
        while name not in alone and (told == name or told in used):
            last[name] += 1
            told = f"{name} ({last[name]})"
        used.add(told)
        result.append(told)
    return result
