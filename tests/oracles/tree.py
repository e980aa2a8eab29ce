"""Element trees by two parsers that share no code with the product: turbohtml and lexbor (in selectolax).

On the 1,592 document cases (scripting off) of the public html5lib tree suite turbohtml has every element right, and
lexbor all but one case, where it is told here not to fill `selectedcontent`. Neither is beyond doubt on soup: turbohtml
errs about `isindex`, `source` and NUL beside open formatting elements, lexbor about `image` in a table and text in a
`textarea`, both about svg's `rp`. So the product must agree with one of them, and `test_tree.py` lists by hand what the
Standard says where they differ.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

import turbohtml
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


@dataclass
class Node:
    """One element: its tag name, its attributes, its element children."""

    label: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)


def walk(root: Node) -> Iterator[tuple[Node, list[Node]]]:
    """Every element in document order, each with its ancestors, the root first."""
    waiting: list[tuple[Node, list[Node]]] = [(root, [])]
    while waiting:
        node, ancestors = waiting.pop()
        yield node, ancestors
        waiting.extend((child, [*ancestors, node]) for child in reversed(node.children))


def trees(html: str) -> list[Node]:
    """What the Standard makes of a page, by either parser. What is inside a `template` element hangs below it."""
    return [tree_by_turbohtml(html), tree_by_lexbor(html)]


def tree_by_turbohtml(html: str) -> Node:
    document = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    (root,) = _turbohtml_nodes(document.children)
    return root


def _turbohtml_nodes(siblings: Iterable[turbohtml.Node]) -> list[Node]:
    nodes = []
    for sibling in siblings:
        if isinstance(sibling, turbohtml.DocumentFragment):
            nodes.extend(_turbohtml_nodes(sibling.children))
        elif isinstance(sibling, turbohtml.Element):
            attributes = {name: sibling.attr(name) for name in sibling.attrs}
            nodes.append(_node(sibling.tag, attributes, _turbohtml_nodes(sibling.children)))
    return nodes


def tree_by_lexbor(html: str) -> Node:
    # Without events: a `selectedcontent` element stays as it is written.
    root = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS).root
    assert root is not None
    return _lexbor_node(root)


def _lexbor_node(element: LexborNode) -> Node:
    children = []
    child = _lexbor_content(element).first_child
    while child is not None:
        if child.is_element_node:
            children.append(_lexbor_node(child))
        child = child.next
    return _node(element.tag or "", element.attributes, children)


def _lexbor_content(element: LexborNode) -> LexborNode:
    """The fragment that holds a template's content, or the element itself; svg's `template` has no such fragment."""
    fragments = element.template_fragments() if element.tag == "template" else []
    own = (one for one in fragments if one.parent is not None and one.parent.mem_id == element.mem_id)
    return next(own, element)


def _node(label: str, attributes: Mapping[str, str | None], children: list[Node]) -> Node:
    # Attribute names in plain lower case, as the tokenizer has them: the product does not give svg's their mixed one.
    return Node(label, {name.translate(ASCII_LOWER): value or "" for name, value in attributes.items()}, children)
