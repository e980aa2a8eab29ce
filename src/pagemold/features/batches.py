"""Features of pages that are already in memory, in batches."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc

from pagemold._native import extract
from pagemold.arrow import PAGE_SCHEMA, Columns, array, flag_bits, page_batch, page_column
from pagemold.data import Page
from pagemold.errors import UsageError, check_numbers

_BATCH_PAGES = 512
_SHOWN = 80
# What a page in memory may not know about itself is taken from the pass over it.
_COMPUTED = ("encoding", "encoding_source", "size")


def features(
    pages: Iterable[Page | str | bytes], names: Sequence[str], *, jobs: int = 0, minhash: int = 128, seed: int = 1
) -> Iterator[pa.RecordBatch]:
    """Rows with the asked features, in the order of the pages. Bytes are decoded as the HTML Standard says.

    >>> batch = next(features(["<p>one", "<p>two"], ["fingerprint"]))
    >>> batch.num_rows
    2
    """
    check_numbers(jobs=jobs, minhash=minhash, seed=seed)
    waiting = _each(pages)
    while some := [_as_page(page) for page in islice(waiting, _BATCH_PAGES)]:
        columns = extract(
            [body for body, _ in some],
            content_types=["text/html; charset=utf-8" if page.encoding else None for _, page in some],
            features=list(names),
            jobs=jobs,
            minhash=minhash,
            seed=seed,
        )
        yield page_batch(columns, _known([page for _, page in some], columns))


def _each(pages: Iterable[Page | str | bytes]) -> Iterator[Page | str | bytes]:
    """The pages one by one. A name is refused: it is iterable too, but its characters are no pages."""
    if isinstance(pages, str | bytes | os.PathLike) or not isinstance(pages, Iterable):
        raise UsageError("wrong_argument", f"{_shown(pages)}: not pages; use pm.read(…) to read a source")
    return iter(pages)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _as_page(page: Page | str | bytes) -> tuple[bytes, Page]:
    """The bytes to look at, and what is known about the page; where its encoding is known, the bytes are UTF-8."""
    if isinstance(page, bytes):
        return page, Page()
    if isinstance(page, str):
        page = Page(html=page)
    if not isinstance(page, Page):
        raise UsageError("wrong_argument", f"{_shown(page)}: not a page; use pm.read(…) to read a source")
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
