"""What makes a page the same page: a repeated or resumed `add` must not store it twice.

The key is made of where the page lies (source, path, offset, length), its URL, its size and its structure. An archive
that is read again gives the same keys; one that was written anew under its old name gives others, and so do pages of a
file whose structure or size has changed. What is only worded anew, in as many bytes, stays the page that it was.

Pages that somebody had in memory lie nowhere: there the first such page of a run is one, the second another.
"""

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from pagemold.store.branches import bags_of_batch

_PLACE = ("source", "path", "url", "offset", "length", "size")


def page_keys(batch: Any, feature: str, locations: dict[str, str], met: Counter[bytes]) -> Iterator[int]:
    """A signed 64-bit number for each row of a batch; `locations` tells where each source lies.

    `met` counts the pages of a run that lie nowhere.
    """
    offsets, items, counts = bags_of_batch(batch, feature)
    columns = [batch[name].to_pylist() for name in _PLACE]
    for row, (source, *place) in enumerate(zip(*columns, strict=True)):
        digest = blake2b(
            "\0".join(map(str, [locations.get(source, ""), *place])).encode("utf-8", "surrogatepass"), digest_size=8
        )
        start, end = offsets[row], offsets[row + 1]
        digest.update(items[start:end])
        digest.update(counts[start:end])
        if not locations.get(source) and place[:2] == [None, None]:
            known = digest.digest()
            digest.update(met[known].to_bytes(8, "little"))
            met[known] += 1
        yield int.from_bytes(digest.digest(), "little", signed=True)
