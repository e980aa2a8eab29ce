"""Pages that join a template of stubs are stubs, too, unless they have much to say.

What a template's pages say is not kept, so a short page that says something else is taken for a stub until all pages
are grouped anew. A page with much text is known by its sketch, which is empty.
"""

from collections.abc import Container, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from pagemold.arrow import flagged
from pagemold.store.collection import Collection
from pagemold.store.model import Assignment

# The sketch of a page's words; empty where it has many.
FEATURE = "short_text"


def stub_templates(collection: Collection) -> set[str]:
    """The ids of the templates that are stubs."""
    return {template.id for template in collection.templates() if "stub" in template.flags}


def stub_features(stubs: set[str]) -> tuple[str, ...]:
    """What a batch must have so that it can be told which of its pages are stubs."""
    return (FEATURE,) if stubs else ()


def with_stubs(batch: pa.RecordBatch, found: Sequence[Assignment], stubs: Container[str]) -> pa.RecordBatch:
    """The batch with the flag for its pages of little text that join one of these templates."""
    joins = pa.array([it.template is not None and it.template in stubs for it in found], pa.bool_())
    if not joins.true_count:
        return batch
    is_short = pc.fill_null(pc.greater(pc.list_value_length(batch[FEATURE]), 0), False)
    flags = flagged(batch["flags"], pc.and_(joins, is_short), "stub")
    return batch.set_column(batch.schema.get_field_index("flags"), "flags", flags)
