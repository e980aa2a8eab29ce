"""How likely it is by chance that all pages with a path are in one of two lots, in exact fractions."""

from fractions import Fraction
from math import prod


def chance(having: int, pages: int, others: int) -> Fraction:
    """Page by page: each that has the path is drawn from those of both lots that are left, and must be of the first."""
    return prod((Fraction(pages - drawn, pages + others - drawn) for drawn in range(having)), start=Fraction(1))
