"""Grammar groups, straight from the definition: all pairs, no signatures, no tables.

Equal sets of paths are one page with copies. Meant for a few small pages: every pair of pages and of micro-groups is a
candidate, as it is natively up to 32 of them. What pages and groups cost is in `grammar_price`, how much a path says in
`grammar_weights`, what is grouped together at all in `grammar_families` and `grammar_exchange`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf, log

from tests.oracles.grammar_exchange import written_alike
from tests.oracles.grammar_families import families
from tests.oracles.grammar_price import COPIES, PAGES, Counts, Model, Page, Path, page_bits
from tests.oracles.grammar_weights import explained, structural

NEAR, SURE = 0.86, 30.0

Merge = tuple[int, int, int]


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


def different(pages: Sequence[Page], addresses: Sequence[object], contents: Sequence[object]) -> dict[Page, int]:
    """How many pages with a set of paths are different ones: of what is said at several addresses, two at the most."""
    found = {}
    for page in pages:
        places = [place for place, other in enumerate(pages) if other == page]
        at, said = ({known[place] for place in places} for known in (addresses, contents))
        found[page] = max(min(len(at), len(said)), min(len(at), 2))
    return found


def group(copies: dict[Page, int], order: list[Page]) -> list[list[Page]]:
    """The groups of distinct pages, given in the native order by content, with their copies."""
    found = []
    for family in families(order):
        written = written_alike(family)
        as_it_was = {alike: page for page, alike in written.items()}
        counted = without_usual_copies(copies, family)
        groups = family_groups({alike: counted[page] for page, alike in written.items()}, list(as_it_was))
        found += [[as_it_was[page] for page in group] for group in groups]
    return found


def without_usual_copies(copies: dict[Page, int], family: list[Page]) -> dict[Page, int]:
    """Copies that are evidence: as many times what half of the family's distinct pages have at the most, where there
    are eight distinct pages for each of those.
    """
    usual = sorted(copies[page] for page in family)[(len(family) - 1) // 2]
    usual = max(1, min(usual, len(family) // 8))
    return {page: max(1, (copies[page] + usual // 2) // usual) for page in family}


def family_groups(copies: dict[Page, int], order: list[Page]) -> list[list[Page]]:
    """The groups of one family."""
    start = First(copies, order)
    groups, model = start.sure(), start.second_model()
    for _ in range(2):
        groups = joined(model, copies, groups)
        groups = reassigned(model, copies, order, groups)
    return joined(model, copies, groups)


def joined(model: Model, copies: dict[Page, int], groups: list[list[Page]]) -> list[list[Page]]:
    """Groups of which no two would save bits by joining."""
    return together(groups, merged(model, [Counts.of(copies, group) for group in groups]))


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
        self.merging = Merging(Model(self.q, self.weights, len(copies)), start)

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
        return Model(self.q, {path: self.weights[path] * share[path] for path in self.paths}, len(self.copies))


def together(groups: list[list[Page]], places: Iterable[list[int]]) -> list[list[Page]]:
    """The pages of the groups at some places, as one group each."""
    return [[page for place in some for page in groups[place]] for some in places]
