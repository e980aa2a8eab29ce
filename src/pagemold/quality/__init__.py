"""What was found, next to what is true → how good it is.

Takes the true label of each page and the group, or the predicted label, that was found for it, in the same order.
Gives the measures of docs/quality.md: pairs, Rand, purity, B-cubed for groups; precision, recall, accuracy for labels.
Promises time linear in the pages and in the distinct pairs of label and group; names and order do not matter.
Never drops a page: one without a group counts as a group of its own.
"""

from pagemold.quality.b_cubed import b_cubed
from pagemold.quality.classification import Classification, classification
from pagemold.quality.contingency import Contingency
from pagemold.quality.evaluation import Evaluation, LabelFit, evaluate
from pagemold.quality.pairs import Pairs, adjusted_rand, pair_scores, pairs, rand
from pagemold.quality.purity import inverse_purity, purity
from pagemold.quality.scores import Scores

__all__ = [
    "Classification",
    "Contingency",
    "Evaluation",
    "LabelFit",
    "Pairs",
    "Scores",
    "adjusted_rand",
    "b_cubed",
    "classification",
    "evaluate",
    "inverse_purity",
    "pair_scores",
    "pairs",
    "purity",
    "rand",
]
