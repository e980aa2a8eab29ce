"""What the headings of a group's pages have in common: `Uses of Class …`, `… Member List`."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import TypeAlias

from pagemold.template.addresses import MOST

_Words: TypeAlias = tuple[str, ...]
# The words that the headings of a group begin with, and those that they end with.
_Ends: TypeAlias = tuple[_Words, _Words]
# The headings of some pages of a group.
_Pages: TypeAlias = Sequence[dict[str, str]]
_Take: TypeAlias = Callable[[_Words, int], _Words]

# A heading begins in the first part of a page, and is short.
_LOOKED_AT = 200_000
_LENGTH = 400
_WORDS = 4
_TAG = re.compile(r"<[^>]*>")
_LEVELS = {"heading": ("h1", "h2"), "title": ("title",)}
# Bounded, and up to the next tag: what opens thousands of times and never ends would be looked through from each place.
_OPENING = {
    tag: re.compile(rf"<{tag}(?=[\s>])[^<>]{{0,2000}}>", re.IGNORECASE) for tags in _LEVELS.values() for tag in tags
}
# Among fewer groups nobody can tell which words of a title are the site's.
_GROUPS_WITH_TITLES = 4


def headings(html: str) -> dict[str, str]:
    """The first heading and the title that a page has. A rough look: names need no tree."""
    found = {level: next(filter(None, (_first(html, tag) for tag in tags)), "") for level, tags in _LEVELS.items()}
    return {level: text for level, text in found.items() if text}


def _first(html: str, tag: str) -> str:
    begin = _OPENING[tag].search(html, 0, _LOOKED_AT)
    if not begin:
        return ""
    text = html[begin.end() : begin.end() + _LENGTH]
    end = re.search(f"</{tag}", text, re.IGNORECASE)
    return " ".join(unescape(_TAG.sub(" ", text[: end.start() if end else 0])).split())


def heading_patterns(groups: Sequence[_Pages], hosts: Sequence[str]) -> list[str]:
    """For each group, given by the headings of some of its pages, the words that most of them begin or end with.

    What most pages of other groups of its host have, such as the name of the site at the end of a title, is left out,
    and so is the heading of most pages of the host, which is that name, wherever it stands; a group that is on several
    hosts, or none, is compared with all. A heading comes before the title, unless it is that of
    a box beside the content, or of several groups.
    """
    headed = [(host, pages) for host, pages in zip(hosts, groups, strict=True) if pages]
    of_host: defaultdict[str, list[_Pages]] = defaultdict(list)
    for host, pages in headed:
        of_host[host].append(pages)
    of_host[""] = [pages for _, pages in headed]
    heads, titles = (_own_ends(groups, hosts, of_host, level) for level in _LEVELS)
    whole = Counter(start for start, end in heads if start and start == end)
    found = []
    for pages, host, head, title in zip(groups, hosts, heads, titles, strict=True):
        is_beside = _is_beside(pages)
        if len(of_host[host]) < _GROUPS_WITH_TITLES:  # the site stands at the end of most titles
            title = (title[0] if is_beside else (), ())
        order = [title, head] if is_beside or whole[head[0]] > 1 else [head, title]
        found.append(next((_joined(*ends) for ends in order if any(ends)), ""))
    return found


def _is_beside(pages: Sequence[dict[str, str]]) -> bool:
    """Whether the heading is that of a box beside the content, such as a sign-in: the same on most pages, though each
    has a title of its own, which does not have it.
    """
    heading, count = Counter(page.get("heading", "") for page in pages).most_common(1)[0] if pages else ("", 0)
    titles = {page["title"].casefold() for page in pages if "title" in page}
    is_same = bool(heading) and count >= MOST * len(pages)
    return is_same and len(titles) >= MOST * len(pages) > 1 and not any(heading.casefold() in it for it in titles)


def _own_ends(
    groups: Sequence[_Pages], hosts: Sequence[str], of_host: Mapping[str, Sequence[_Pages]], level: str
) -> list[_Ends]:
    """What the headings of each group begin and end with, without what most pages of other groups of its host have
    there, too.
    """
    on_host = {host: [words for pages in some for words in _texts(pages, level)] for host, some in of_host.items()}
    called = {host: _name_of_site(some) for host, some in of_host.items()}
    found = []
    for pages, host in zip(groups, hosts, strict=True):
        texts, every = _texts(pages, level), on_host.get(host, [])
        start, end = _ends(texts, len(pages))
        others = len(every) - len(texts)
        begin_so = _count(every, start, _beginning) - _count(texts, start, _beginning)
        end_so = _count(every, end, _ending) - _count(texts, end, _ending)
        begins_own = 2 * begin_so <= others and not _is_name(start, called.get(host), _beginning)
        ends_own = 2 * end_so <= others and not _is_name(end, called.get(host), _ending)
        found.append((start if begins_own else (), end if ends_own else ()))
    return found


def _is_name(words: _Words, name: _Words | None, take: _Take) -> bool:
    """Whether the words are the name of a site, or as much of it as is looked at."""
    said = _said(words)
    return name is not None and (said == name or (len(words) == _WORDS and take(name, len(said)) == said))


def _name_of_site(groups: Sequence[_Pages]) -> _Words | None:
    """The heading that most pages of several groups have."""
    texts = [words for pages in groups for words in _texts(pages, "heading")]
    heading, count = Counter(texts).most_common(1)[0] if texts and len(groups) > 1 else ((), 0)
    return _said(heading) if count >= MOST * sum(map(len, groups)) else None


def _said(words: _Words) -> _Words:
    """The words without dashes and the like."""
    return tuple(word for word in words if any(map(str.isalnum, word)))


def _texts(pages: _Pages, level: str) -> list[_Words]:
    return [tuple(page[level].split()) for page in pages if level in page]


def _beginning(words: _Words, count: int) -> _Words:
    return words[:count]


def _ending(words: _Words, count: int) -> _Words:
    return words[-count:]


def _count(texts: Sequence[_Words], wanted: _Words, take: _Take) -> int:
    """How many texts begin or end with these words."""
    return sum(take(words, len(wanted)) == wanted for words in texts) if wanted else 0


def _ends(texts: Sequence[_Words], pages: int) -> _Ends:
    """The words that most texts begin with, and those that they end with; the same twice if they are all of it."""
    if len(texts) < max(2, MOST * pages):
        return (), ()
    whole, count = Counter(texts).most_common(1)[0]
    if count >= MOST * pages:
        return whole, whole
    return _longest(texts, pages, _beginning), _longest(texts, pages, _ending)


def _longest(texts: Sequence[_Words], pages: int, take: _Take) -> _Words:
    best: _Words = ()
    for n in range(1, _WORDS + 1):
        words, count = Counter(take(words, n) for words in texts).most_common(1)[0]
        if count < MOST * pages or len(words) < n:
            break
        best = words
    return best if any(sum(map(str.isalpha, word)) > 2 for word in best) else ()


def _joined(start: _Words, end: _Words) -> str:
    if start == end:
        return f"“{' '.join(start[:_WORDS])}{' …' if len(start) > _WORDS else ''}”"
    while start and not any(map(str.isalnum, start[-1])):  # a dash before what varies
        start = start[:-1]
    while end and not any(map(str.isalnum, end[0])):
        end = end[1:]
    return f"“{' '.join([*start, '…', *end])}”"
