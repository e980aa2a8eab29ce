"""Text from the web on a terminal: nothing in it may move the cursor, change colours or turn the line around."""

import re

# C0 and C1 controls, and the marks that change the direction of text or cannot be seen. Half surrogates are not text.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def printable(text: str, limit: int | None = 1_000) -> str:
    """The text with unsafe characters as escapes, cut at `limit` characters if there is one."""
    if limit is not None and len(text) > limit:
        text = text[: limit - 1] + "…"
    return _UNSAFE.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
