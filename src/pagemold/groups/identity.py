"""What a group goes by: an id from content, and a page that a person may look at."""

from collections.abc import Sequence
from hashlib import blake2b

import pyarrow as pa

DIGITS = 10


def content_id(letter: str, content: bytes, digits: int = DIGITS) -> str:
    """The letter of the method, and as many hexadecimal digits of the content's digest as people will bear."""
    return letter + blake2b(content).hexdigest()[:digits]


def addresses(rows: pa.Table | pa.RecordBatch, places: Sequence[int]) -> list[str | None]:
    """What a person calls some pages: the URL of each, or the path of its file, or at least the source it is in.

    Of all at once: to look at a row of many batches, Arrow goes through all of them.
    """
    wanted = pa.array(places, pa.int64())
    columns = [rows[name].take(wanted).to_pylist() for name in ("url", "path", "source")]
    return [next(filter(None, names), None) for names in zip(*columns, strict=True)]
