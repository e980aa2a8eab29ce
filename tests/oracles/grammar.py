"""Grammar groups, straight from the definition: all pairs, no signatures, no tables.

A page is a set of paths, tuples of segments. Equal sets are one page with copies. Meant for a few small pages:
every pair of pages and of micro-groups is a candidate, as it is natively up to 32 of them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import exp, inf, lgamma, log, log1p, log2, pi, sqrt

PAGES, STEPS, LEVELS, LOGIT, COPIES = 20.0, 4.0, 96, 6.91, 5
STRENGTH, NAME, ABSENCE, TWO_SIDED, UNKNOWN, ONE_SIDED = 0.8, 0.5, 0.1, 0.75, (11.0, 4.0), 17.5 * log(2)
PAGE_TOKEN, PAGES_OF_A_KIND, MASS, TOGETHER, DEPTH, CONTRAST = 4.4, 3, 0.31, 0.69, 0.05, 0.75
NEAR, DRAWN = 0.86, (38.0, 160.0, 0.09)
SAME_FRAME, LITTLE, BARE, NAMES, PAGES_OF_A_NAME = 0.36, 2.0, 0.17, 8, 8
PRIOR, FIRMNESS, VARIETY, USUAL_PATHS, SURE = 4.0, 4.0, 7.0, 40.0, 30.0

Merge = tuple[int, int, int]
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
    def __init__(self, q: dict[Path, float], weights: dict[Path, float]) -> None:
        self.q, self.weights = q, weights
        self.children: Counter[Path] = Counter()
        for path in q:
            self.children[path[:-1]] += weights[path] * q[path]  # type: ignore[assignment]

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
            shared = self.weights[path] * NAME * log(2) + self.children[path] * self.shared_absence(k1, k2)
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
        prior = PRIOR + FIRMNESS * log(max(min(one.weight, two.weight) / STEPS, 1))
        prior += VARIETY * log1p(sum(self.variety(path, one, two) for path in one.pages | two.pages))
        paths = min(sum(counts.pages.values()) / counts.total for counts in (one, two))
        prior *= sqrt(min(1.0, paths / USUAL_PATHS))
        nats = prior * log(2) + reward - differences
        bits = nats / log(2) / (min(one.weight, two.weight) / STEPS) * 1024
        return rounded(bits) if bits >= 0 else -rounded(-bits)


class Merging:
    """Merging among all pairs, the best first.

    A merged group promises what the better one of its parts did, until the pair's turn comes and it is priced again.
    From each group the best promises are followed to two that promise most to each other; these are joined. When
    nothing promises to save anything, all pairs are priced again.
    """

    def __init__(self, model: Model, start: list[Counts]) -> None:
        self.model = model
        self.groups = {number: counts.without_rare() for number, counts in enumerate(start)}
        self.inside = {number: [number] for number in self.groups}
        self.promises = {(a, b): self.price((a, b)) for a in self.groups for b in self.groups if a < b}
        self.priced = set(self.promises)
        self.made = len(start)
        self.merges: list[Merge] = []
        while True:
            number = 0
            while number < self.made:
                self.follow(number)
                number += 1
            for pair in self.promises.keys() - self.priced:
                self.promises[pair] = self.price(pair)
            self.priced = set(self.promises)
            if max(self.promises.values(), default=0) <= 0:
                break

    def price(self, pair: tuple[int, int]) -> int:
        return self.model.score(self.groups[pair[0]], self.groups[pair[1]])

    def best(self, group: int) -> tuple[int, int] | None:
        pairs = [pair for pair, promise in self.promises.items() if group in pair and promise > 0]
        return min(pairs, key=lambda pair: (-self.promises[pair], pair), default=None)

    def follow(self, group: int) -> None:
        chain = [group]
        while chain:
            pair = self.best(chain[-1])
            if chain[-1] not in self.groups:
                chain.pop()
            elif pair is None:
                return
            elif self.best(other := sum(pair) - chain[-1]) != pair:
                chain.append(other)
            elif pair not in self.priced and self.price(pair) < self.promises[pair]:
                self.promises[pair] = self.price(pair)
                self.priced.add(pair)
            else:
                self.join(*pair)

    def join(self, a: int, b: int) -> None:
        fresh, self.made = self.made, self.made + 1
        self.merges.append((a, b, self.price((a, b))))
        self.groups[fresh] = self.groups.pop(a).join(self.groups.pop(b))
        self.inside[fresh] = self.inside.pop(a) + self.inside.pop(b)
        for other in self.groups.keys() - {fresh}:
            parts = [(min(part, other), max(part, other)) for part in (a, b)]
            self.promises[other, fresh] = max(self.promises[pair] for pair in parts)
        self.promises = {pair: promise for pair, promise in self.promises.items() if not {a, b} & set(pair)}


def cut(start: int, merges: list[Merge], level: float) -> list[list[int]]:
    """The starting groups that are together where only merges that save more a page, and whose parts did, are kept."""
    inside, least = [[number] for number in range(start)], [inf] * start
    groups = list(inside)
    for a, b, steps in merges:
        inside.append(inside[a] + inside[b])
        least.append(min(steps, least[a], least[b]))
        if least[-1] > level * 1024:
            groups = [some for some in groups if some[0] not in inside[-1]] + [inside[-1]]
    return sorted(groups, key=min)


def merged(model: Model, start: list[Counts]) -> list[list[int]]:
    """The starting groups that end up together."""
    return sorted(Merging(model, start).inside.values(), key=min)


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


def reassigned(model: Model, copies: dict[Page, int], order: list[Page], groups: list[list[Page]]) -> list[list[Page]]:
    """Up to three rounds of moving each page to its cheapest grammar, itself left out of its own."""
    for _ in range(3):
        counts = [Counts.of(copies, members) for members in groups]
        home = {page: number for number, members in enumerate(groups) for page in members}
        moved = {}
        for page in order:
            prices = [
                page_bits(model, page, {path: n * g.factor for path, n in g.pages.items()}, g.total * g.factor)
                for g in counts
            ]
            best, own = prices.index(min(prices)), counts[home[page]]
            moved[page] = home[page]
            evidence = min(copies[page], COPIES)
            others = own.total - evidence
            if best != home[page] and others > 0:
                factor = min(1.0, PAGES / others)
                left = {path: (n - evidence * (path in page)) * factor for path, n in own.pages.items()}
                if prices[best] < page_bits(model, page, left, others * factor):
                    moved[page] = best
        if moved == home:
            break
        numbers = list(dict.fromkeys(moved[page] for page in order))
        groups = [[page for page in order if moved[page] == number] for number in numbers]
    return groups


def kt(k: float, m: float) -> float:
    return log(pi) + lgamma(m + 1) - lgamma(k + 0.5) - lgamma(m - k + 0.5)


def explained(
    paths: Sequence[Path], groups: list[Counts], drawn: tuple[float, float, float] = DRAWN
) -> dict[Path, float]:
    by_segment, by_siblings, least = drawn
    within, whole = {}, {}
    for path in paths:
        ks = [(g.pages[path] * g.factor, (g.pages[path[:-1]] if path[:-1] else g.total) * g.factor) for g in groups]
        ks = [(k, m) for k, m in ks if m > 0]
        whole[path] = kt(sum(k for k, _ in ks), sum(m for _, m in ks))
        within[path] = min(max(sum(kt(k, m) for k, m in ks), 0.0), whole[path])

    def left(kind: Callable[[Path], Hashable]) -> dict[Hashable, float]:
        """The share of bits not explained, of all paths of a kind together."""
        inside: Counter[Hashable] = Counter()
        all_: Counter[Hashable] = Counter()
        for path in paths:
            inside[kind(path)] += within[path]  # type: ignore[assignment]
            all_[kind(path)] += whole[path]  # type: ignore[assignment]
        return {kind: inside[kind] / max(all_[kind], 1e-9) for kind in all_}

    segments, siblings = left(lambda path: path[-1]), left(lambda path: path[:-1])
    shares = {}
    for path in paths:
        unexplained = within[path] + by_segment * segments[path[-1]] + by_siblings * siblings[path[:-1]]
        shares[path] = min(max(1 - unexplained / (whole[path] + by_segment + by_siblings), least), 1.0)
    return shares


def is_page_token(path: Path) -> bool:
    return path[-1].startswith((".", "#"))


def is_head_mark(path: Path) -> bool:
    return path[-1].startswith(("link[", "meta["))


def names_of_pages(copies: dict[Page, int], paths: Sequence[Path]) -> set[Path]:
    """Classes and ids of the page that begin as many others do, which have few pages each."""
    tokens = [path for path in paths if is_page_token(path) and "#" not in path[-1][1:]]
    on = {path: sum(count for page, count in copies.items() if path in page) for path in tokens}

    def beginnings(path: Path) -> set[Path]:
        token = path[-1]
        dashes = {token[:place] for place in range(1, min(len(token), 32)) if token[place] in "-_"}
        return {(*path[:-1], begin) for begin in dashes | ({"#"} if token[0] == "#" else set())}

    found = {begin for token in tokens for begin in beginnings(token)}
    alike = {begin: [token for token in tokens if begin in beginnings(token)] for begin in found}
    many = {begin for begin in found if len(alike[begin]) >= NAMES}
    few = {begin for begin in many if sum(on[path] for path in alike[begin]) <= PAGES_OF_A_NAME * len(alike[begin])}
    return {path for path in tokens if beginnings(path) & few}


def structural(copies: dict[Page, int], paths: Sequence[Path]) -> dict[Path, float]:
    df = {path: sum(path in page for page in copies) for path in paths}
    where = {path: frozenset(page for page in copies if path in page) for path in paths}
    places = Counter(where[path] for path in paths if not path[:-1] or where[path[:-1]] != where[path])
    base, names = {}, names_of_pages(copies, paths)
    for path in paths:
        of = path[:-1] if is_page_token(path) else path
        mass = sum(df[below] for below in paths if below[: len(of)] == of) / df[of]
        token = PAGE_TOKEN if is_page_token(path) else 1.0
        if (is_page_token(path) or is_head_mark(path)) and sum(copies[page] for page in where[path]) < PAGES_OF_A_KIND:
            token = 0.0
        if path in names:
            token = 0.0
        base[path] = token * mass**MASS * places[where[path]] ** -TOGETHER * len(path) ** -DEPTH
    return base


def similarity(one: Page, two: Page, idf: dict[Path, float]) -> float:
    whole = sum(idf[path] for path in one | two)
    return sum(idf[path] for path in one & two) / whole if whole else len(one & two) / max(1, len(one | two))


def micro_groups(copies: dict[Page, int], order: list[Page]) -> list[list[Page]]:
    """`order` is the native order by content, which only decides between equals."""
    df = Counter(path for page in copies for path in page)
    with_copies = Counter(path for page, count in copies.items() for path in page for _ in range(count))
    idf = {p: log((1 + len(copies)) / (1 + count)) if with_copies[p] > 1 else 0.0 for p, count in df.items()}
    groups: list[list[Page]] = []
    for page in sorted(order, key=lambda page: (-copies[page], len(page), order.index(page))):
        likeness = [similarity(page, group[0], idf) for group in groups]
        if likeness and max(likeness) >= NEAR:
            groups[likeness.index(max(likeness))].append(page)
        else:
            groups.append([page])
    return groups


def families(order: list[Page]) -> list[list[Page]]:
    """Pages connected by pairs that have enough paths in common."""

    def weight(paths: Page) -> float:
        return sum(BARE if not set(".#[") & set(path[-1]) else 1.0 for path in paths)

    def share_frame(one: Page, two: Page) -> bool:
        return weight(one & two) >= SAME_FRAME * (sqrt(weight(one) * weight(two)) + LITTLE)

    found: list[list[Page]] = []
    for page in order:
        near = [family for family in found if any(share_frame(page, other) for other in family)]
        found = [family for family in found if family not in near] + [[p for family in near for p in family] + [page]]
    return [[page for page in order if page in family] for family in found]


def group(copies: dict[Page, int], order: list[Page]) -> list[list[Page]]:
    """The groups of distinct pages, given in the native order by content, with their copies."""
    return [
        group for family in families(order) for group in family_groups({page: copies[page] for page in family}, family)
    ]


def family_groups(copies: dict[Page, int], order: list[Page]) -> list[list[Page]]:
    """The groups of one family."""
    start = First(copies, order)
    groups, model = start.sure(), start.second_model()
    for _ in range(2):
        groups = together(groups, merged(model, [Counts.of(copies, group) for group in groups]))
        groups = reassigned(model, copies, order, groups)
    return groups


class First:
    """The first run: micro-groups, and those merged that structure alone joins."""

    def __init__(self, copies: dict[Page, int], order: list[Page]) -> None:
        self.copies = copies
        self.paths = sorted({path for page in copies for path in page})
        self.micro = micro_groups(copies, order)
        start = [Counts.of(copies, members) for members in self.micro]

        def having(path: Path) -> int:
            return sum(path in counts.pages for counts in start) if path else len(start)

        self.q = {path: min(max((having(path) + 0.5) / (having(path[:-1]) + 1), 0.001), 0.999) for path in self.paths}
        self.weights = structural(copies, self.paths)
        self.merging = Merging(Model(self.q, self.weights), start)

    def sure(self) -> list[list[Page]]:
        """The groups that merges made which saved much."""
        return together(self.micro, cut(len(self.micro), self.merging.merges, SURE))

    def finer(self, level: float) -> list[list[Page]]:
        """The parts of groups at a level above 0: what was sure is priced by the second model, too."""
        model, sure = self.second_model(), cut(len(self.micro), self.merging.merges, SURE)
        inside, least = [{place} for place in range(len(self.micro))], [inf] * len(self.micro)
        counts = [Counts.of(self.copies, members).without_rare() for members in self.micro]
        for a, b, _ in self.merging.merges:
            inside.append(inside[a] | inside[b])
            is_sure = any(inside[-1] <= set(group) for group in sure)
            least.append(min(model.score(counts[a], counts[b]), least[a], least[b]) if is_sure else -inf)
            counts.append(counts[a].join(counts[b]))
        number = [inside.index(set(group)) for group in sure]
        for a, b, steps in Merging(model, [Counts.of(self.copies, group) for group in self.sure()]).merges:
            inside.append(inside[number[a]] | inside[number[b]])
            least.append(min(steps, least[number[a]], least[number[b]]))
            number.append(len(inside) - 1)
        kept = [some for some, saved in zip(inside, least, strict=True) if saved > level * 1024]
        return together(self.micro, (sorted(some) for some in kept if not any(some < other for other in kept)))

    def second_model(self) -> Model:
        """The model of the second run: what the groups of this one explain weighs more."""
        groups = together(self.micro, self.merging.inside.values())
        share = explained(self.paths, [Counts.of(self.copies, group) for group in groups])
        return Model(self.q, {path: self.weights[path] * share[path] for path in self.paths})


def together(groups: list[list[Page]], places: Iterable[list[int]]) -> list[list[Page]]:
    """The pages of the groups at some places, as one group each."""
    return [[page for place in some for page in groups[place]] for some in places]
