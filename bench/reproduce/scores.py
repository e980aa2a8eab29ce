"""How good answers are, in the two ways a page can be judged.

As the paper does: every template is a yes-or-no question of its own, and a page may get several yes; the figures are
means over the templates. As a user wants it: one template or none a page.
"""

from collections import Counter
from collections.abc import Iterable, Sequence


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def by_template(labels: Sequence[str], answers: Sequence[Iterable[str]], templates: Sequence[str]) -> dict[str, float]:
    """Mean precision, recall, F1 and accuracy of the yes-or-no questions, one for each template.

    A template that nothing was given to has precision 0.

    >>> by_template(["a", "b"], [["a"], ["a", "b"]], ["a", "b"])["precision"]
    0.75
    """
    right: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for label, answer in zip(labels, answers, strict=True):
        given.update(answer)
        right[label] += label in answer
    wanted = Counter(labels)
    precisions = [right[name] / given[name] if given[name] else 0.0 for name in templates]
    recalls = [right[name] / wanted[name] for name in templates]
    wrong = [given[name] + wanted[name] - 2 * right[name] for name in templates]
    harmonic = [_harmonic(precision, recall) for precision, recall in zip(precisions, recalls, strict=True)]
    count = len(templates)
    return {
        "precision": sum(precisions) / count,
        "recall": sum(recalls) / count,
        "f1": sum(harmonic) / count,
        "accuracy": 1.0 - sum(wrong) / (count * len(labels)),
    }


def one_answer(labels: Sequence[str], answers: Sequence[str | None], templates: Sequence[str]) -> dict[str, float]:
    """The same for one answer a page, where none is wrong but names no other template; accuracy is the share right.

    >>> one_answer(["a", "b"], ["a", None], ["a", "b"])["accuracy"]
    0.5
    """
    sets = [[answer] if answer is not None else [] for answer in answers]
    found = by_template(labels, sets, templates)
    right = sum(label == answer for label, answer in zip(labels, answers, strict=True))
    none = sum(answer is None for answer in answers)
    return found | {"accuracy": right / len(labels), "none": none / len(labels)}
