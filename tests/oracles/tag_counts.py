"""Tag counts: how often each tag occurs among the tag tokens."""

from collections import Counter

Item = tuple[str, ...]


def items(tokens: list[str]) -> Counter[Item]:
    return Counter((token,) for token in tokens)


def name(item: Item) -> str:
    return item[0]
