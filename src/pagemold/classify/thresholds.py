"""Classification by a pairwise measure: a page belongs to a template when it is similar enough to one of its pages.

Enough is what the measure says (CTSS: 0.8), or else the least similarity inside the template's training pages
(Hachenberg & Gottron 2013 for RTDM, TV, CP and CPS; taken for LCTS as well, of which they say nothing). A template that
was learnt from one page, or from equal ones, knows no tolerance. Of several templates the most similar one is chosen.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pagemold.classify.answers import Answers
from pagemold.classify.known import Known, Rows


class Measure(Protocol):
    """What this needs of a measure: its threshold, if it has one, and its searches."""

    @property
    def threshold(self) -> float | None: ...
    def least(self, rows: Any, groups: Sequence[int], count: int, *, jobs: int = 0) -> NDArray[np.float64]: ...
    def nearest(
        self,
        queries: Any,
        known: Any,
        groups: Sequence[int],
        thresholds: Sequence[float],
        *,
        runner_up: bool = False,
        every: bool = False,
        jobs: int = 0,
    ) -> Any: ...


class Thresholds:
    """Known pages, and for each template how similar to one of them a page must be."""

    def __init__(self, measure: Measure, known: Known, thresholds: NDArray[np.float64]) -> None:
        self.known = known
        self.thresholds = thresholds
        self._measure = measure

    @classmethod
    def learn(cls, measure: Measure, known: Known, count: int, *, jobs: int = 0) -> "Thresholds":
        """The thresholds of `count` templates."""
        if measure.threshold is not None:
            return cls(measure, known, np.full(count, measure.threshold))
        return cls(measure, known, measure.least(known.rows, known.templates.tolist(), count, jobs=jobs))

    def answer(self, rows: Rows, *, runner_up: bool = False, every: bool = False, jobs: int = 0) -> Answers:
        """The templates of these pages."""
        found = self._measure.nearest(
            rows,
            self.known.rows,
            self.known.templates.tolist(),
            self.thresholds.tolist(),
            runner_up=runner_up,
            every=every,
            jobs=jobs,
        )
        # -1, for none, looks up the last entry: a template that is none.
        templates = np.append(self.known.templates.astype(np.int64), -1)
        return Answers(
            templates[found.best],
            found.similarity,
            templates[found.second],
            found.second_similarity,
            found.offsets,
            found.reached,
        )
