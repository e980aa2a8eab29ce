"""How many pages have each label and each group together: all that the measures need to know."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from pagemold.errors import UsageError


@dataclass(frozen=True)
class Contingency:
    """Counts of (label, group) pairs, and their sums. Groups without a name are pages alone: `("alone", place)`."""

    cells: Counter[tuple[Hashable, Hashable]]
    labels: Counter[Hashable]
    groups: Counter[Hashable]

    @classmethod
    def of(cls, gold: Sequence[Hashable], found: Sequence[Hashable]) -> "Contingency":
        """From the label and the group of each page. A page whose group is `None` is a group of its own."""
        if len(gold) != len(found):
            message = f"{len(gold):,} labels and {len(found):,} groups: there must be one of each a page"
            raise UsageError("wrong_argument", message)
        groups = [("alone", place) if group is None else group for place, group in enumerate(found)]
        return cls(Counter(zip(gold, groups, strict=True)), Counter(gold), Counter(groups))

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self.labels.total()
