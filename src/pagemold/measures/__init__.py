"""Features → how alike two pages are, by the measures of the literature.

Takes Arrow batches with the features that a measure names, as `Rows`.
Gives float64 matrices of similarities between 0 and 1; one small file a measure, all of them in `MEASURES`.
Promises exact values: bounds and early exits save work and change nothing.
Never looks at the text of a page, and never compares two equal pages twice.
"""

from typing import Any

from pagemold.errors import UsageError
from pagemold.measures.aggregate import AGGREGATE, Aggregate
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
from pagemold.measures.tree_edit import TREE_EDIT, TreeEdit
from pagemold.measures.tv import TV

__all__ = ["MEASURES", "SETTINGS", "Measure", "Rows", "measure_named"]

# In the order of the paper that compares them (Hachenberg & Gottron 2013, Table 2).
_PAPER: tuple[Measure, ...] = (FINGERPRINT, RTDM, LCTS, TV, CP, CPS, CTSS, MD5, MDH5)
# Then those that look at trees as a whole, and at style.
_TREES: tuple[Measure, ...] = (PQ_GRAMS, TREE_EDIT, STYLE, AGGREGATE, BRANCHES_L1, BRANCHES_COSINE, GRAMMAR)
MEASURES: dict[str, Measure] = {measure.name: measure for measure in (*_PAPER, *_TREES)}


# What can be set of a measure; the others have no settings.
SETTINGS: dict[str, tuple[str, ...]] = {"tree_edit": ("costs", "fold"), "aggregate": ("kappa", "costs", "fold")}


def measure_named(name: str, **settings: Any) -> Measure:
    """The measure of this name, set otherwise where settings are given: `kappa`, `costs`, `fold`.

    >>> measure_named("aggregate", kappa=0.25).kappa
    0.25
    """
    if name not in MEASURES:
        raise UsageError("unknown_measure", f"{name}: no such measure; there are {', '.join(MEASURES)}")
    wrong = [key for key in settings if key not in SETTINGS.get(name, ())]
    if wrong:
        raise UsageError("wrong_argument", f"{', '.join(wrong)}: not a setting of the measure {name}")
    if name == "tree_edit":
        return TreeEdit(**settings)
    if name == "aggregate":
        kappa = {key: settings.pop(key) for key in ("kappa",) if key in settings}
        return Aggregate(**kappa, structure=TreeEdit(**settings))
    return MEASURES[name]
