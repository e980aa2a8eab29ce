"""Classification by definition: every page against every training page."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def reached(
    page: T, known: Sequence[tuple[T, str]], similarity: Callable[[T, T], float], threshold: float | None
) -> dict[str, float]:
    """The templates that a page is similar enough to, with its similarity to the nearest of their pages."""
    found: dict[str, float] = {}
    for label in {label for _, label in known}:
        members = [member for member, of in known if of == label]
        least = min(similarity(one, other) for one in members for other in members)
        nearest = max(similarity(page, member) for member in members)
        if nearest >= (least if threshold is None else threshold):
            found[label] = nearest
    return found


def best(found: dict[str, float]) -> str | None:
    """The most similar template, the first in the order of labels where several are; none where there is none."""
    return min(found, key=lambda label: (-found[label], label), default=None)
