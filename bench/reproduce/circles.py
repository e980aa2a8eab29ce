"""Circle packing as SVG (after Wang et al. 2006): a circle a cluster, a dot a page, a colour a gold label."""

from collections.abc import Sequence
from html import escape
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777", "#dd8844", "#775533", "#99aa00"]
_GAP = 2.0
_DOT = 3.0
_GOLDEN = pi * (3 - sqrt(5))


class Circle(NamedTuple):
    """Where a cluster is drawn."""

    x: float
    y: float
    radius: float


def packed(radii: Sequence[float]) -> list[Circle]:
    """Circles that do not overlap, largest first: each touches two others, as near to the middle as there is room."""
    placed: list[Circle] = []
    for radius in radii:
        if len(placed) < 2:
            placed.append(Circle(sum(other.radius for other in placed) + radius * len(placed), 0.0, radius))
            continue
        spots = (spot for spot in _spots(placed, radius) if all(_apart(spot, other) for other in placed))
        middle = placed[0]
        placed.append(min(spots, key=lambda spot: hypot(spot.x - middle.x, spot.y - middle.y)))
    return placed


def _apart(one: Circle, other: Circle) -> bool:
    return hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius - 1e-6


def _spots(placed: Sequence[Circle], radius: float) -> list[Circle]:
    """Where a circle of this radius touches two of the others."""
    found = []
    for number, one in enumerate(placed):
        for other in placed[:number]:
            a, b = one.radius + radius, other.radius + radius
            apart = hypot(other.x - one.x, other.y - one.y)
            if apart > a + b:
                continue
            along = (a * a - b * b + apart * apart) / (2 * apart)
            off = sqrt(max(a * a - along * along, 0.0))
            ux, uy = (other.x - one.x) / apart, (other.y - one.y) / apart
            for side in (1, -1):
                found.append(Circle(one.x + along * ux - side * off * uy, one.y + along * uy + side * off * ux, radius))
    return found


def drawn(clusters: Sequence[Sequence[str]], title: str) -> str:
    """The SVG of clusters, each given by the labels of its pages; largest first."""
    ordered = sorted(clusters, key=len, reverse=True)
    labels = sorted({label for cluster in ordered for label in cluster})
    circles = packed([_DOT * 1.25 * (sqrt(len(cluster)) + 1) + _GAP for cluster in ordered])
    left, top = (min(getattr(circle, axis) - circle.radius for circle in circles) for axis in "xy")
    right, bottom = (max(getattr(circle, axis) + circle.radius for circle in circles) for axis in "xy")
    width, height = max(right - left, 300.0), bottom - top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 4:.1f} {top - 24:.1f} {width + 8:.1f} '
        f'{height + 32 + 14 * len(labels):.1f}" font-family="sans-serif" font-size="10">',
        f'<text x="{left:.1f}" y="{top - 10:.1f}" font-size="12" fill="#777">{escape(title)}</text>',
    ]
    for circle, cluster in zip(circles, ordered, strict=True):
        parts.append(
            f'<circle cx="{circle.x:.1f}" cy="{circle.y:.1f}" r="{circle.radius - _GAP / 2:.1f}" fill="#888" '
            f'fill-opacity=".14" '
            f'stroke="#888" stroke-width=".6"/>'
        )
        parts += [_dot(circle, place, labels.index(label)) for place, label in enumerate(sorted(cluster))]
    for number, label in enumerate(labels):
        y = bottom + 16 + 14 * number
        count = sum(cluster.count(label) for cluster in ordered)
        said = f"{count:,} page{'s' * (count != 1)}"
        parts.append(f'<circle cx="{left + 5:.1f}" cy="{y - 3:.1f}" r="4" fill="{_colour(number)}"/>')
        parts.append(f'<text x="{left + 14:.1f}" y="{y:.1f}" fill="#777">{escape(label)}, {said}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _dot(circle: Circle, place: int, label: int) -> str:
    """A page inside its cluster: dots in a sunflower's order fill a circle evenly."""
    far, angle = _DOT * 1.25 * sqrt(place), place * _GOLDEN
    x, y = circle.x + far * cos(angle), circle.y + far * sin(angle)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT * 0.9:.1f}" fill="{_colour(label)}"/>'


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
