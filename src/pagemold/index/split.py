"""The split index of Hachenberg & Gottron 2013: all stored fingerprints within Levenshtein distance 1 of a query.

A fingerprint is split after `split` entries. One edit leaves the part before or the part behind as it was, so two hash
tables hold all candidates. The paper's lemma needs equal lengths; here an insertion or deletion before the split is
followed, so the answer is exact for every length. What it costs and how it is built: docs/decisions/0005.
"""

from collections.abc import Iterable

import pyarrow as pa

from pagemold import _native
from pagemold.arrow import array
from pagemold.data import fingerprint_entries
from pagemold.errors import UsageError

DEFAULT_SPLIT = 17


class SplitIndex:
    """Distinct fingerprints, numbered from 0 as they come. Threads may ask and insert at the same time.

    >>> index = SplitIndex()
    >>> index.insert(["lzw1:000002", "lzw1:000001", "lzw1:090909", "lzw1:000002"]).to_pylist()
    [0, 1, 2, 0]
    >>> offsets, ids = index.within_one(["lzw1:000003", "lzw1:0000", "lzw1:07"])
    >>> offsets.to_pylist(), ids.to_pylist()
    ([0, 2, 4, 4], [0, 1, 0, 1])
    """

    def __init__(self, split: int = DEFAULT_SPLIT) -> None:
        if not 0 <= split < 2**32:
            raise UsageError("wrong_argument", f"split: {split} is not between 0 and {2**32 - 1:,}")
        self._native = _native.SplitIndex(split)

    def __len__(self) -> int:
        """How many distinct fingerprints there are."""
        return len(self._native)

    def __repr__(self) -> str:
        return f"SplitIndex(split={self.split}, fingerprints={len(self)})"

    @property
    def split(self) -> int:
        """After how many entries fingerprints are split. It decides on speed, never on the answer."""
        return self._native.split

    @property
    def memory_bytes(self) -> int:
        """Bytes that the fingerprints and the tables take, reserved room included."""
        return self._native.memory_bytes()

    def insert(self, fingerprints: Iterable[bytes | str]) -> pa.UInt32Array:
        """Stores fingerprints and gives the number of each. An equal one keeps the number that it has."""
        return array(self._native.insert([fingerprint_entries(given) for given in fingerprints]))

    def within_one(self, queries: Iterable[bytes | str]) -> tuple[pa.Int64Array, pa.UInt32Array]:
        """The stored fingerprints within one edit of each query, as `(offsets, ids)`.

        Those of query `i` are `ids[offsets[i]:offsets[i + 1]]`, ascending; the query itself is among them if stored.
        """
        found = array(self._native.within_one([fingerprint_entries(given) for given in queries]))
        return found.offsets, found.values
