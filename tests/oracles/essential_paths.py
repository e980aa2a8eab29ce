"""Essential paths, the three clusterings of them, and the matrices behind, straight from their definitions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log2, sqrt

Document = frozenset[int]
Clusters = list[list[Document]]


def essential(documents: Sequence[Document]) -> list[Document]:
    """Paths with at least the support that is the commonest among the document's paths, the smallest on a tie."""
    support = Counter(path for document in documents for path in document)
    chosen = []
    for document in documents:
        among = Counter(support[path] for path in document)
        threshold = min((value for value in among if among[value] == max(among.values())), default=0)
        chosen.append(frozenset(path for path in document if support[path] >= threshold))
    return chosen


def template(cluster: list[Document]) -> Document:
    """The paths of more than half of the documents."""
    support = Counter(path for document in cluster for path in document)
    return frozenset(path for path, count in support.items() if 2 * count > len(cluster))


def bits(symbols: Counter[int]) -> float:
    """The size of a matrix times the entropy of its symbols."""
    size = symbols.total()
    return -sum(count * log2(count / size) for count in symbols.values() if count)


def matrices(clusters: Clusters) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """How often each symbol is in MT, MD and MA, every cell looked at."""
    paths = {path for cluster in clusters for document in cluster for path in document}
    templates = [template(cluster) for cluster in clusters]
    mt = Counter(int(path in chosen) for chosen in templates for path in paths)
    md = Counter(int(here == there) for here in range(len(clusters)) for there, c in enumerate(clusters) for _ in c)
    ma = Counter(
        int(path in document) - int(path in chosen)
        for cluster, chosen in zip(clusters, templates, strict=True)
        for document in cluster
        for path in paths
    )
    return mt, md, ma


def costs(clusters: Clusters) -> tuple[float, float, float]:
    mt, md, ma = matrices(clusters)
    return bits(mt), bits(md), bits(ma)


def text_mdl(start: Clusters) -> Iterator[Clusters]:
    """Each clustering that the method goes through: the best pair merges while the cost falls."""
    clusters = start
    while True:
        yield clusters
        merged = [
            [*clusters[:i], clusters[i] + clusters[j], *clusters[i + 1 : j], *clusters[j + 1 :]]
            for i, j in combinations(range(len(clusters)), 2)
        ]
        best = min(merged, key=lambda candidate: sum(costs(candidate)), default=clusters)
        if sum(costs(best)) >= sum(costs(clusters)) - 1e-6:
            return
        clusters = best


def cosine(one: Document, other: Document) -> float:
    lengths = sqrt(len(one) * len(other))
    return len(one & other) / lengths if lengths else 0.0


def cosine_pairs(documents: Sequence[Document]) -> list[tuple[int, int]]:
    """The pairs of the figure: not below the mean, best first, each document once; earlier ones first on a tie."""
    pairs = [(cosine(documents[i], documents[j]), i, j) for i, j in combinations(range(len(documents)), 2)]
    mean = sum(value for value, _, _ in pairs) / len(pairs) if pairs else 0.0
    chosen: list[tuple[int, int]] = []
    used: set[int] = set()
    for value, i, j in sorted(pairs, key=lambda pair: (-round(pair[0], 12), pair[1:])):
        if value >= mean - 1e-12 and not used & {i, j}:
            chosen.append((i, j))
            used |= {i, j}
    return chosen
