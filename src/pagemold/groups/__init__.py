"""Features → groups of pages that came out of the same mold.

Takes Arrow batches of pages with the features that a method asks for.
Gives the rows with a `group` column, and the groups, largest first.
Promises ids made from content, and a result that does not depend on the order of the pages.
Never looks at the text of a page, and never puts a page without structure into a group.
"""

from pagemold.groups.fingerprint import FingerprintGroups, group_by_fingerprint

__all__ = ["FingerprintGroups", "group_by_fingerprint"]
