"""The compiled core, as seen from Python: batches in, columns of bytes out; see `pagemold.arrow`."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Final, Self, TypeAlias, final

from typing_extensions import Buffer

from pagemold.arrow import Column as _Column
from pagemold.arrow import Columns as _Columns

__all__ = [
    "EXCHANGED",
    "FEATURES",
    "FLAG_NAMES",
    "SEGMENT_VERSION",
    "VERSION",
    "Filter",
    "FingerprintGroups",
    "GrammarGroups",
    "GrammarPages",
    "GrammarTemplates",
    "Input",
    "Limits",
    "Reader",
    "Segment",
    "SegmentBuilder",
    "SplitIndex",
    "Tree",
    "choose_bands",
    "extract",
    "grammar_similarities",
    "group_fingerprints",
    "least_similarities",
    "linked",
    "merge_by_mdl",
    "nearest",
    "similarities",
    "tree_distances",
    "tree_mapping",
    "tree_similarities",
    "trees_alike",
    "trie_identities",
    "weighted_signatures",
]

# Offsets (int64), values (uint64) and counts (uint32, or empty) of rows, as anything with a buffer.
_Rows: TypeAlias = tuple[Any, Any, Any]
# Numbers of rows (int64), numbers of other rows (int64), thresholds (float64).
_Pairs: TypeAlias = tuple[Any, Any, Any]

EXCHANGED: Final[str]
FEATURES: Final[list[str]]
FLAG_NAMES: Final[list[str]]
VERSION: Final[str]
SEGMENT_VERSION: Final[int]

# The bags of pages: where each page's items begin and the last ends (int64), items (uint64), counts (uint32); bytes.
_Bags: TypeAlias = tuple[Buffer, Buffer, Buffer]

@final
class Limits:
    """Bounds on one page; a page that meets one keeps what was read, with a flag."""

    def __new__(
        cls,
        *,
        page_bytes: int = 10_000_000,
        depth: int = 512,
        nodes: int = 1_000_000,
        seconds: float = 2.0,
        attributes: int = 1_000,
        attribute_bytes: int = 65_536,
    ) -> Self: ...

@final
class Input:
    """One thing on disk that is read natively."""

    @staticmethod
    def archive(path: str | PathLike[str], start: int = 0, end: int | None = None) -> Input: ...
    @staticmethod
    def document(path: str | PathLike[str]) -> Input: ...

@final
class Filter:
    """Which records of an archive become pages, and whether their archive is read whole."""

    def __new__(
        cls,
        *,
        statuses: Sequence[int] | None = ...,
        html_only: bool = True,
        min_bytes: int = 0,
        whole: bool = False,
    ) -> Self: ...

@final
class Reader:
    """Batches of pages in the order of the inputs, read and measured in the background."""

    def __new__(
        cls,
        inputs: Sequence[Input],
        *,
        features: Sequence[str] = ...,
        html: bool = False,
        jobs: int = 0,
        limits: Limits | None = None,
        filter: Filter | None = None,
        minhash: int = 128,
        seed: int = 1,
    ) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> _Columns: ...
    def bytes_done(self) -> int: ...
    def problems(self) -> list[tuple[int, int, int, str, str]]: ...
    def skipped(self) -> dict[str, int]: ...
    def close(self) -> None: ...

@final
class SplitIndex:
    """Distinct fingerprints, numbered as they come, that can be asked for all within one edit of a query."""

    def __new__(cls, split: int = ...) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def split(self) -> int: ...
    def memory_bytes(self) -> int: ...
    def insert(self, fingerprints: Sequence[bytes]) -> _Column: ...
    def within_one(self, queries: Sequence[bytes]) -> _Column: ...

@final
class SegmentBuilder:
    """Collects the bags of pages, equal ones once, and writes them as a segment."""

    def __new__(cls, bands: int, rows: int, seed: int = 1) -> Self: ...
    def __len__(self) -> int: ...
    def push(self, bags: _Bags, jobs: int = 0) -> None: ...
    def push_segment(self, segment: Segment, jobs: int = 0) -> None: ...
    def write(self, path: str | PathLike[str], jobs: int = 0) -> None: ...

@final
class Segment:
    """An open segment of a collection; threads may share it."""

    def __new__(cls, path: str | PathLike[str]) -> Self: ...
    @property
    def pages(self) -> int: ...
    @property
    def bags(self) -> int: ...
    @property
    def clusters(self) -> int: ...
    def settings(self) -> tuple[int, int, int]: ...
    def verify(self) -> None: ...
    def bag(self, page: int) -> tuple[list[int], list[int]]: ...
    def nearest(
        self,
        queries: _Bags,
        k: int,
        *,
        measure: str = "cosine",
        window: int | None = None,
        candidates: int | None = None,
        members: int | None = None,
        jobs: int = 1,
    ) -> list[list[tuple[int, float]]]: ...

@final
class FingerprintGroups:
    """Groups of fingerprints that come in batches."""

    def __new__(cls) -> Self: ...
    def add(self, fingerprints: Sequence[bytes]) -> _Column: ...
    def groups(self) -> list[int]: ...
    def fingerprints(self) -> _Column: ...
    def memory_bytes(self) -> int: ...

@final
class Tree:
    """The element tree of one page; elements are numbered in document order."""

    def __new__(cls, html: bytes, limits: Limits | None = None) -> Self: ...
    def __len__(self) -> int: ...
    def tag(self, node: int) -> str: ...
    def parent(self, node: int) -> int | None: ...
    def attributes(self, node: int) -> list[tuple[str, str]]: ...
    def outline(self) -> list[tuple[int | None, str, str]]: ...
    def text(self, node: int) -> str: ...
    def xpath(self, node: int) -> str: ...
    def leaf_path(self, node: int) -> str: ...
    @property
    def flags(self) -> int: ...

@final
class GrammarPages:
    """Pages on their way into grammar groups; equal pages are kept once."""

    def __new__(cls) -> Self: ...
    def __len__(self) -> int: ...
    def add(
        self,
        *,
        hashes: bytes,
        parents: bytes,
        segments: bytes,
        offsets: bytes,
        words: Sequence[str],
        usable: bytes,
        urls: tuple[bytes, bytes] | None = None,
        sizes: bytes | None = None,
        sketches: tuple[bytes, bytes] | None = None,
    ) -> None: ...
    def group(self) -> GrammarGroups: ...

@final
class GrammarGroups:
    """Pages in grammar groups, with the model that put them there."""

    def __len__(self) -> int: ...
    def cut(self, level: float = 0.0) -> bytes: ...
    def sets(self) -> bytes: ...
    def found(self, level: float = 0.0) -> list[tuple[int, int, int, int, float | None]]: ...
    def segments(self) -> list[dict[str, tuple[float, float]]]: ...
    def paths(self, group: int) -> list[tuple[int, int | None, str, int, int]]: ...
    def bits(self, set: int, groups: Sequence[int]) -> list[float]: ...
    def page_terms(self, set: int, group: int) -> list[tuple[int, float, bool]]: ...
    def compare(self, one: int, two: int) -> tuple[tuple[float, float, float], list[tuple[int, float]]]: ...
    def is_one_family(self, one: int, two: int) -> bool: ...
    def together_below(self, one: int, two: int) -> float: ...
    def joined(
        self, one: int, two: int
    ) -> tuple[list[int], tuple[float, float, float], list[tuple[int, float, list[int]]]] | None: ...
    def nearest(self, group: int) -> int | None: ...
    def weight(self, group: int) -> float: ...
    def templates(self, labels: bytes, names: Sequence[str], *, jobs: int = 0) -> GrammarTemplates: ...

@final
class GrammarTemplates:
    """What tells the template of a page, or that it has none."""

    @staticmethod
    def learn(pages: GrammarPages, labels: bytes, names: Sequence[str], *, jobs: int = 0) -> GrammarTemplates: ...
    @staticmethod
    def from_bytes(data: bytes, name: str) -> GrammarTemplates: ...
    def to_bytes(self) -> bytes: ...
    def only(self, places: Sequence[int]) -> GrammarTemplates: ...
    def joined(self, other: GrammarTemplates) -> GrammarTemplates: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def pages(self) -> list[int]: ...
    def paths(self, place: int) -> dict[int, int]: ...
    def tags(self, paths: Sequence[int]) -> list[int | None]: ...
    def told(self, paths: Sequence[int], most: int, longest: int) -> list[str]: ...
    @property
    def tolerances(self) -> list[float]: ...
    def classify(
        self,
        *,
        hashes: bytes,
        parents: bytes,
        segments: bytes,
        offsets: bytes,
        words: Sequence[str],
        usable: bytes,
        jobs: int = 0,
    ) -> tuple[bytes, bytes, bytes, bytes, bytes]: ...

def extract(
    pages: Sequence[bytes],
    *,
    content_types: Sequence[str | None] | None = None,
    features: Sequence[str] = ...,
    html: bool = False,
    jobs: int = 0,
    limits: Limits | None = None,
    minhash: int = 128,
    seed: int = 1,
) -> _Columns: ...
def group_fingerprints(fingerprints: Sequence[bytes]) -> list[int]: ...
def trie_identities(
    *, hashes: bytes, parents: bytes, segments: bytes, offsets: bytes, words: Sequence[str], usable: bytes
) -> bytes: ...
def choose_bands(cosine: float, recall: float, places: int) -> tuple[int, int]: ...
def weighted_signatures(bags: _Bags, places: int, seed: int = 1) -> list[list[int]]: ...
def grammar_similarities(left: _Rows, right: _Rows, *, jobs: int = 0) -> bytes: ...
def similarities(measure: str, left: _Rows, right: _Rows, *, jobs: int = 0) -> bytes: ...
def nearest(
    measure: str,
    queries: _Rows,
    known: _Rows,
    groups: Sequence[int],
    thresholds: Sequence[float],
    *,
    runner_up: bool = False,
    every: bool = False,
    jobs: int = 0,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
def least_similarities(measure: str, rows: _Rows, groups: Sequence[int], count: int, *, jobs: int = 0) -> bytes: ...
def linked(measure: str, rows: _Rows, threshold: float, *, jobs: int = 0) -> list[int]: ...
def tree_distances(
    left: _Rows,
    right: _Rows,
    *,
    costs: tuple[float, float, float] = ...,
    fold: bool = False,
    similar: bool = False,
    jobs: int = 0,
) -> bytes: ...
def tree_mapping(first: _Rows, second: _Rows, *, costs: tuple[float, float, float] = ...) -> list[tuple[int, int]]: ...
def tree_similarities(
    rows: _Rows,
    pairs: _Pairs,
    *,
    costs: tuple[float, float, float] = ...,
    fold: bool = False,
    jobs: int = 0,
) -> bytes: ...
def trees_alike(
    rows: _Rows,
    pairs: _Pairs,
    *,
    costs: tuple[float, float, float] = ...,
    fold: bool = False,
    jobs: int = 0,
) -> bytes: ...
def merge_by_mdl(
    offsets: Any, paths: Any, documents: Sequence[int], *, jobs: int = 0
) -> tuple[list[int], list[list[float]], list[tuple[int, int]]]: ...
