"""The template of a page before it is opened: that of the pages which links from the same place led to.

Grigalis & Čenys (2013) saw that a place in a template leads to pages of one template. A place that was never followed
is judged by its generalised form, where positions do not count: the fourth item of a list leads where the others did.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from hashlib import blake2b

_POSITION = re.compile(r"\[\d+\]")
# How sure a place must be: of its own targets, and of those of its like.
_SURE = 0.5
_SURE_OF_LIKE = 0.8
_LIKE_ENOUGH = 3
# One of so many URLs that would be skipped is fetched all the same.
_CHECKED = 20


def folded(xpath: str) -> str:
    """The path with all positions left open.

    >>> folded("/html/body/ul[2]/li[4]/a")
    '/html/body/ul[*]/li[*]/a'
    """
    return _POSITION.sub("[*]", xpath)


def is_checked(url: str) -> bool:
    """Whether a URL is among the 5 % that are fetched to see whether guesses hold; always the same ones."""
    return int.from_bytes(blake2b(url.encode(), digest_size=8).digest()) % _CHECKED == 0


class Guesses:
    """Which template each place led to so far."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._places: dict[str, Counter[int]] = defaultdict(Counter)
        self._likes: dict[str, Counter[int]] = defaultdict(Counter)
        self.pages: Counter[int] = Counter()
        known = "SELECT xpath, template FROM urls WHERE template IS NOT NULL ORDER BY id"
        for xpath, template in connection.execute(known):
            self.learn(xpath, template)

    def learn(self, xpath: str | None, template: int) -> None:
        """A link from this place led to this template."""
        self.pages[template] += 1
        if xpath:
            self._places[xpath][template] += 1
            self._likes[folded(xpath)][template] += 1

    def join(self, kept: int, gone: int) -> None:
        """Two templates turned out to be one."""
        for counts in (self.pages, *self._places.values(), *self._likes.values()):
            if gone in counts:
                counts[kept] += counts.pop(gone)

    def guess(self, xpath: str | None) -> int | None:
        """The template that a link from this place leads to, if there is reason to think so."""
        if not xpath:
            return None
        place = self._places.get(xpath)
        if place:
            return _commonest(place, _SURE)
        like = self._likes.get(folded(xpath))
        return _commonest(like, _SURE_OF_LIKE) if like and like.total() >= _LIKE_ENOUGH else None


def _commonest(counts: Counter[int], share: float) -> int | None:
    number = min(counts, key=lambda template: (-counts[template], template))
    return number if counts[number] >= share * counts.total() else None
