"""Binary branches as they travel: names of the columns, columns → buffers, a page in memory → buffers."""

from typing import Any, Literal, TypeAlias

from pagemold._native import extract
from pagemold.store.segments import Bags

Kind: TypeAlias = Literal["q", "Q", "I"]


def columns(feature: str) -> tuple[str, str]:
    """The two columns of a feature that make a bag."""
    return feature, f"{feature}:counts"


def bags_of_batch(batch: Any, feature: str) -> Bags:
    """The bags of a `pyarrow.RecordBatch`, over the same memory."""
    items, counts = (batch[name] for name in columns(feature))
    return _view(items.offsets, "q"), _view(items.values, "Q"), _view(counts.values, "I")


def _view(values: Any, kind: Kind) -> memoryview:
    width = values.type.bit_width // 8
    data = memoryview(values.buffers()[1] or b"")
    return _cast(data.cast("B")[values.offset * width : (values.offset + len(values)) * width], kind) if data else data


def _cast(data: bytes | memoryview, kind: Kind) -> memoryview:
    """Numbers over the same memory; Python refuses to see nothing in another way."""
    return memoryview(data).cast(kind) if len(data) else memoryview(data)


def bag_of_html(html: str | bytes, feature: str) -> tuple[Bags, int]:
    """The bag of one page, and its flags. Text is taken as it is, bytes are decoded as the HTML Standard says."""
    text = isinstance(html, str)
    body = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
    content_types = ["text/html; charset=utf-8"] if text else None
    found = extract([body], content_types=content_types, features=list(columns(feature)), jobs=1)
    items, counts = (found[name] for name in columns(feature))
    offsets = items[2]
    assert offsets is not None, "lists have offsets"
    bags = (_cast(offsets, "q"), _cast(items[1], "Q"), _cast(counts[1], "I"))
    return bags, int.from_bytes(found["flags"][1], "little")
