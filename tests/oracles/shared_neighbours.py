"""Shared near neighbours on plain sets: all pairs of clusters that share enough merge at once, to the fixed point."""

from collections.abc import Iterable

Cluster = frozenset[int]


def shared_neighbours(count: int, pairs: Iterable[tuple[int, int]], overlap: float) -> set[Cluster]:
    near = {page: {page} for page in range(count)}
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    clusters = {frozenset({page}) for page in range(count)}
    while True:
        hoods = {cluster: set().union(*(near[page] for page in cluster)) for cluster in clusters}
        links = [
            {one, other}
            for one in clusters
            for other in clusters
            if one != other
            and len(hoods[one] & hoods[other]) >= overlap * min(len(hoods[one]), len(hoods[other])) - 1e-12
        ]
        if not links:
            return clusters
        clusters = {frozenset().union(*part) for part in _connected(clusters, links)}


def _connected(clusters: set[Cluster], links: list[set[Cluster]]) -> list[set[Cluster]]:
    parts = [{cluster} for cluster in clusters]
    for link in links:
        touched = [part for part in parts if part & link]
        parts = [part for part in parts if not part & link] + [set().union(*touched)]
    return parts
