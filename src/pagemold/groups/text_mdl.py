"""TEXT-MDL (Kim & Shim 2011): clusters merge, best pair first, while the description of all documents gets shorter.

No threshold and no number of clusters is asked for. Every pair of clusters is weighed, so it is for some thousand
pages; the core keeps what a merge of each pair would change, and works it out anew only for what was merged.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import merge_by_mdl
from pagemold.clustering import Group
from pagemold.groups.essential_paths import FEATURES, Documents, Paths, documents, templates
from pagemold.groups.labelled import answer

__all__ = ["FEATURES", "TextClusters", "group_by_text_mdl", "text_mdl"]


@dataclass(frozen=True, slots=True)
class TextClusters:
    """Clusters of documents, and what it takes to describe them."""

    documents: Documents
    # The cluster of each distinct document.
    labels: NDArray[np.int64]
    # The bits of the matrices MT (templates), MD (which document is where) and MA (what differs): before the first
    # merge, and after each. None where a method does not reckon with them.
    costs: NDArray[np.float64] | None

    def templates(self) -> dict[int, Paths]:
        """The template paths of each cluster, as hashes of `node_paths`."""
        return templates(self.documents, self.labels)


def text_mdl(found: Documents, *, jobs: int = 0) -> TextClusters:
    """Merges the best pair of clusters while the cost falls."""
    counts = found.like.counts.astype(np.uint32).tolist()
    labels, costs, _ = merge_by_mdl(found.offsets, found.flat, counts, jobs=jobs)
    return TextClusters(found, np.array(labels, np.int64), np.array(costs))


def group_by_text_mdl(batches: Iterable[pa.RecordBatch]) -> tuple[pa.Table, tuple[Group, ...]]:
    """The pages' rows with their group, and the groups, largest first."""
    found = documents(batches)
    return answer(found.pages, found.like, text_mdl(found).labels, "m")
