"""Circle packings: every circle apart from the others, every page inside its own."""

from math import hypot
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from bench.reproduce.circles import drawn, packed

SVG = "{http://www.w3.org/2000/svg}"


@given(st.lists(st.floats(1, 50), min_size=1, max_size=25))
def test_circles_do_not_overlap(radii: list[float]) -> None:
    circles = packed(sorted(radii, reverse=True))
    assert [circle.radius for circle in circles] == sorted(radii, reverse=True)
    for number, one in enumerate(circles):
        for other in circles[:number]:
            assert hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius - 1e-5


def test_every_page_is_a_dot_of_its_label() -> None:
    root = ElementTree.fromstring(drawn([["a", "b", "a"], ["<c>"]], "two"))
    circles = root.findall(f"{SVG}circle")
    # Two clusters, four pages, three labels.
    assert len(circles) == 2 + 4 + 3
    assert [text.text for text in root.findall(f"{SVG}text")] == ["two", "<c>, 1 page", "a, 2 pages", "b, 1 page"]
