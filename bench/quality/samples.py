"""Which pages are judged: so many a label, chosen by a seed, from all packages or one half of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from bench.corpus import LabelledPage

SIZES = ("3", "10", "25", "50", "200", "skewed")
# Sizes of labels in the skewed sample, evenly in their logarithm.
SMALLEST, LARGEST = 5, 200


def sample(pages: Sequence[LabelledPage], size: str, seed: int = 1) -> list[LabelledPage]:
    """At most so many pages of each label; `skewed` draws another number for each."""
    by_label: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        by_label[page.label].append(page)
    chance = Random(f"{size} {seed}")
    chosen = []
    for label in sorted(by_label):
        most = round(SMALLEST * (LARGEST / SMALLEST) ** chance.random()) if size == "skewed" else int(size)
        members = sorted(by_label[label], key=lambda page: page.order)
        chosen += chance.sample(members, min(most, len(members)))
    return chosen


def first_half(pages: Iterable[LabelledPage]) -> set[str]:
    """The packages on which constants may be chosen; packages that share a label stay together.

    Sets of packages are dealt out by size, largest first, in the order A B B A.
    """
    size: Counter[str] = Counter()
    packages: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        size[page.package] += 1
        packages[page.label].add(page.package)
    together = _components(packages.values(), size)
    order = sorted(together, key=lambda names: (-sum(size[name] for name in names), sorted(names)))
    return {name for place, names in enumerate(order) if place % 4 in (0, 3) for name in names}


def _components(sets: Iterable[set[str]], names: Iterable[str]) -> list[set[str]]:
    found = [{name} for name in names]
    for linked in sets:
        touched = [names for names in found if names & linked]
        found = [names for names in found if not names & linked] + [set().union(*touched)]
    return found
