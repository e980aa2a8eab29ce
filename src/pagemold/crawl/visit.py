"""What a fetched page tells: its links, and the template it is of."""

from dataclasses import dataclass
from typing import Any

from pagemold._native import extract
from pagemold.arrow import array
from pagemold.crawl.fetch import Response
from pagemold.crawl.links import FEATURES, Link, inner_links
from pagemold.crawl.url import SiteKind

_PAGE_BYTES = 10_000_000


@dataclass(frozen=True, slots=True)
class Visit:
    """A page, looked at once."""

    links: list[Link]
    leaf_paths: list[int]


def look(url: str, response: Response, kind: SiteKind) -> Visit:
    """The links and leaf paths of an answer. `url` is the canonical address that its links are resolved against."""
    content_type = response.header("content-type") or None
    columns = extract(
        [response.page(_PAGE_BYTES)], content_types=[content_type], features=[*FEATURES, "leaf_paths"], jobs=1
    )
    targets, xpaths, base, paths = (_only(columns[name]) for name in (*FEATURES, "leaf_paths"))
    return Visit(inner_links(url, targets, xpaths, base, kind), paths)


def _only(column: Any) -> list[Any]:
    """The list that the one row of a column holds."""
    (values,) = array(column).to_pylist()
    return list(values)
