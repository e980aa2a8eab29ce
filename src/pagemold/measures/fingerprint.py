"""Fingerprints (Hachenberg & Gottron 2013): 1 - Levenshtein distance / longer fingerprint.

It sees the first kilobytes of a page alone: the cheapest measure, and blind to what comes later. The method itself
asks only whether the distance is at most 1.
"""

from pagemold.measures.measure import NativeMeasure

FINGERPRINT = NativeMeasure("fingerprint", native="levenshtein", column="fingerprint")
