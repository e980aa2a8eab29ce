"""Labels that were predicted, next to the true ones: precision, recall, F1 and support of each, and accuracy.

"None of the known templates" is an answer too. It is no label to be precise about, so it is left out of the averages,
but a page that is wrongly none, or wrongly not, counts against accuracy, recall or precision.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean

from pagemold.errors import UsageError
from pagemold.quality.scores import Scores, scores


@dataclass(frozen=True)
class Classification:
    """Accuracy over all pages; scores of each label, of all labels together (micro), and on average (macro)."""

    accuracy: float
    labels: dict[Hashable, Scores]
    support: Counter[Hashable]
    micro: Scores
    macro: Scores


def classification(gold: Sequence[Hashable], predicted: Sequence[Hashable], *, none: Hashable = None) -> Classification:
    """`none` stands for "no known template", in both. Labels that only one side has are scored too.

    >>> classification(["a", "a", "b", None], ["a", "b", "b", None]).accuracy
    0.75
    """
    if len(gold) != len(predicted):
        message = f"{len(gold):,} labels and {len(predicted):,} predictions: there must be one of each a page"
        raise UsageError("wrong_argument", message)
    right = Counter(true for true, said in zip(gold, predicted, strict=True) if true == said)
    support, said = Counter(gold), Counter(predicted)
    names = [name for name in dict.fromkeys([*support, *said]) if name != none]
    of_each = {name: scores(right[name], said[name], support[name], empty=0.0) for name in names}
    micro = scores(*(sum(counts[name] for name in names) for counts in (right, said, support)), empty=0.0)
    means = [fmean(values) for values in zip(*of_each.values(), strict=True)] if names else [0.0] * 3
    accuracy = right.total() / len(gold) if gold else 1.0
    return Classification(accuracy, of_each, Counter({name: support[name] for name in names}), micro, Scores(*means))
