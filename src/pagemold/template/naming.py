"""Short names for templates: the pattern of their addresses, and the class that tells them from the others.

A name is for people. It may change when pages are added; the id does not.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2
from urllib.parse import parse_qsl, urlsplit

# A pattern holds for a group when it fits so many of its addresses.
_MOST = 0.8
# So many folders that all groups share are left out of their names.
_MANY_FOLDERS = 3
_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"https?://[a-z0-9.:-]*((?:/[!-\"$->@-~]*)?)(?:\?([!-\"$-~]*))?")


def names(addresses: Sequence[Sequence[str]], tokens: Sequence[Mapping[str, float]]) -> list[str]:
    """A name for each group, no two alike: `/products/*`, and where that is not enough, ` .product`.

    `addresses` are those of some pages of each group; `tokens` the class tokens of each with their share of its pages.
    """
    patterns = _shortened([pattern(some) for some in addresses])
    everywhere: dict[str, float] = {}
    for some in tokens:
        for token, share in some.items():
            everywhere[token] = everywhere.get(token, 0.0) + share
    marks = [_mark(some, everywhere, len(tokens)) for some in tokens]
    common = Counter(patterns)
    named = [
        where if where and common[where] == 1 else " ".join(filter(None, [where, mark])) or "unnamed"
        for where, mark in zip(patterns, marks, strict=True)
    ]
    return _told_apart(named)


def pattern(addresses: Sequence[str]) -> str:
    """What addresses have in common, stars where they differ; empty if that says nothing.

    >>> pattern(["https://shop.example/item/12?ref=a", "https://shop.example/item/7?ref=b"])
    '/item/*?ref=*'
    """
    split = [_path_and_query(address) for address in addresses]
    paths = [[segment for segment in path.split("/") if segment] for path, _ in split]
    if not paths:
        return ""
    length, count = Counter(map(len, paths)).most_common(1)[0]
    if count < _MOST * len(paths):
        start = _same_start(paths)
        return "/" + "/".join([*start, "…"]) if start else ""
    columns = zip(*(path for path in paths if len(path) == length), strict=True)
    found = "/" + "/".join(_fold(column) for column in columns)
    queries = [dict(parse_qsl(query, keep_blank_values=True)) for _, query in split if query]
    keys = Counter(key for query in queries for key in query)
    query = "&".join(f"{key}=*" for key in sorted(keys) if keys[key] >= _MOST * len(split))
    found += "?" + query if query else ""
    return "" if found.strip("/*") == "" and length > 0 else found


def _shortened(patterns: list[str]) -> list[str]:
    """The patterns without the folders that all of them are in, if these are many: they tell nobody apart."""
    folders = [where.split("/")[1:-1] for where in patterns if where]
    shared = len(_same_start(folders)) if len(folders) > 1 else 0
    if shared < _MANY_FOLDERS:
        return patterns
    return ["…/" + "/".join(where.split("/")[shared + 1 :]) if where else where for where in patterns]


def _path_and_query(address: str) -> tuple[str, str]:
    plain = _PLAIN.fullmatch(address)  # as nearly all are, and four times as fast
    if plain:
        return plain[1], plain[2] or ""
    try:
        split = urlsplit(address)
    except ValueError:  # such as http://[
        return "", ""
    return split.path, split.query


def _fold(column: Sequence[str]) -> str:
    """One segment of a pattern: what all have, or a star, with the ending that all have."""
    if len(set(column)) == 1:
        return column[0]
    endings = {segment.rpartition(".")[2] if "." in segment else "" for segment in column}
    ending = endings.pop() if len(endings) == 1 else ""
    folded = {_NUMBER.sub("*", segment) for segment in column}
    if len(folded) == 1:
        return folded.pop()
    return f"*.{ending}" if ending.isalpha() else "*"


def _same_start(paths: Sequence[Sequence[str]]) -> list[str]:
    start = []
    for column in zip(*paths, strict=False):
        if len(set(column)) > 1:
            break
        start.append(column[0])
    return start


def _mark(here: Mapping[str, float], everywhere: Mapping[str, float], groups: int) -> str:
    """The class token that most of the group has and few others have."""

    def worth(token: str) -> float:
        elsewhere = everywhere[token] - here[token]
        return here[token] * log2((groups + 1) / (elsewhere + 1))

    best = max(sorted(here), key=worth, default="")
    return f".{best}" if best and here[best] >= 0.5 and worth(best) > 0 else ""


def _told_apart(named: list[str]) -> list[str]:
    """The same names with numbers behind those that others have too."""
    common = Counter(named)
    seen: Counter[str] = Counter()
    result = []
    for name in named:
        seen[name] += 1
        result.append(f"{name} ({seen[name]})" if common[name] > 1 else name)
    return result
