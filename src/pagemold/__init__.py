"""Pagemold tells which web pages came out of the same mold.

import pagemold as pm
clustering = pm.cluster(pm.read("crawl.warc.gz"))
clustering.groups, clustering.labels, clustering.table(), clustering.frame()
"""

from pagemold import errors
from pagemold._native import Limits
from pagemold.data import Clustering, Comparison, Group, Page, Problem, Summary
from pagemold.features import fingerprint
from pagemold.flow import cluster, compare, similarity
from pagemold.sources import Pages, Reading, read

__all__ = [
    "Clustering",
    "Comparison",
    "Group",
    "Limits",
    "Page",
    "Pages",
    "Problem",
    "Reading",
    "Summary",
    "cluster",
    "compare",
    "errors",
    "fingerprint",
    "read",
    "similarity",
]
