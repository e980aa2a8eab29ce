"""A group of pages → its template.

Takes the text of pages that belong together.
Gives the tree of their parts: mandatory, optional, repeated; slots where they differ; texts that they share.
Promises the same template for the same pages in any order.
Never decides which pages belong together, and never recurses on the depth of a page.
"""

from pagemold.template.describe import describe
from pagemold.template.outline import outline
from pagemold.template.skeleton import skeleton

__all__ = ["describe", "outline", "skeleton"]
