"""The grammar's classifier, straight from its definition: every template is priced, nothing is kept.

A page is a frozenset of paths, tuples of segments. Meant for a few small pages of a few labels.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt

from tests.oracles.grammar_price import COPIES, NAME, PAGES, STRENGTH, Counts, Model, Page, Path, page_bits
from tests.oracles.grammar_weights import explained, is_page_token

SOFTENER, NEARLY_ALL, MASS_SURPRISING = 0.1, 0.9, 0.3
PAGE_TOKEN, MASS, TOGETHER, DRAWN = 2.8, 0.25, 0.67, (55.0, 165.0, 0.2)
QUANTILE, COMMON, USUAL, LEAST, SLACK, LEAST_TOLD = 0.95, 30, 0.25, 0.18, 1.015, 0.4


def share(having: int, of: int) -> float:
    return min(max((having + 0.5) / (of + 1), 0.001), 0.999)


class Templates:
    """Learnt from pages with the number of each one's template."""

    def __init__(self, pages: Sequence[Page], labels: Sequence[int]) -> None:
        self.copies = [
            Counter(page for page, of in zip(pages, labels, strict=True) if of == t) for t in sorted(set(labels))
        ]
        self.counts = [Counts.of(dict(copies), list(copies)) for copies in self.copies]
        self.paths = sorted({path for counts in self.counts for path in counts.pages})
        self.having = {path: sum(path in counts.pages for counts in self.counts) for path in self.paths}
        self.having[()] = len(self.counts)
        q = {path: share(self.having[path], self.having[path[:-1]]) for path in self.paths}
        self.shares = explained(self.paths, self.counts, DRAWN)
        self.model = Model(q, self._weights())
        self.tolerances = self._calibrated()

    def _weights(self) -> dict[Path, float]:
        pages = {p: sum(c.pages[p] * c.factor for c in self.counts) for p in self.paths}
        where = {p: tuple(c.pages[p] for c in self.counts) for p in self.paths}
        places = Counter(where[p] for p in self.paths if not p[:-1] or where[p[:-1]] != where[p])
        weights, self.emphasis = {}, {}
        for p in self.paths:
            of = p[:-1] if is_page_token(p) else p
            mass = sum(pages[below] for below in self.paths if below[: len(of)] == of) / pages[of]
            weights[p] = weight(p[-1], mass, places[where[p]], self.shares[p])
            self.emphasis[p] = mass**MASS_SURPRISING
        return weights

    def unknown(self, page: Page, is_known: Callable[[Path], bool]) -> dict[Path, tuple[float, float]]:
        """The topmost paths that are not known, with their weights and how much more they count as a surprise."""
        top = [p for p in page if not is_known(p) and (not p[:-1] or is_known(p[:-1]))]
        mean = sum(self.shares.values()) / len(self.shares)
        found = {}
        for p in top:
            of = [self.shares[known] for known in self.paths if known[-1] == p[-1]]
            mass = sum(below[: len(p)] == p for below in page)
            found[p] = weight(p[-1], mass, len(top), sum(of) / len(of) if of else mean), mass**MASS_SURPRISING
        return found

    def price(
        self, page: Page, template: int | None, is_known: Callable[[Path], bool], copies: int = 0
    ) -> tuple[float, float, float]:
        """Bits, those of them that are unexpected, and how much of what belongs to the template is exchanged."""
        known = frozenset(path for path in page if is_known(path))
        k: dict[Path, float] = {}
        total = 0.0
        if template is not None:
            counts = self.counts[template]
            others = counts.total - copies
            factor = min(1.0, PAGES / others) if others else 0.0
            total = others * factor
            k = {path: (n - copies * (path in known)) * factor for path, n in counts.pages.items()}
            k = {path: n for path, n in k.items() if n > 1e-9}
        bits = page_bits(self.model, known, k, total)
        unexpected = kept = lacking = added = 0.0

        def above(path: Path) -> float:
            return k.get(path[:-1], 0.0) if path[:-1] else total

        def chance(path: Path) -> float:
            value = (k.get(path, 0.0) + STRENGTH * self.model.q[path]) / (above(path) + STRENGTH)
            return min(max(value, 1e-6), 1 - 1e-6)

        for path in known:
            if path not in k and above(path) > 0:
                heavy = self.emphasis[path] * self.model.weights[path]
                unexpected += heavy * (NAME - log2(chance(path)))
                added += heavy
        for path in k:
            if path[:-1] and path[:-1] not in known:
                continue
            heavy = self.emphasis[path] * self.model.weights[path]
            belongs = k[path] > NEARLY_ALL * above(path)
            if path in known:
                kept += heavy * belongs
            else:
                unexpected -= heavy * log2(1 - chance(path))
                lacking += heavy * belongs
        for path, (heavy, emphasis) in self.unknown(page, is_known).items():
            q = share(0, self.having[path[:-1]])
            price = heavy * (NAME - log2(q * STRENGTH / (above(path) + STRENGTH)))
            bits += price
            if above(path) > 0:
                unexpected += emphasis * price
                added += emphasis * heavy
        shares = [part / (part + kept) if part > 0 else 0.0 for part in (lacking, added)]
        return bits, unexpected, sqrt(shares[0] * shares[1])

    def surprise(self, page: Page, template: int, is_known: Callable[[Path], bool], copies: int = 0) -> float:
        bits, unexpected, _ = self.price(page, template, is_known, copies)
        told = self.price(page, None, is_known)[0] - bits
        return 1.0 if told <= 0 else unexpected / (told + unexpected)

    def strangeness(self, page: Page, template: int, is_known: Callable[[Path], bool], copies: int = 0) -> float:
        exchanged = self.price(page, template, is_known, copies)[2]
        return sqrt((self.surprise(page, template, is_known, copies) + SOFTENER) * (exchanged + SOFTENER))

    def cheapest(self, page: Page, templates: Sequence[int], is_known: Callable[[Path], bool]) -> list[int]:
        """Templates that share a path with the page: those learnt from an equal one first, then the cheapest."""
        near = [t for t in templates if any(is_known(path) and path in self.counts[t].pages for path in page)]
        return sorted(near, key=lambda t: (not self.is_learnt(page, t), self.price(page, t, is_known)[0], t))

    def is_learnt(self, page: Page, template: int) -> bool:
        """Whether an equal page is one of those that the template was learnt from."""
        return page in self.copies[template]

    def _calibrated(self) -> list[float]:
        everywhere = Counter(path for counts in self.counts for path in counts.pages.elements())
        own: list[list[float]] = []
        for number, copies in enumerate(self.copies):
            own.append([])
            for page, many in copies.items():
                evidence = min(many, COPIES)
                if self.counts[number].total > evidence:
                    elsewhere = frozenset(path for path in everywhere if everywhere[path] > evidence)
                    own[-1].append(self.strangeness(page, number, elsewhere.__contains__, evidence))
        quantiles = [sorted(some)[ceil(len(some) * QUANTILE) - 1] if some else None for some in own]
        given = [value for value in quantiles if value is not None]
        common = sum(given) / len(given) if given else USUAL
        return [
            max(LEAST, ((value or 0.0) * len(some) + common * COMMON) / (len(some) + COMMON))
            for value, some in zip(quantiles, own, strict=True)
        ]


def weight(segment: str, mass: float, together: int, share: float) -> float:
    token = PAGE_TOKEN if is_page_token((segment,)) else 1.0
    return float(token * mass**MASS * together**-TOGETHER * share)
