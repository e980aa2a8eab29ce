"""LZW-25 fingerprint (Hachenberg and Gottron 2013): the back references of an LZ78 pass over the tag tokens."""

from collections.abc import Iterable

ENTRIES = 25


def fingerprint(tokens: Iterable[str]) -> bytes:
    """One byte per dictionary entry, at most 25; an unfinished phrase at the end gives none."""
    known: dict[tuple[str, ...], int] = {(): 0}
    references: list[int] = []
    phrase: tuple[str, ...] = ()
    for token in tokens:
        if len(references) == ENTRIES:
            break
        longer = (*phrase, token)
        if longer in known:
            phrase = longer
        else:
            references.append(known[phrase])
            known[longer] = len(known)
            phrase = ()
    return bytes(references)


def written(value: bytes) -> str:
    """The fingerprint as people exchange it."""
    return "lzw1:" + value.hex()
