"""Tag tokens: element names in document order, one per start tag and one per end tag.

html5lib's tokenizer decides what a tag is. It passes every case of the public html5lib tokenizer suite that yields a
tag, and shares no code with the product. What a tree builder would tell it after a start tag is told it here.
"""

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


def tag_tokens(html: str) -> list[str]:
    """The tag tokens of a page, start and end tags not told apart."""
    tokenizer = HTMLTokenizer(html)
    tokens = []
    for token in tokenizer:
        if token["type"] not in tagTokenTypes:
            continue
        tokens.append(token["name"])
        state = STATE_AFTER_START_TAG.get(token["name"])
        if state is not None and token["type"] != tokenTypes["EndTag"]:
            tokenizer.state = getattr(tokenizer, state)
    return tokens
