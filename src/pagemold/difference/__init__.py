"""Two pages → where their structures differ, in lines that a person can read.

Takes two element trees. Gives an outline: what both have, what only one has, what changed; equal parts folded away.
Promises the lines of one cheapest edit of the first tree into the second, in document order.
Never shows text of the pages, only elements and their classes.
"""

from pagemold.difference.outline import outline
from pagemold.difference.page import page, written

__all__ = ["outline", "page", "written"]
