"""Pagemold tells which web pages came out of the same mold.

import pagemold as pm
clustering = pm.cluster(pm.read("crawl.warc.gz"))
clustering.groups, clustering.labels, clustering.table(), clustering.frame()
with pm.open("shop.mold") as mold:
    mold.similar("<html>…", k=10)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagemold import errors
    from pagemold._native import VERSION as __version__
    from pagemold._native import Limits
    from pagemold.classifier import TemplateClassifier
    from pagemold.clustering import Clustering, Group, Host, HostTemplate, Variant
    from pagemold.data import Comparison, Explanation, Page, Part, Problem, Summary, Template
    from pagemold.features import fingerprint
    from pagemold.flow import cluster, compare, describe, similarity
    from pagemold.mold import Mold
    from pagemold.mold import open_mold as open
    from pagemold.reasons import explain
    from pagemold.sources import Pages, Reading, read

__all__ = [
    "Clustering",
    "Comparison",
    "Explanation",
    "Group",
    "Host",
    "HostTemplate",
    "Limits",
    "Mold",
    "Page",
    "Pages",
    "Part",
    "Problem",
    "Reading",
    "Summary",
    "Template",
    "TemplateClassifier",
    "Variant",
    "__version__",
    "cluster",
    "compare",
    "describe",
    "errors",
    "explain",
    "fingerprint",
    "open",
    "read",
    "similarity",
]

# Where each name lives. Nothing is imported before somebody uses it: a question to a collection should not have to wait
# for Arrow, which it does not need.
_HOMES = {
    "Clustering": "clustering",
    "Comparison": "data",
    "Explanation": "data",
    "Group": "clustering",
    "Host": "clustering",
    "HostTemplate": "clustering",
    "Limits": "_native",
    "Mold": "mold",
    "Page": "data",
    "Pages": "sources",
    "Part": "data",
    "Problem": "data",
    "Reading": "sources",
    "Summary": "data",
    "Template": "data",
    "TemplateClassifier": "classifier",
    "Variant": "clustering",
    "__version__": "_native:VERSION",
    "cluster": "flow",
    "compare": "flow",
    "describe": "flow",
    "explain": "reasons",
    "fingerprint": "features",
    "open": "mold:open_mold",
    "read": "sources",
    "similarity": "flow",
}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("pagemold.errors")
    if name not in _HOMES:
        raise AttributeError(f"module 'pagemold' has no attribute {name!r}")
    home, _, inner = _HOMES[name].partition(":")
    value = globals()[name] = getattr(import_module(f"pagemold.{home}"), inner or name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
