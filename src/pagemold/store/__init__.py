"""The collection on disk, `NAME.mold/`: pages, templates, what a person decided, and an index of structure.

Takes batches of pages with their binary branches; gives pages, templates and the nearest pages of a query.
Promises that whatever ends the process leaves the last committed state, that readers never wait for a writer and
never see half of what it does, and that a damaged file is named, not believed.
Never pickles, never changes a segment once it is published, never writes outside of its folder.
"""

# The reading side only, which needs no Arrow; `writer`, `decisions`, `model` and the rest are imported where needed.
from pagemold.store.collection import Collection, Neighbour, StoredPage
from pagemold.store.templates import Template

__all__ = ["Collection", "Neighbour", "StoredPage", "Template"]
