"""What is said about pages: a template each, or none, and how sure that is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Answers:
    """One entry a page. Templates are numbers, -1 for none; a similarity without a template is 0.

    `reached[offsets[i]:offsets[i + 1]]` are all templates that page i is similar enough to, if they were asked for:
    the paper's measurements take each template as a yes-or-no question of its own. Where a method counts bits, these
    are those of the page under its template, or under none, and the margins are in bits as well.
    """

    templates: NDArray[np.int64]
    similarities: NDArray[np.float64]
    runners_up: NDArray[np.int64]
    runner_up_similarities: NDArray[np.float64]
    offsets: NDArray[np.int64]
    reached: NDArray[np.uint32]
    bits: NDArray[np.float64] | None = None
    margins: NDArray[np.float64] | None = None
