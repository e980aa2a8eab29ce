"""The template of a new page is that of the stored page nearest to it by cosine of binary branches (Wijn 2017)."""

import sqlite3
from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from pagemold.store.branches import bags_of_batch, columns
from pagemold.store.model import Assignment
from pagemold.store.segments import Hit, Span, nearest

THRESHOLD = 0.8
# Enough to meet a second template where there is one near.
_ASKED = 32
_SHOWN_TEMPLATE = """
SELECT shown.id FROM pages JOIN templates ON templates.number = pages.template
JOIN templates AS shown ON shown.number = templates.shown_as WHERE pages.id = ?
"""


class NeighbourModel:
    """Asks the index of a collection. A page that is less alike than the threshold has no template here."""

    def __init__(
        self, connection: sqlite3.Connection, spans: Sequence[Span], feature: str, threshold: float = THRESHOLD
    ) -> None:
        self.features: tuple[str, ...] = columns(feature)
        self._connection = connection
        self._spans = spans
        self._feature = feature
        self._threshold = threshold

    def assign(self, batch: pa.RecordBatch) -> list[Assignment]:
        """The template of the nearest page of each row, and the nearest other template."""
        found = nearest(self._spans, bags_of_batch(batch, self._feature), _ASKED, jobs=0)
        return [self._assignment(hits) for hits in found]

    def _assignment(self, hits: list[Hit]) -> Assignment:
        # Of templates that are equally near the one with more of these pages comes first.
        votes: Counter[str] = Counter()
        best: dict[str, float] = {}
        for page, score in hits:
            template = self._template(page)
            if template is not None:
                votes[template] += best.setdefault(template, score) == score
        order = sorted(best, key=lambda template: (-best[template], -votes[template]))
        ranked = [*((template, best[template]) for template in order), (None, 0.0), (None, 0.0)]
        (template, score), (runner_up, runner_up_score) = ranked[:2]
        if score < self._threshold:
            return Assignment(None, score, template, score)
        return Assignment(template, score, runner_up, runner_up_score)

    def _template(self, page: int) -> str | None:
        row = self._connection.execute(_SHOWN_TEMPLATE, (page,)).fetchone()
        return row[0] if row else None
