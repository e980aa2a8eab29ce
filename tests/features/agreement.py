"""The one comparison behind every set and bag: hashes, counts, readable names and MinHash of core and oracle."""

from collections import Counter
from collections.abc import Callable

from tests.native import row
from tests.oracles.hashing import sequence_hash
from tests.oracles.minhash import signature

Item = tuple[str, ...]


def assert_agrees(feature: str, items: set[Item] | Counter[Item], name: Callable[[Item], str], html: str) -> None:
    """`html`, through the core, has exactly these items."""
    is_bag = isinstance(items, Counter)
    got = row(html, feature, f"{feature}:names", f"{feature}:minhash", *([f"{feature}:counts"] if is_bag else []))
    by_hash = {sequence_hash(item): item for item in items}
    hashes = sorted(by_hash)
    assert got[f"{feature}:names"] == [name(by_hash[value]) for value in hashes]
    assert got[feature] == hashes
    assert got[f"{feature}:minhash"] == signature(hashes)
    if isinstance(items, Counter):
        assert got[f"{feature}:counts"] == [items[by_hash[value]] for value in hashes]


def names(feature: str, html: str) -> set[str]:
    """The readable items of a page."""
    return set(row(html, f"{feature}:names")[f"{feature}:names"])


def counts(feature: str, html: str) -> dict[str, int]:
    """The readable items of a page, each with its count."""
    got = row(html, f"{feature}:names", f"{feature}:counts")
    return dict(zip(got[f"{feature}:names"], got[f"{feature}:counts"], strict=True))
