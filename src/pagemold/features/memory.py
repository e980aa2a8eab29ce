"""Batches of pages in memory behind the face of a reading."""

from collections.abc import Iterator

import pyarrow as pa

from pagemold.data import Summary


class Memory:
    """A context manager over batches that counts their pages."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        self._batches = batches
        self.pages = 0

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        for batch in self._batches:
            self.pages += batch.num_rows
            yield batch

    @property
    def summary(self) -> Summary:
        return Summary(pages=self.pages)
