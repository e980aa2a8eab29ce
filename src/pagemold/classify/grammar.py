"""Classification by grammar: the template that describes a page in fewest bits, or none.

A template is, for each element path, how many of its pages have it. A page has none of the templates where it is too
strange even to the cheapest one: where more of what the template could tell about it is wrong, and more of what belongs
to the template is exchanged for other parts, than with nearly all pages of the template itself, each left out in turn.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import GrammarPages, GrammarTemplates
from pagemold.arrow import TRIE, trie_columns
from pagemold.classify.answers import Answers

FEATURES = TRIE
_NONE = 0xFFFFFFFF


class Grammar:
    """Templates learnt, ready to answer."""

    def __init__(self, templates: GrammarTemplates) -> None:
        self.templates = templates

    @classmethod
    def learn(cls, pages: GrammarPages, labels: NDArray[np.int64], names: Sequence[str], *, jobs: int = 0) -> "Grammar":
        """From collected pages with the number of each one's template, -1 for a page to pass over."""
        numbers = np.where(labels < 0, _NONE, labels).astype("<u4")
        return cls(GrammarTemplates.learn(pages, numbers.tobytes(), list(names), jobs=jobs))

    def answer(self, batches: Sequence[pa.RecordBatch], *, jobs: int = 0) -> Answers:
        """The templates of these pages."""
        found = [self.templates.classify(**trie_columns(batch), jobs=jobs) for batch in batches]
        templates, runners_up, bits, margins, similarities = (
            np.concatenate([np.frombuffer(columns[place], kind) for columns in found] or [np.empty(0, kind)])
            for place, kind in enumerate(("<u4", "<u4", "<f8", "<f8", "<f8"))
        )
        known = templates != _NONE
        return Answers(
            _numbers(templates),
            np.where(known, similarities, 0.0),
            _numbers(runners_up),
            np.zeros(len(bits)),
            np.concatenate([np.zeros(1, np.int64), np.cumsum(known)]),
            templates[known].astype(np.uint32),
            bits,
            margins,
        )


def collect(batches: Iterable[pa.RecordBatch]) -> GrammarPages:
    """The pages of batches, equal ones once."""
    pages = GrammarPages()
    for batch in batches:
        pages.add(**trie_columns(batch))
    return pages


def _numbers(found: NDArray[np.uint32]) -> NDArray[np.int64]:
    return np.where(found == _NONE, -1, found.astype(np.int64))
