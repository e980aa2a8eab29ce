"""Pages → features: what a page looks like, computed for many pages in one native pass.

Takes pages (objects, text or bytes) and the names of features.
Gives Arrow batches, one row a page, one column a feature; `fingerprint` gives the versioned string of one page.
Promises the same output for the same page on any machine and any number of cores.
Never keeps the text of a page beyond its batch.
"""

from pagemold.features.batches import features
from pagemold.features.fingerprint import fingerprint

__all__ = ["features", "fingerprint"]
