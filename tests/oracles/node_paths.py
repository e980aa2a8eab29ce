"""Node paths: for each element and text node the labels from the root to it; a text is its own label, in quotes."""

import turbohtml

Item = tuple[str, ...]
SPACE = " \t\n\r\f"


def items(html: str) -> set[Item]:
    """By a parser that shares no code with the product."""
    found: set[Item] = set()
    document = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    waiting: list[tuple[turbohtml.Node, Item]] = [(child, ()) for child in document.children]
    while waiting:
        node, above = waiting.pop()
        if isinstance(node, turbohtml.DocumentFragment):
            waiting += [(child, above) for child in node.children]
        elif isinstance(node, turbohtml.Element):
            path = (*above, node.tag)
            found.add(path)
            waiting += [(child, path) for child in node.children]
        elif isinstance(node, turbohtml.Text) and node.data.strip(SPACE):
            found.add((*above, f'"{node.data.strip(SPACE)}"'))
    return found


def name(item: Item) -> str:
    return "/".join(item)
