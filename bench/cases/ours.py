"""What Pagemold is timed at."""

import subprocess
import sys
from pathlib import Path

import pagemold as pm
from bench import pack
from bench.cases import Run
from pagemold import _native


def cluster(warc: Path, jobs: int = 1) -> Run:
    """From the file to fingerprint groups, in a warm process."""
    return lambda: pm.cluster(pm.read(warc), method="fingerprint", jobs=jobs).summary.pages


def cluster_whole(warc: Path) -> Run:
    """The same, with every member unpacked and its checksum compared."""
    return lambda: pm.cluster(pm.read(warc, whole=True), method="fingerprint", jobs=1).summary.pages


def grammar(warc: Path) -> Run:
    """From the file to grammar groups, on one core; their names are made when somebody looks at them."""
    return lambda: pm.cluster(pm.read(warc), method="grammar", jobs=1).summary.pages


def cluster_on_two(warc: Path) -> Run:
    """The same with two threads."""
    return cluster(warc, jobs=2)


def command(warc: Path) -> Run:
    """What a user types, the interpreter's start and the writing of every page's row included."""
    typed = [sys.executable, "-m", "pagemold", "cluster", str(warc)]
    options = ["--method", "fingerprint", "--jobs", "1", "--json", "--quiet"]

    def run() -> None:
        subprocess.run([*typed, *options], check=True, stdout=subprocess.DEVNULL)

    return run


def scan_fingerprint(warc: Path) -> Run:
    """The scanner stopping as soon as the fingerprint is full."""
    return _extract(warc, ["fingerprint"])


def scan_page(warc: Path) -> Run:
    """The same scanner over the whole page."""
    return _extract(warc, ["tag_tokens"])


def class_paths(warc: Path) -> Run:
    """The full feature pass: tree, element paths with classes, MinHash over them."""
    return _extract(warc, ["class_paths", "class_paths:minhash"])


def _extract(warc: Path, features: list[str]) -> Run:
    """One native call over all pages. All from-memory cases pass here: the place for a narrower timing entry."""
    pages = list(pack.bodies(warc))
    types: list[str | None] = ["text/html; charset=utf-8"] * len(pages)  # so that no time goes into guessing it

    def run() -> int:
        columns = _native.extract(pages, content_types=types, features=features, jobs=1, minhash=128)
        return len(columns["flags"][1]) // 2

    return run
