"""The cases of the speed bench: each a function that takes the WARC and gives back a thing to time.

`ours` runs in the project's environment, `peers` in the peers'. Preparing (imports, reading pages into memory) is not
timed; the returned function is, and gives the number of pages it saw, or None where it cannot know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Run = Callable[[], int | None]


@dataclass(frozen=True)
class Case:
    """One thing to time. `function` is `module:name` below bench.cases, so that it can run in another interpreter."""

    name: str
    title: str
    function: str
    cores: int = 1

    @property
    def side(self) -> Literal["ours", "peers"]:
        """Whose environment it runs in."""
        return "ours" if self.function.startswith("ours:") else "peers"


@dataclass(frozen=True)
class Comparison:
    """Two cases and the ratio that is wanted of the first over the second; no target means: only stated."""

    name: str
    title: str
    ours: str
    beside: str
    target: float | None = None


CASES = [
    Case("cluster", "fingerprint groups", "ours:cluster"),
    Case("cluster_whole", "fingerprint groups, every byte read", "ours:cluster_whole"),
    Case("command", "the whole command", "ours:command"),
    Case("grammar", "grammar groups", "ours:grammar"),
    Case("fastwarc", "fastwarc, read only", "peers:fastwarc_read"),
    Case("gzip", "Python's gzip, inflate only", "peers:gzip_read"),
    Case("warcio", "warcio, read only", "peers:warcio_read"),
    Case("lxml_datasketch", "fastwarc + lxml + datasketch LSH", "peers:lxml_datasketch"),
    Case("one_core", "one core", "ours:cluster"),
    Case("two_cores", "two cores", "ours:cluster_on_two", cores=2),
    Case("scan_fingerprint", "fingerprint scan", "ours:scan_fingerprint"),
    Case("scan_page", "full-page scan", "ours:scan_page"),
    Case("class_paths", "class paths + MinHash 128", "ours:class_paths"),
    Case("selectolax", "selectolax, parse and walk", "peers:selectolax_walk"),
    Case("selectolax_paths", "selectolax, the paths built too", "peers:selectolax_paths"),
]

# Compared cases must be in the same group: their rounds take turns on the same core.
GROUPS = [
    ["cluster", "fastwarc", "cluster_whole", "grammar", "command", "gzip", "warcio", "lxml_datasketch"],
    ["one_core", "two_cores"],
    ["scan_fingerprint", "scan_page"],
    ["class_paths", "selectolax", "selectolax_paths"],
]

COMPARISONS = [
    Comparison("read", "WARC → fingerprint groups", "cluster", "fastwarc", 1.5),
    Comparison("whole", "the same with `whole=True`: every byte unpacked and checked", "cluster_whole", "fastwarc"),
    Comparison("lsh", "WARC → fingerprint groups", "cluster", "lxml_datasketch", 30),
    Comparison("grammar", "WARC → grammar groups", "grammar", "fastwarc", 0.5),
    Comparison("grammar_lsh", "WARC → grammar groups", "grammar", "lxml_datasketch", 15),
    Comparison("cores", "WARC 5 times as long → fingerprint groups, two cores", "two_cores", "one_core", 1.8),
    Comparison("scan", "fingerprint scan, from memory", "scan_fingerprint", "scan_page", 10),
    Comparison("features", "class paths + MinHash 128, from memory", "class_paths", "selectolax", 4),
    Comparison("paths", "class paths + MinHash 128, from memory", "class_paths", "selectolax_paths"),
    Comparison("command", "`pagemold cluster`, start-up included", "command", "fastwarc"),
    Comparison("inflate", "WARC → fingerprint groups", "cluster", "gzip"),
    Comparison("warcio", "WARC → fingerprint groups", "cluster", "warcio"),
]
