"""LCTS: the longest common subsequence of the tag tokens / the longer sequence (Gottron 2008).

It sees the order of tags and nothing of their nesting. A long list on one page and a short one on the other pull it
down, like every measure that counts repetitions.
"""

from pagemold.measures.measure import NativeMeasure

LCTS = NativeMeasure("lcts", native="lcts", column="tag_tokens")
