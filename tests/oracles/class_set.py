"""Class set: every class token on the page, as written."""

from tests.oracles.tree import Node, walk

Item = tuple[str, ...]
ASCII_WHITE_SPACE = "\t\n\f\r "


def class_tokens(node: Node) -> list[str]:
    """The tokens of an element's class attribute, in order, repeated ones kept."""
    value = node.attributes.get("class", "")
    for space in ASCII_WHITE_SPACE:
        value = value.replace(space, " ")
    return [token for token in value.split(" ") if token]


def items(root: Node) -> set[Item]:
    return {(token,) for node, _ in walk(root) for token in class_tokens(node)}


def name(item: Item) -> str:
    return item[0]
