"""Pagemold tells which web pages came out of the same mold.

import pagemold as pm
clustering = pm.cluster(pm.read("crawl.warc.gz"))
clustering.groups, clustering.labels, clustering.table(), clustering.frame()
"""

from pagemold import errors
from pagemold._native import Limits
from pagemold.data import Clustering, Group, Page, Problem, Summary
from pagemold.features import fingerprint
from pagemold.flow import cluster, similarity
from pagemold.sources import Pages, Reading, read

__all__ = [
    "Clustering",
    "Group",
    "Limits",
    "Page",
    "Pages",
    "Problem",
    "Reading",
    "Summary",
    "cluster",
    "errors",
    "fingerprint",
    "read",
    "similarity",
]
