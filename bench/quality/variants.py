"""Pages made harder: without classes, with classes renamed as build tools do, and pages of no template at all."""

import hashlib
import re
from collections.abc import Callable
from random import Random

_CLASS = re.compile(rb"""(<[a-zA-Z][^<>]*?\s)class\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_TAGS = (
    "div",
    "p",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "span",
    "section",
    "article",
    "h1",
    "h2",
    "h3",
    "a",
    "img",
    "form",
)


def plain(html: bytes, package: str) -> bytes:
    """The page as it is."""
    return html


def bare(html: bytes, package: str) -> bytes:
    """The page without class attributes."""
    return _CLASS.sub(rb"\1", html)


def hashed(html: bytes, package: str) -> bytes:
    """The page with every class token renamed by a hash of its site, as CSS modules and styled components do."""

    def rename(found: re.Match[bytes]) -> bytes:
        tokens = found[2].strip(b"\"'").split()
        names = [b"css-" + hashlib.md5(package.encode() + b"|" + token).hexdigest()[:7].encode() for token in tokens]
        return found[1] + b'class="' + b" ".join(names) + b'"'

    return _CLASS.sub(rename, html)


VARIANTS: dict[str, Callable[[bytes, str], bytes]] = {"plain": plain, "bare": bare, "hashed": hashed}


def noise(count: int, seed: int = 1) -> list[bytes]:
    """Pages that have nothing in common with any other: random trees with classes of their own."""
    chance = Random(seed)
    return [_random_page(chance) for _ in range(count)]


def _random_page(chance: Random) -> bytes:
    words = [f"{chance.choice('bcdfgklmnprst')}{chance.choice('aeiou')}{chance.randrange(1000)}x" for _ in range(12)]
    html = ["<html><head><title>x</title></head><body>"]
    open_tags: list[str] = []
    for _ in range(chance.randrange(20, 170)):
        if open_tags and chance.random() < 0.45:
            html.append(f"</{open_tags.pop()}>")
            continue
        tag = chance.choice(_TAGS)
        html.append(f'<{tag} class="{chance.choice(words)}">' if chance.random() < 0.5 else f"<{tag}>")
        if tag != "img" and len(open_tags) < 12:
            open_tags.append(tag)
    return "".join(html).encode()
