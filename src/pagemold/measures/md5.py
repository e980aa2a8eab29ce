"""MD5 of the whole tag sequence (Hachenberg & Gottron 2013): pages are alike when no tag differs.

The control for everything else: what a measure finds beyond it, it finds by tolerance.
"""

from pagemold.measures.digest import DigestMeasure

MD5 = DigestMeasure("md5", column="tag_tokens")
