"""What is judged: every method of the project, and what a user would take instead."""

import hashlib
import subprocess
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

import pagemold as pm
from bench import peers
from pagemold.methods import METHODS

Found = Sequence[Hashable | None]


def ours(method: str) -> Callable[[Sequence[bytes]], Found]:
    """Groups of a method of the project, with its defaults."""
    return lambda html: pm.cluster(list(html), method=method).labels


def dom_hash(html: Sequence[bytes]) -> Found:
    """The recipe that is passed around: one hash over all tag names."""
    columns = pm.features.batches.features(list(html), ["tag_tokens"])
    return [
        hashlib.sha256(str(tokens).encode()).hexdigest()
        for batch in columns
        for tokens in batch["tag_tokens"].to_pylist()
    ]


def html_similarity(html: Sequence[bytes]) -> Found:
    """html-similarity, k = 0.3 and threshold 0.6 or more as its README recommends, pages linked when they reach it."""
    worker = Path(__file__).with_name("html_similarity_worker.py")
    text = b"\0".join(page.replace(b"\0", b"") for page in html)
    done = subprocess.run([peers.interpreter(), worker], input=text, capture_output=True, check=True)
    return [int(number) for number in done.stdout.split()]


def contenders() -> dict[str, Callable[[Sequence[bytes]], Found]]:
    """All of them by name, ours first."""
    return {name: ours(name) for name in METHODS} | {"dom-hash": dom_hash}
