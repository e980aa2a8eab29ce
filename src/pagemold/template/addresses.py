"""What the addresses of a group have in common, as a pattern with stars."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from urllib.parse import parse_qsl, urlsplit

# A pattern holds for a group when it fits so many of its addresses.
MOST = 0.8
# So many folders that all groups share are left out of their names, whatever is left; a longer pattern is cut.
_MANY_FOLDERS = 3
_LONG, _LAST_FOLDERS = 32, 3
# So many ways to cut one are tried: all ends of thousands of endless patterns would fill the memory.
_CUTS = 10
# What is behind the first letters of an address makes no name, but all beginnings and ends of it would fill the memory.
_LOOKED_AT = 500
_NUMBER = re.compile(r"\d+")
_SEPARATOR = re.compile(r"[-_.]")
_EXTENSION = re.compile(r"\.[A-Za-z]{1,5}$")
_INDEX = re.compile(r"(default|index)\.\w{1,5}")
_PLAIN = re.compile(r"https?://[a-z0-9.:-]*((?:/[!-\"$->@-~]*)?)(?:\?([!-\"$-~]*))?")


def pattern(addresses: Sequence[str]) -> str:
    """What most addresses have in common, stars where they differ; empty if that says nothing.

    >>> pattern(["https://shop.example/item/12?ref=a", "https://shop.example/item/7?ref=b"])
    '/item/*?ref=*'
    >>> pattern(["/api/a/class-use/X.html", "/api/b/c/class-use/Y.html"])
    '/api/…/class-use/*.html'
    """
    split = [_path_and_query(address[:_LOOKED_AT]) for address in addresses]
    paths = [[segment for segment in path.split("/") if segment] for path, _ in split]
    if not paths:
        return ""
    length, count = Counter(map(len, paths)).most_common(1)[0]
    if count < MOST * len(paths):
        ends = [*_same_start(paths), "…", *_same_end(paths)]
        return "/" + "/".join(ends) if len(ends) > 1 else ""
    columns = zip(*(path for path in paths if len(path) == length), strict=True)
    found = "/" + "/".join(_fold(column, is_last=place == length) for place, column in enumerate(columns, 1))
    queries = [dict(parse_qsl(query, keep_blank_values=True)) for _, query in split if query]
    keys = Counter(key for query in queries for key in query)
    query = "&".join(f"{key}=*" for key in sorted(keys) if keys[key] >= MOST * len(split))
    found += "?" + query if query else ""
    return "" if found.strip("/*") == "" and length > 0 else found


def one_host(addresses: Sequence[str]) -> str:
    """The host that all addresses are on, if it is one.

    >>> one_host(["https://shop.example/item/12", "https://shop.example/"])
    'shop.example'
    """
    hosts = {address[:_LOOKED_AT].partition("://")[2].partition("/")[0] for address in addresses}
    return hosts.pop() if len(hosts) == 1 else ""


def sayings(patterns: Sequence[str]) -> list[bool]:
    """Whether each pattern has a word of its own, beside what the file is called behind its last dot.

    Where pages are known to be somewhere below some folders, and no more, the folders that most groups are in are none;
    neither is an `index.html` that the pages of most groups are called.
    """
    segments = Counter(segment for where in patterns for segment in set(where.split("/")))
    usual = {segment for segment, groups in segments.items() if 2 * groups > len(patterns)}
    return [has_words("/".join(_unusual(where, usual))) for where in patterns]


def _unusual(where: str, usual: Set[str]) -> list[str]:
    """The segments of a pattern that may say something; `/` alone does."""
    is_open = where.endswith("…")
    return [it for it in where.split("/") if it not in usual or not (is_open or _INDEX.fullmatch(it))]


def has_words(where: str) -> bool:
    """Whether a pattern is more than stars and an extension."""
    path, _, query = where.partition("?")
    return where == "/" or bool(query) or any(letter.isalnum() for letter in _EXTENSION.sub("", path))


def patterns(groups: Sequence[Sequence[str]]) -> list[str]:
    """The pattern of each group's addresses, without the folders that all of them are in and, of a long one, the
    folders that do not tell it from others, as far as it says no less without them.
    """
    found = [pattern(addresses) for addresses in groups]
    folders = [where.split("/")[1:-1] for where in found if where]
    shared = len(_same_start(folders)) if len(folders) > 1 else 0
    if shared >= _MANY_FOLDERS:
        return _cut(_without_first(found, shared))
    found = _cut(found)
    rests = _without_first(found, shared) if shared else []
    return rests if rests and all(has_words(rest) for rest in rests if rest) else found


def _without_first(found: Sequence[str], folders: int) -> list[str]:
    """The patterns without so many folders at their beginning, but for those that are cut already."""
    rests = [_below("/".join(where.split("/")[folders + 1 :])) for where in found]
    return [rest if where.startswith("/") else where for where, rest in zip(found, rests, strict=True)]


def _cut(found: Sequence[str]) -> list[str]:
    """The patterns, long ones cut where that leaves them alone and says anything."""
    distinct = set(found)
    groups_in = Counter(segment for where in distinct for segment in set(where.split("/")))
    cuts = {where: _cuts(where, groups_in) for where in distinct if len(where) > _LONG}
    common = Counter(cut for some in cuts.values() for cut in set(some))
    return [next((cut for cut in cuts.get(where, []) if common[cut] == 1 and has_words(cut)), where) for where in found]


def _cuts(where: str, groups_in: Mapping[str, int]) -> list[str]:
    """Shorter forms of a long pattern, the best first, each with the segment that tells it from most others: its last
    folders, three, four and so on; or that one and the file.
    """
    segments = where.split("/")
    words = [place for place, segment in enumerate(segments) if has_words(segment)]
    telling = min(words, key=lambda place: (groups_in[segments[place]], -place), default=len(segments) - 1)
    fewest = max(_LAST_FOLDERS, len(segments) - telling)
    counts = range(fewest, min(fewest + _CUTS, len(segments) - 1))
    ends = [_below("/".join(segments[-count:])) for count in counts]
    middle = [] if segments[-1] == "…" else ["…"]
    is_far = telling < len(segments) - 1 - _LAST_FOLDERS
    torn = [_below("/".join([segments[telling], *middle, segments[-1]]))] if is_far else []
    return [*(end for end in ends if len(end) <= _LONG), *torn, *(end for end in ends if len(end) > _LONG)]


def _below(rest: str) -> str:
    return rest if rest.startswith("…") else f"…/{rest}"


def _path_and_query(address: str) -> tuple[str, str]:
    plain = _PLAIN.fullmatch(address)  # as nearly all are, and four times as fast
    if plain:
        return plain[1], plain[2] or ""
    try:
        split = urlsplit(address)
    except ValueError:  # such as http://[
        return "", ""
    return split.path, split.query


def _fold(column: Sequence[str], *, is_last: bool) -> str:
    """One segment of a pattern: what most have, or a star, of the last one with the beginning and the end that most
    have.
    """
    if len(set(column)) == 1:
        return column[0]
    usual = _usual(column) or _usual(_without_numbers(column))
    if usual or not is_last:
        return usual or "*"
    tail = _most_have(column, _tails, str.endswith)
    head = _most_have([segment.removesuffix(tail) for segment in column], _heads, str.startswith)
    return f"{head}*{tail}"


def _usual(column: Sequence[str]) -> str:
    """What most of the segments are, or nothing."""
    most = MOST * len(column)
    if len(column) - len(set(column)) + 1 < most:
        return ""  # too many are different
    word, count = Counter(column).most_common(1)[0]
    return word if count >= most else ""


def _without_numbers(column: Sequence[str]) -> list[str]:
    return _NUMBER.sub("*", "/".join(column)).split("/")  # all at once, as no segment has a slash


def _heads(segment: str) -> list[str]:
    """The beginnings of a segment, each up to a separator, the shortest first."""
    return [segment[: cut.end()] for cut in _SEPARATOR.finditer(segment) if cut.end() < len(segment)]


def _tails(segment: str) -> list[str]:
    """The ends of a segment, each from a separator on, the shortest first; a number at the end is none."""
    ends = [segment[cut.start() :] for cut in _SEPARATOR.finditer(segment) if cut.start()]
    return [end for end in reversed(ends) if any(map(str.isalpha, end))]


def _most_have(
    column: Sequence[str], pieces_of: Callable[[str], list[str]], has_piece: Callable[[str, str], bool]
) -> str:
    """The longest piece that most have, or nothing."""
    most = MOST * len(column)
    found = ""
    for some in column[: int(len(column) - most) + 1]:  # they cannot all lack what most have
        for piece in pieces_of(some):
            if len(piece) > len(found):
                if len([it for it in column if has_piece(it, piece) and it != piece]) < most:
                    break  # a longer one has this one in it
                found = piece
    return found


def _same_start(paths: Sequence[Sequence[str]]) -> list[str]:
    start = []
    for column in zip(*paths, strict=False):
        if len(set(column)) > 1:
            break
        start.append(column[0])
    return start


def _same_end(paths: Sequence[Sequence[str]]) -> list[str]:
    """What files in folders of any depth are called, and the folder right above them, where that says anything."""
    files = _fold([path[-1] for path in paths if path], is_last=True)
    above = [path[-2] for path in paths if len(path) > 1]
    folder = _fold(above, is_last=False) if len(above) == len(paths) else "*"
    end = [folder] if any(map(str.isalnum, folder)) else []
    return [*end, files] if has_words(files) or end else []
