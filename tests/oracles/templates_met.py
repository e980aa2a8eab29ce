"""Templates as a crawl meets them, from their definition: all pages of a template are looked at again each time."""

from collections.abc import Sequence

ALIKE = 0.7
COMMON = 0.2


def templates_met(pages: Sequence[frozenset[int]]) -> list[int | None]:
    """The number of each page's template at the end, as founded from 1; none for a page without paths."""
    members: dict[int, list[int]] = {}
    founded = 0
    for number, paths in enumerate(pages):
        if not paths:
            continue
        home = _best(paths, {template: _common(pages, rows) for template, rows in members.items()})
        if home is None:
            founded += 1
            home = founded
            members[home] = []
        members[home].append(number)
        while True:
            others = {template: _common(pages, rows) for template, rows in members.items() if template != home}
            like = _best(_common(pages, members[home]), others)
            if like is None:
                break
            rows = members.pop(home) + members.pop(like)
            home = min(home, like)
            members[home] = rows
    place = {row: template for template, rows in members.items() for row in rows}
    return [place.get(number) for number in range(len(pages))]


def _common(pages: Sequence[frozenset[int]], rows: list[int]) -> frozenset[int]:
    paths = frozenset[int]().union(*(pages[row] for row in rows))
    return frozenset(path for path in paths if sum(path in pages[row] for row in rows) / len(rows) >= COMMON)


def _best(paths: frozenset[int], others: dict[int, frozenset[int]]) -> int | None:
    shares = {template: len(paths & other) / max(len(paths), len(other)) for template, other in others.items()}
    best = min(shares, key=lambda template: (-shares[template], template), default=None)
    return best if best is not None and shares[best] >= ALIKE else None
