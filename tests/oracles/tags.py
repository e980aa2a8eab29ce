"""Tag tokens: element names in document order, one per start tag and one per end tag.

html5lib's tokenizer decides what a tag is. It passes every case of the public html5lib tokenizer suite that yields a
tag, and shares no code with the product. What a tree builder would tell it after a start tag is told it here.
"""

from collections.abc import Iterator

from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tagTokenTypes, tokenTypes

STATE_AFTER_START_TAG = {
    "textarea": "rcdataState",
    "title": "rcdataState",
    "style": "rawtextState",
    "xmp": "rawtextState",
    "iframe": "rawtextState",
    "noembed": "rawtextState",
    "noframes": "rawtextState",
    "script": "scriptDataState",
    "plaintext": "plaintextState",
}


def tags(html: str) -> Iterator[tuple[str, bool]]:
    """The tags of a page, each with whether it is a start tag."""
    tokenizer = HTMLTokenizer(html)
    for token in tokenizer:
        if token["type"] not in tagTokenTypes:
            continue
        is_start = token["type"] != tokenTypes["EndTag"]
        yield token["name"], is_start
        state = STATE_AFTER_START_TAG.get(token["name"])
        if state is not None and is_start:
            tokenizer.state = getattr(tokenizer, state)


def tag_tokens(html: str) -> list[str]:
    """The tag tokens of a page, start and end tags not told apart."""
    return [name for name, _ in tags(html)]


IN_HEAD = {"html", "head", "base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script"}
IN_HEAD |= {"style", "template", "title"}


def head_tokens(html: str) -> list[str]:
    """The tag tokens before the head's end tag, or before the first start tag that may not stand in a head."""
    tokens = []
    for name, is_start in tags(html):
        if (is_start and name not in IN_HEAD) or (not is_start and name == "head"):
            break
        tokens.append(name)
    return tokens
