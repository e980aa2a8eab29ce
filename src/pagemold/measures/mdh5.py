"""MDH5: MD5 of the head's tag sequence (Hachenberg & Gottron 2013), a surprisingly good and very fast control.

The head ends at its end tag, or at the first start tag that the HTML Standard does not let stand in it.
"""

from pagemold.measures.digest import DigestMeasure

MDH5 = DigestMeasure("mdh5", column="head_tokens")
