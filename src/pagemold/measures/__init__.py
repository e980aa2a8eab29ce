"""Features → how alike two pages are, by the measures of the literature.

Takes Arrow batches with the features that a measure names, as `Rows`.
Gives float64 matrices of similarities between 0 and 1; one small file a measure, all of them in `MEASURES`.
Promises exact values: bounds and early exits save work and change nothing.
Never looks at the text of a page, and never compares two equal pages twice.
"""

from pagemold.errors import UsageError
from pagemold.measures.aggregate import AGGREGATE
from pagemold.measures.branches import BRANCHES_COSINE, BRANCHES_L1
from pagemold.measures.cp import CP
from pagemold.measures.cps import CPS
from pagemold.measures.ctss import CTSS
from pagemold.measures.fingerprint import FINGERPRINT
from pagemold.measures.grammar import GRAMMAR
from pagemold.measures.lcts import LCTS
from pagemold.measures.md5 import MD5
from pagemold.measures.mdh5 import MDH5
from pagemold.measures.measure import Measure
from pagemold.measures.pq_grams import PQ_GRAMS
from pagemold.measures.rows import Rows
from pagemold.measures.rtdm import RTDM
from pagemold.measures.style import STYLE
from pagemold.measures.tree_edit import TREE_EDIT
from pagemold.measures.tv import TV

__all__ = ["MEASURES", "Measure", "Rows", "measure_named"]

# In the order of the paper that compares them (Hachenberg & Gottron 2013, Table 2).
_PAPER: tuple[Measure, ...] = (FINGERPRINT, RTDM, LCTS, TV, CP, CPS, CTSS, MD5, MDH5)
# Then those that look at trees as a whole, and at style.
_TREES: tuple[Measure, ...] = (PQ_GRAMS, TREE_EDIT, STYLE, AGGREGATE, BRANCHES_L1, BRANCHES_COSINE, GRAMMAR)
MEASURES: dict[str, Measure] = {measure.name: measure for measure in (*_PAPER, *_TREES)}


def measure_named(name: str) -> Measure:
    """The measure of this name."""
    if name not in MEASURES:
        raise UsageError("unknown_measure", f"{name}: no such measure; there are {', '.join(MEASURES)}")
    return MEASURES[name]
