"""Features of pages that are already in memory, in batches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import FEATURES, extract
from pagemold.arrow import PAGE_SCHEMA, Columns, array, flag_bits, page_batch, page_column
from pagemold.data import Page
from pagemold.errors import UsageError

_BATCH_PAGES = 512
# What a page in memory may not know about itself is taken from the pass over it.
_COMPUTED = ("encoding", "encoding_source", "size")
_VARIANTS = ("counts", "names", "minhash")


def check_names(names: Iterable[str]) -> list[str]:
    """The names, or an error that lists those that exist. `NAME:minhash` and the like are variants of `NAME`."""
    checked = list(names)
    for name in checked:
        base, colon, variant = name.partition(":")
        if name not in FEATURES and (base not in FEATURES or (colon and variant not in _VARIANTS)):
            raise UsageError("unknown_feature", f"{name}: no such feature; there are {', '.join(FEATURES)}")
    return checked


def features(
    pages: Iterable[Page | str | bytes], names: Sequence[str], *, jobs: int = 0, minhash: int = 128, seed: int = 1
) -> Iterator[pa.RecordBatch]:
    """Rows with the asked features, in the order of the pages. Bytes are decoded as the HTML Standard says.

    >>> batch = next(features(["<p>one", "<p>two"], ["fingerprint"]))
    >>> batch.num_rows
    2
    """
    wanted = check_names(names)
    waiting = iter(pages)
    while some := [_as_page(page) for page in islice(waiting, _BATCH_PAGES)]:
        columns = extract(
            [body for body, _ in some],
            content_types=["text/html; charset=utf-8" if page.encoding else None for _, page in some],
            features=wanted,
            jobs=jobs,
            minhash=minhash,
            seed=seed,
        )
        yield page_batch(columns, _known([page for _, page in some], columns))


def _as_page(page: Page | str | bytes) -> tuple[bytes, Page]:
    """The bytes to look at, and what is known about the page; where its encoding is known, the bytes are UTF-8."""
    if isinstance(page, bytes):
        return page, Page()
    if isinstance(page, str):
        page = Page(html=page)
    if page.html is None:
        name = page.url or page.path or "a page"
        raise UsageError("wrong_argument", f"{name}: has no html; iterate over pm.read(…) to get it")
    body = page.html.encode("utf-8", "surrogatepass")
    return body, page if page.encoding else replace(page, encoding="UTF-8", encoding_source="text")


def _known(pages: list[Page], columns: Columns) -> dict[str, pa.Array]:
    """What the pages know about themselves; a flag from an earlier pass stays."""
    known = {}
    for name in PAGE_SCHEMA.names:
        values = [getattr(page, name) for page in pages]
        if name in _COMPUTED:
            computed = array(columns[name]).to_pylist()
            values = [value or found for value, found in zip(values, computed, strict=True)]
        if name != "flags":
            known[name] = page_column(name, values)
    earlier = pa.array([flag_bits(*page.flags) for page in pages], pa.uint16())
    return known | {"flags": pc.bit_wise_or(array(columns["flags"]), earlier)}
