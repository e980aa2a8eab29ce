"""datasketch's MinHashLSH with the same sets, in the peers' Python.

`python -m bench.cases.datasketch_lsh SETS QUERIES`.

The file holds offsets and items (numpy). Prints one JSON line: seconds to insert, milliseconds a query, memory.
"""

import json
import sys
import time
from typing import Any

from bench.memory import own_peak

PLACES = 128
THRESHOLD = 0.5


def main(path: str, queries: int) -> None:
    """Inserts every set but the last ones, then asks for those."""
    import numpy as np
    from datasketch import MinHash, MinHashLSH

    sets = np.load(path)
    offsets, items = sets["offsets"], (sets["items"] & 0xFFFFFFFF).tolist()
    before = own_peak()
    index = MinHashLSH(threshold=THRESHOLD, num_perm=PLACES)
    empty = MinHash(PLACES, hashfunc=int)

    def signature(number: int) -> Any:
        made = empty.copy()
        made.update_batch(items[offsets[number] : offsets[number + 1]])
        return made

    stored = len(offsets) - 1 - queries
    signatures = [signature(number) for number in range(stored)]
    asked = [signature(number) for number in range(stored, stored + queries)]
    began = time.perf_counter()
    for number, made in enumerate(signatures):
        index.insert(number, made)
    inserted = time.perf_counter() - began
    spent = []
    for made in asked:
        began = time.perf_counter()
        index.query(made)
        spent.append(1000 * (time.perf_counter() - began))
    found = {"pages": stored, "insert_seconds": inserted, "bytes": own_peak() - before}
    found |= {f"p{share}_ms": float(np.percentile(spent, share)) for share in (50, 99)}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
