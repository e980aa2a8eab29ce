"""What tells the template of a new page: one small interface, whatever stands behind it."""

from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from pagemold.arrow import NO_STRUCTURE


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
