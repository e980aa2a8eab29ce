"""What pages and groups cost under a grammar, straight from the definition, and what one mold for two groups saves.

A page is a set of paths, tuples of segments.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, lgamma, log, log1p, log2, prod, sqrt

PAGES, STEPS, LEVELS, LOGIT, COPIES = 20.0, 4.0, 96, 6.91, 5
STRENGTH, NAME, ABSENCE, TWO_SIDED, UNKNOWN, ONE_SIDED = 0.8, 0.5, 0.1, 0.75, (11.0, 4.0), 17.5 * log(2)
PRIOR, KNOWN_FAMILY, FIRMNESS, VARIETY, USUAL_PATHS, CONTRAST = 4.5, 40.0, 4.0, 7.0, 40.0, 0.75

Path = tuple[str, ...]
Page = frozenset[Path]


def digamma(x: float) -> float:
    shift = 0.0
    while x < 8:
        shift -= 1 / x
        x += 1
    return shift + log(x) - 0.5 / x - (1 / 12 - (1 / 120 - 1 / 252 / x**2) / x**2) / x**2


def rounded(x: float) -> int:
    return int(x + 0.5)


class Counts:
    """How many pages of a group hold each path, and the same shrunk to at most twenty pages."""

    def __init__(self, pages: Counter[Path], total: int) -> None:
        self.pages, self.total = pages, total
        self.factor = min(1.0, PAGES / total)
        self.weight = rounded(total * self.factor * STEPS)
        self.shrunk = {path: rounded(count * self.factor * STEPS) for path, count in pages.items()}

    @classmethod
    def of(cls, copies: dict[Page, int], members: Sequence[Page]) -> "Counts":
        pages: Counter[Path] = Counter()
        for page in members:
            for path in page:
                pages[path] += min(copies[page], COPIES)
        return cls(pages, sum(min(copies[page], COPIES) for page in members))

    def join(self, other: "Counts") -> "Counts":
        return Counts(self.pages + other.pages, self.total + other.total).without_rare()

    def without_rare(self) -> "Counts":
        """Without what is rarer than half a step."""
        return Counts(Counter({path: n for path, n in self.pages.items() if self.shrunk[path] > 0}), self.total)

    def k(self, path: Path) -> int:
        return self.shrunk.get(path, 0) if path else self.weight


class Model:
    """What all groups of a family share; `pages` is the number of its distinct ones."""

    def __init__(self, q: dict[Path, float], weights: dict[Path, float], pages: int = 0) -> None:
        self.q, self.weights, self.pages = q, weights, pages
        self.chance = {path: prod(q[path[: end + 1]] for end in range(len(path))) for path in q}
        self.children: Counter[Path] = Counter()
        for path in q:
            self.children[path[:-1]] += weights[path] * q[path]  # type: ignore[assignment]
        self.usual = sum(NAME * weights[path] * self.chance[path] for path in q)

    def price(self, path: Path, k: int, m: int) -> float:
        k = min(k, m)
        logit = log(self.q[path] / (1 - self.q[path]))
        level = rounded(min(max((logit + LOGIT) / (2 * LOGIT) * (LEVELS - 1), 0), LEVELS - 1))

        def gain(level: int, steps: int) -> float:
            alpha = STRENGTH / (1 + exp(-(level / (LEVELS - 1) * 2 * LOGIT - LOGIT)))
            return lgamma(alpha + steps / STEPS) - lgamma(alpha)

        whole = lgamma(STRENGTH + m / STEPS) - lgamma(STRENGTH)
        return whole - gain(level, k) - gain(LEVELS - 1 - level, m - k)

    def shared_absence(self, m1: int, m2: int) -> float:
        def absent(m: int) -> float:
            return STRENGTH * (digamma(STRENGTH + m / STEPS) - digamma(STRENGTH))

        return ABSENCE * (absent(m1) + absent(m2) - absent(m1 + m2))

    def term(self, path: Path, one: Counts, two: Counts) -> tuple[float, float, float]:
        """What a path says for one mold, and against it: because the one has it more often, or the other."""
        k1, m1, k2, m2 = one.k(path), one.k(path[:-1]), two.k(path), two.k(path[:-1])
        if not m1 or not m2:
            return 0.0, 0.0, 0.0
        nats = self.price(path, k1, m1) + self.price(path, k2, m2) - self.price(path, k1 + k2, m1 + m2)
        nats = self.weights[path] * (nats - self.q[path] * self.shared_absence(m1, m2))
        t1, t2 = min(k1, m1) / m1, min(k2, m2) / m2
        if nats < 0:
            apart = (t1 - t2) ** 2 + 1e-3
            nats *= apart / (apart + CONTRAST * (t1 * (1 - t1) + t2 * (1 - t2)))
        shared = 0.0
        if k1 and k2:
            name = self.weights[path] * NAME * log(2)
            shared = name * (1 - self.chance[path]) + self.children[path] * self.shared_absence(k1, k2)
        if nats >= 0:
            return shared + nats, 0.0, 0.0
        return (shared, -nats, 0.0) if t1 > t2 else (shared, 0.0, -nats)

    def variety(self, path: Path, one: Counts, two: Counts) -> float:
        """How much a path varies inside the groups."""
        if not one.k(path[:-1]) or not two.k(path[:-1]):
            return 0.0
        shares = [min(1.0, counts.k(path) / counts.k(path[:-1])) for counts in (one, two)]
        return self.weights[path] * sum(share * (1 - share) for share in shares)

    def score(self, one: Counts, two: Counts) -> int:
        terms = [self.term(path, one, two) for path in one.pages | two.pages]
        reward, *against = (sum(parts) for parts in zip((0.0, 0.0, 0.0), *terms, strict=True))
        reward += self.children[()] * self.shared_absence(one.weight, two.weight)
        two_sided = TWO_SIDED + UNKNOWN[0] / (max(one.weight, two.weight) / STEPS + UNKNOWN[1])
        differences = 2 * two_sided * min(against)
        differences += ONE_SIDED * log1p((max(against) - min(against)) / ONE_SIDED)
        prior = PRIOR + self.pages / (self.pages + KNOWN_FAMILY) * self.usual
        prior += FIRMNESS * log(max(min(one.weight, two.weight) / STEPS, 1))
        prior += VARIETY * log1p(sum(self.variety(path, one, two) for path in one.pages | two.pages))
        paths = min(sum(counts.pages.values()) / counts.total for counts in (one, two))
        prior *= sqrt(min(1.0, paths / USUAL_PATHS))
        nats = prior * log(2) + reward - differences
        bits = nats / log(2) / (min(one.weight, two.weight) / STEPS) * 1024
        return rounded(bits) if bits >= 0 else -rounded(-bits)


def page_bits(model: Model, page: Page, k: dict[Path, float], total: float) -> float:
    """Bits of a page under a grammar with these counts."""

    def above(path: Path) -> float:
        return k.get(path[:-1], 0.0) if path[:-1] else total

    def chance(path: Path) -> float:
        value = (k.get(path, 0.0) + STRENGTH * model.q[path]) / (above(path) + STRENGTH)
        return min(max(value, 1e-6), 1 - 1e-6)

    def unseen(path: Path) -> float:
        return model.weights[path] * model.q[path] * STRENGTH / (above(path) + STRENGTH) / log(2)

    bits = model.children[()] * STRENGTH / (total + STRENGTH) / log(2)
    for path in page:
        count = k.get(path, 0.0)
        bits -= log2(chance(path)) * model.weights[path]
        bits += log2(1 - chance(path)) * model.weights[path] if count else NAME * model.weights[path] - unseen(path)
        bits += model.children[path] * STRENGTH / (count + STRENGTH) / log(2)
    for path, count in k.items():
        if count > 0 and (not path[:-1] or path[:-1] in page):
            bits -= log2(1 - chance(path)) * model.weights[path] + unseen(path)
    return bits
