"""The grammar's paths of a page, straight from their definition: folded classes, marks of html, body and head."""

import re
from collections.abc import Mapping
from itertools import pairwise

from pagemold._native import Tree
from tests.oracles.generated import chosen
from tests.oracles.modules import module_class

Path = tuple[str, ...]

UTILITY = re.compile(
    r"-m|-mt|align|bg|border|bottom|col|cursor|duration|ease|font|gap|grid|h|inset|items|justify|leading|left|m|max|mb|min|"
    r"ml|mr|mt|mx|my|opacity|p|pb|pl|pr|pt|px|py|right|rounded|shadow|space|text|top|w|z"
)
UTILITY_WORD = re.compile(r"absolute|block|border|fixed|flex|grid|hidden|inline|relative|rounded|static|truncate")
UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
WORD = re.compile(r"[A-Za-z0-9]+")
STATE = re.compile(
    r".+[-_](active|closed|collapsed|current|disabled|expanded|hidden|open|opened|selected|visible)", re.S
)


def looks_random(word: str) -> bool:
    digits = sum(letter.isdigit() for letter in word)
    kinds = [(letter.isdigit(), letter.isupper()) for letter in word]
    changes = sum(one != other for one, other in pairwise(kinds))
    return len(word) >= 5 and (2 <= digits < len(word) or 2 * changes > len(word))


def fold(token: str) -> str:
    if UUID.fullmatch(token):
        return "#"
    if found := module_class(token):
        return fold_words(found[0]) + found[1]
    return fold_words(token)


def fold_words(token: str) -> str:
    return WORD.sub(lambda word: "#" if looks_random(word[0]) else re.sub("[0-9]+", "#", word[0]), token)


def is_made_up(token: str) -> bool:
    words = WORD.findall(token)
    said = sum(len(word) for word in words if not looks_random(word))
    is_random = said <= 4 and any(map(looks_random, words))
    return bool(UUID.fullmatch(token)) or (is_random and not module_class(token))


def is_utility(token: str) -> bool:
    prefix = token[: token.find("-", 1)] if "-" in token[1:] else token
    return (
        ":" in token
        or "[" in token
        or bool(UTILITY_WORD.fullmatch(token))
        or token.startswith("flex-")
        or ("-" in token and bool(UTILITY.fullmatch(prefix)))
    )


def tokens(text: str) -> list[str]:
    left = [token for token in chosen(text.split(), looks_random) if not STATE.fullmatch(token)]
    found = {fold(token) for token in left if not is_made_up(token)}
    if found & {"hentry", "post", "single-post", "post-#", "postid-#"}:
        found = {
            re.sub("^(author-|category-|format-|post_format-|single-format-|tag-|term-).*", r"\1#", token, flags=re.S)
            for token in found
        }
    if len(found) >= 4 and sum(map(is_utility, found)) >= 3:
        found = {token for token in found if not is_utility(token)}
    return sorted(found, key=str.encode)


def escaped(text: str) -> str:
    return re.sub(r"([\\/.])", r"\\\1", text)


def head_mark(tag: str, attributes: Mapping[str, str]) -> str | None:
    """What an element of the head says about the mold of its page, as a segment."""
    kind, said = None, ""
    if tag == "link" and "stylesheet" in attributes.get("rel", "").lower().split():
        address = re.split("[?#]", attributes.get("href", "").strip())[0]
        kind, said = "link[", "" if address.lower().startswith("data:") else address.rstrip("/").split("/")[-1]
    if tag == "meta":
        for name, begins in (("generator", "meta[generator="), ("og:type", "meta[og:type=")):
            if kind is None and name in (attributes.get("name", "").lower(), attributes.get("property", "").lower()):
                kind, said = begins, attributes.get("content", "")
    said = " ".join(said.lower().split())
    return f"{kind}{escaped(fold(said)[:64])}]" if kind and said and not is_made_up(said) else None


def class_trie(html: str) -> list[Path]:
    """The distinct paths of a page in the order in which they are met. The tree of elements has tests of its own."""
    tree = Tree(html.encode())
    here: list[Path] = []
    met: dict[Path, None] = {}
    for node in range(len(tree)):
        parent, tag, attributes = tree.parent(node), tree.tag(node), dict(tree.attributes(node))
        above = here[parent] if parent is not None else ()
        classes = tokens(attributes.get("class", ""))
        is_whole = tag in ("html", "body")
        here.append((*above, tag + ("" if is_whole else "".join(f".{escaped(token)}" for token in classes[:3]))))
        met[here[-1]] = None
        if is_whole:
            met |= dict.fromkeys((*here[-1], f"#{escaped(token)}") for token in tokens(attributes.get("id", "")))
            met |= dict.fromkeys((*here[-1], f".{escaped(token)}") for token in classes)
        mark = head_mark(tag, attributes) if above and above[-1] == "head" else None
        if mark:
            met[*above, mark] = None
    return list(met)
