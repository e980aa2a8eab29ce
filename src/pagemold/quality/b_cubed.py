"""B-cubed (Bagga & Baldwin 1998): precision and recall of each page's group, averaged over pages.

Pair counting is ruled by the largest groups, whose pairs grow with the square; here every page weighs the same.
"""

from math import fsum

from pagemold.quality.contingency import Contingency
from pagemold.quality.scores import Scores, of


def b_cubed(counts: Contingency) -> Scores:
    """Of the pages in a page's group, how many have its label; of those with its label, how many are in its group."""
    if not counts.pages:
        return of(1.0, 1.0)
    precision = fsum(count * count / counts.groups[group] for (_, group), count in counts.cells.items())
    recall = fsum(count * count / counts.labels[label] for (label, _), count in counts.cells.items())
    return of(precision / counts.pages, recall / counts.pages)
