"""Short text: the smallest hashes of the words that are seen on a page with few of them, after a zero."""

import re

import turbohtml

from tests.oracles.hashing import sequence_hash

MOST_WORDS, MOST_BYTES, SKETCH = 400, 4096, 32
SOON = 10  # seconds
UNSEEN = {"title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"}


def words(html: str) -> list[str]:
    """By a parser that shares no code with the product."""
    found: list[str] = []
    waiting: list[turbohtml.Node] = list(turbohtml.parse(html, allow_declarative_shadow_roots=False).children)
    while waiting:
        node = waiting.pop()
        if isinstance(node, turbohtml.Text):
            found += [re.sub(r"#+", "#", fold(word)) for word in re.split(r"[^\w]|_", node.data) if word]
        elif not (isinstance(node, turbohtml.Element) and node.tag in UNSEEN):
            waiting += list(getattr(node, "children", []))
    return found


def fold(word: str) -> str:
    return "".join("#" if letter.isnumeric() else letter.lower() for letter in word)


def sends_elsewhere(html: str) -> bool:
    """Whether the head has a `meta` that leads to another page within ten seconds."""
    head = turbohtml.parse(html, allow_declarative_shadow_roots=False).find("head")
    metas = [it for it in head.children if isinstance(it, turbohtml.Element) and it.tag == "meta"] if head else []
    said = [(str(it.attrs.get("http-equiv")), str(it.attrs.get("content"))) for it in metas]
    led = [
        re.match(r"\s*([0-9]+)(\.[^;,]*)?\s*[;,]\s*\S", content) for name, content in said if name.lower() == "refresh"
    ]
    return any(found and int(found[1]) <= SOON for found in led)


def sketch(html: str) -> list[int]:
    """Of a page with at most `MOST_BYTES` of text."""
    if sends_elsewhere(html):
        return [0]
    seen = words(html)
    if len(seen) > MOST_WORDS:
        return []
    return [0, *sorted({sequence_hash([word]) for word in seen})[:SKETCH]]
