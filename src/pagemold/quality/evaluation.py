"""Every measure of a clustering at once, and for each label what became of it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from pagemold.quality.b_cubed import b_cubed
from pagemold.quality.contingency import Contingency
from pagemold.quality.pairs import adjusted_rand, pair_scores, rand
from pagemold.quality.purity import inverse_purity, purity
from pagemold.quality.scores import Scores, scores


@dataclass(frozen=True)
class LabelFit:
    """The group that fits a label best, how well, in how many groups the label's pages are, and with whom they are."""

    label: Hashable
    support: int
    fragments: int
    group: Hashable
    scores: Scores
    confused_with: tuple[tuple[Hashable, int], ...]


@dataclass(frozen=True)
class Evaluation:
    """The measures of docs/quality.md. `labels` begins with the worst."""

    pages: int
    alone: int
    label_count: int
    group_count: int
    pairs: Scores
    rand: float
    adjusted_rand: float
    purity: float
    inverse_purity: float
    b_cubed: Scores
    labels: tuple[LabelFit, ...]


def evaluate(gold: Sequence[Hashable], found: Sequence[Hashable]) -> Evaluation:
    """Of the label and the group of each page. `None` as a group: the page is alone, a group of its own.

    >>> evaluate(["a", "a", "b"], [1, 1, None]).adjusted_rand
    1.0
    """
    counts = Contingency.of(gold, found)
    return Evaluation(
        pages=counts.pages,
        alone=sum(group is None for group in found),
        label_count=len(counts.labels),
        group_count=len(counts.groups),
        pairs=pair_scores(counts),
        rand=rand(counts),
        adjusted_rand=adjusted_rand(counts),
        purity=purity(counts),
        inverse_purity=inverse_purity(counts),
        b_cubed=b_cubed(counts),
        labels=tuple(sorted(_fits(counts), key=lambda fit: (fit.scores.f1, -fit.support, str(fit.label)))),
    )


def _fits(counts: Contingency) -> list[LabelFit]:
    groups_of: dict[Hashable, dict[Hashable, int]] = {label: {} for label in counts.labels}
    labels_of: dict[Hashable, dict[Hashable, int]] = {group: {} for group in counts.groups}
    for (label, group), count in counts.cells.items():
        groups_of[label][group] = labels_of[group][label] = count
    return [_fit(label, groups, counts, labels_of) for label, groups in groups_of.items()]


def _fit(
    label: Hashable,
    groups: dict[Hashable, int],
    counts: Contingency,
    labels_of: dict[Hashable, dict[Hashable, int]],
) -> LabelFit:
    support = counts.labels[label]
    of_each = {group: scores(count, counts.groups[group], support, empty=0.0) for group, count in groups.items()}
    # Of equally good groups the one whose name sorts first, so that the order of pages does not matter.
    best = min(of_each, key=lambda group: (-of_each[group].f1, -groups[group], str(group)))
    others = sorted(labels_of[best].items(), key=lambda pair: (-pair[1], str(pair[0])))
    confused = tuple((other, count) for other, count in others if other != label)
    # The inside name of a page without a group means nothing to anybody else.
    name = None if isinstance(best, tuple) and best[:1] == ("alone",) else best
    return LabelFit(label, support, len(groups), name, of_each[best], confused)
