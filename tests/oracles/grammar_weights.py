"""How much each path says: by the structure of the pages alone, and by what groups of them explain."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import lgamma, log, pi

from tests.oracles.grammar_price import Counts, Page, Path

PAGE_TOKEN, PAGES_OF_A_KIND, MASS, TOGETHER, DEPTH = 4.4, 3, 0.31, 0.69, 0.05
NAMES, PAGES_OF_A_NAME = 8, 8
# Nats that a path's share is drawn by, to that of its segment and of its siblings, and the least share.
DRAWN = (38.0, 160.0, 0.09)


def kt(k: float, m: float) -> float:
    return log(pi) + lgamma(m + 1) - lgamma(k + 0.5) - lgamma(m - k + 0.5)


def explained(
    paths: Sequence[Path], groups: list[Counts], drawn: tuple[float, float, float] = DRAWN
) -> dict[Path, float]:
    by_segment, by_siblings, least = drawn
    within, whole = {}, {}
    for path in paths:
        ks = [(g.pages[path] * g.factor, (g.pages[path[:-1]] if path[:-1] else g.total) * g.factor) for g in groups]
        ks = [(k, m) for k, m in ks if m > 0]
        whole[path] = kt(sum(k for k, _ in ks), sum(m for _, m in ks))
        within[path] = min(max(sum(kt(k, m) for k, m in ks), 0.0), whole[path])

    def left(kind: Callable[[Path], Hashable]) -> dict[Hashable, float]:
        """The share of bits not explained, of all paths of a kind together."""
        inside: Counter[Hashable] = Counter()
        all_: Counter[Hashable] = Counter()
        for path in paths:
            inside[kind(path)] += within[path]  # type: ignore[assignment]
            all_[kind(path)] += whole[path]  # type: ignore[assignment]
        return {kind: inside[kind] / max(all_[kind], 1e-9) for kind in all_}

    segments, siblings = left(lambda path: path[-1]), left(lambda path: path[:-1])
    shares = {}
    for path in paths:
        unexplained = within[path] + by_segment * segments[path[-1]] + by_siblings * siblings[path[:-1]]
        shares[path] = min(max(1 - unexplained / (whole[path] + by_segment + by_siblings), least), 1.0)
    return shares


def is_page_token(path: Path) -> bool:
    return path[-1].startswith((".", "#"))


def is_head_mark(path: Path) -> bool:
    return path[-1].startswith(("link[", "meta["))


def is_called(path: Path) -> bool:
    return path[-1].startswith("[")


def names_of_pages(copies: dict[Page, int], paths: Sequence[Path]) -> set[Path]:
    """Classes and ids of the page that begin as many others do, which have few pages each."""
    tokens = [path for path in paths if is_page_token(path) and "#" not in path[-1][1:]]
    on = {path: sum(count for page, count in copies.items() if path in page) for path in tokens}

    def beginnings(path: Path) -> set[Path]:
        token = path[-1]
        dashes = {token[:place] for place in range(1, min(len(token), 32)) if token[place] in "-_"}
        return {(*path[:-1], begin) for begin in dashes | ({"#"} if token[0] == "#" else set())}

    found = {begin for token in tokens for begin in beginnings(token)}
    alike = {begin: [token for token in tokens if begin in beginnings(token)] for begin in found}
    many = {begin for begin in found if len(alike[begin]) >= NAMES}
    few = {begin for begin in many if sum(on[path] for path in alike[begin]) <= PAGES_OF_A_NAME * len(alike[begin])}
    return {path for path in tokens if beginnings(path) & few}


def structural(copies: dict[Page, int], paths: Sequence[Path]) -> dict[Path, float]:
    df = {path: sum(path in page for page in copies) for path in paths}
    where = {path: frozenset(page for page in copies if path in page) for path in paths}
    places = Counter(where[path] for path in paths if not path[:-1] or where[path[:-1]] != where[path])
    base, names = {}, names_of_pages(copies, paths)
    for path in paths:
        of = path[:-1] if is_page_token(path) else path
        mass = sum(df[below] for below in paths if below[: len(of)] == of) / df[of]
        token = PAGE_TOKEN if is_page_token(path) else 1.0
        if (is_page_token(path) or is_head_mark(path) or is_called(path)) and sum(
            copies[page] for page in where[path]
        ) < PAGES_OF_A_KIND:
            token = 0.0
        if path in names:
            token = 0.0
        base[path] = token * mass**MASS * places[where[path]] ** -TOGETHER * len(path) ** -DEPTH
    return base
