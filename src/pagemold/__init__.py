"""Pagemold tells which web pages came out of the same mold.

import pagemold as pm
clustering = pm.cluster(pm.read("crawl.warc.gz"))
clustering.groups, clustering.labels, clustering.table(), clustering.frame()
"""

from typing import TYPE_CHECKING, Any

from pagemold import errors
from pagemold._native import Limits
from pagemold.data import Clustering, Comparison, Group, Page, Part, Problem, Summary, Template
from pagemold.features import fingerprint
from pagemold.flow import cluster, compare, describe, similarity
from pagemold.sources import Pages, Reading, read

if TYPE_CHECKING:
    from pagemold.classifier import TemplateClassifier

__all__ = [
    "Clustering",
    "Comparison",
    "Group",
    "Limits",
    "Page",
    "Pages",
    "Part",
    "Problem",
    "Reading",
    "Summary",
    "Template",
    "TemplateClassifier",
    "cluster",
    "compare",
    "describe",
    "errors",
    "fingerprint",
    "read",
    "similarity",
]


def __getattr__(name: str) -> Any:
    """The classifier needs NumPy, whose import takes longer than grouping a small crawl: it comes when asked for."""
    if name == "TemplateClassifier":
        from pagemold.classifier import TemplateClassifier

        return TemplateClassifier
    raise AttributeError(f"module 'pagemold' has no attribute {name!r}")
