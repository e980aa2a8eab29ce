"""Runs in the peers' Python: groups of pages by html-similarity, single linkage at k = 0.3 and a threshold of 0.6.

Pages come on standard input, separated by NUL; the number of each one's group goes to standard output. The structural
part takes milliseconds a pair, so it is left out where the style part alone decides; the result is the same.
"""

import contextlib
import sys

from html_similarity.structural_similarity import structural_similarity
from html_similarity.style_similarity import get_classes, jaccard_similarity

K, THRESHOLD = 0.3, 0.6


def alike(one: int, other: int) -> bool:
    style = (1 - K) * jaccard_similarity(classes[one], classes[other])
    if style + K < THRESHOLD:
        return False
    return bool(style >= THRESHOLD) or style + K * structure(pages[one], pages[other]) >= THRESHOLD


def structure(one: str, other: str) -> float:
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return float(structural_similarity(one, other))
    except (ValueError, AssertionError, AttributeError):  # it has no words for a processing instruction
        return 0.0


def find(item: int) -> int:
    while above[item] != item:
        item = above[item]
    return item


pages = [page.decode("utf-8", "replace") for page in sys.stdin.buffer.read().split(b"\0")]
classes = [get_classes(page) for page in pages]
above = list(range(len(pages)))
for one in range(len(pages)):
    for other in range(one):
        if find(one) != find(other) and alike(one, other):
            above[find(one)] = find(other)
print(*map(find, range(len(pages))))
