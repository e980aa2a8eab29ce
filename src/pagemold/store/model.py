"""What tells the template of a new page: one small interface, whatever stands behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from pagemold.arrow import NO_STRUCTURE, classified


@dataclass(frozen=True, slots=True)
class Assignment:
    """The template of a page, or none, how sure that is (1 is surest), and the template that comes next."""

    template: str | None = None
    score: float = 0.0
    runner_up: str | None = None
    runner_up_score: float = 0.0
    # Where the model counts bits: those of the page under its template or none, and how many more the next one takes.
    bits: float | None = None
    margin: float | None = None
    # Where the model learns templates: the one that it knows, whatever people show its pages as.
    learnt_as: str | None = None


class Model(Protocol):
    """Tells the templates of pages from features that it names."""

    features: tuple[str, ...]

    def assign(self, batch: pa.RecordBatch) -> list[Assignment]:
        """One assignment for each row; pages without structure get none."""
        ...


def assignments(model: Model, batch: pa.RecordBatch) -> list[Assignment]:
    """What a model says, except that pages without structure have no template whatever it says."""
    said = zip(model.assign(batch), batch["flags"].to_pylist(), strict=True)
    return [Assignment() if flags & NO_STRUCTURE else found for found, flags in said]


def assignment_table(
    batch: pa.RecordBatch | pa.Table, found: Sequence[Assignment], names: Mapping[str, str | None]
) -> pa.Table:
    """The rows of pages with what was found; `names` are what people call the templates."""
    text, number = pa.large_utf8(), pa.float64()
    columns = {
        "group": pa.array([it.template for it in found], text),
        "group_name": pa.array([names.get(it.template or "") for it in found], text),
        "score": pa.array([it.score if it.template else None for it in found], number),
        "runner_up": pa.array([it.runner_up for it in found], text),
        "margin": pa.array(map(_margin, found), number),
        "bits": pa.array([it.bits for it in found], number),
    }
    return classified(batch, columns)


def _margin(found: Assignment) -> float | None:
    """How far the runner-up is behind, in bits where the model counts them; nothing where there is no runner-up."""
    if found.bits is not None:
        return found.margin
    is_followed = found.template is not None and found.runner_up is not None
    return found.score - found.runner_up_score if is_followed else None
