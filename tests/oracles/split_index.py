"""What the split index must answer: every stored fingerprint is compared with the query."""

from collections.abc import Sequence

from tests.oracles.components import levenshtein


def within_one(stored: Sequence[bytes], query: bytes) -> list[int]:
    """The places of all within one edit."""
    return [place for place, entries in enumerate(stored) if levenshtein(entries, query) <= 1]
