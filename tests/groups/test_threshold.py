"""Groups by one measure: connected components of "at least so similar", whatever was never compared."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagemold.features import features
from pagemold.groups.threshold import components
from pagemold.measures import measure_named

ITEMS = ["<p>", "<b>x</b>", "<ul><li>1<li>2</ul>", "<div><i></i></div>", "<br>", "<table><tr><td>"]
pages = st.lists(st.lists(st.sampled_from(ITEMS), max_size=4).map("".join), min_size=1, max_size=10)


def plain(near: "np.ndarray[tuple[int, int], np.dtype[np.bool_]]") -> list[int]:
    """Each page's component, named by its first page: labels flow along edges until nothing changes."""
    labels = list(range(len(near)))
    for _ in labels:
        labels = [min(labels[j] for j in range(len(near)) if near[i, j]) for i in range(len(near))]
    return labels


@given(pages, st.sampled_from(["pq_grams", "cp"]), st.sampled_from([0.5, 0.8]))
def test_components(some: list[str], name: str, threshold: float) -> None:
    measure = measure_named(name)
    rows = measure.prepare(features(some, measure.features))
    near = measure.matrix(rows, rows) >= threshold
    assert components(measure, rows, len(rows), threshold).tolist() == plain(near)
