"""The compiled core as the tests call it: one or many pages of UTF-8 in, plain Python values out."""

from collections.abc import Sequence
from typing import Any

from pagemold._native import Limits, Tree, extract
from pagemold.arrow import array, flag_names
from tests.oracles.tree import Node

UTF8 = "text/html; charset=utf-8"
SETS = ["leaf_paths", "class_paths", "tag_shingles", "path_shingles", "class_set", "node_paths"]
BAGS = ["tag_counts", "binary_branches", "structural_branches", "pq_grams"]
EVERY_FEATURE = [
    "tag_tokens",
    "head_tokens",
    "elements",
    "elements:counts",
    "fingerprint",
    *(name + form for name in SETS + BAGS for form in ("", ":names", ":minhash")),
    *(name + ":counts" for name in BAGS),
    "link_targets",
    "link_xpaths",
    "link_base",
    "class_trie",
    "class_trie:parents",
    "class_trie:names",
    "short_text",
]


def as_bytes(page: str | bytes) -> bytes:
    return page.encode() if isinstance(page, str) else page


def rows(
    pages: Sequence[str | bytes],
    features: Sequence[str],
    *,
    content_type: str | None = UTF8,
    html: bool = False,
    jobs: int = 1,
    limits: Limits | None = None,
    minhash: int = 128,
    seed: int = 1,
) -> list[dict[str, Any]]:
    """One dictionary of column name to value per page; flags are spelled out."""
    columns = extract(
        [as_bytes(page) for page in pages],
        content_types=[content_type] * len(pages),
        features=list(features),
        html=html,
        jobs=jobs,
        limits=limits,
        minhash=minhash,
        seed=seed,
    )
    lists = {name: array(column).to_pylist() for name, column in columns.items()}
    lists["flags"] = [set(flag_names(bits)) for bits in lists["flags"]]
    return [dict(zip(lists, values, strict=True)) for values in zip(*lists.values(), strict=True)]


def row(page: str | bytes, *features: str) -> dict[str, Any]:
    """The columns of one page."""
    (only,) = rows([page], features)
    return only


def parsed(page: str) -> Tree:
    """The core's element tree. The byte order mark keeps a `meta` element of the page from choosing the encoding."""
    return Tree(page.encode("utf-8-sig"))


def native_tree(page: str) -> Node:
    """The same as nodes; elements are numbered in document order, so children come out in order too."""
    tree = parsed(page)
    nodes = [Node(tree.tag(index), dict(tree.attributes(index))) for index in range(len(tree))]
    for index, node in enumerate(nodes):
        parent = tree.parent(index)
        if parent is not None:
            nodes[parent].children.append(node)
    return nodes[0]
