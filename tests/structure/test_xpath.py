"""Indexed XPath and tag path of every element."""

from hypothesis import given
from lxml import etree

from pagemold._native import Tree
from tests.native import native_tree, parsed
from tests.oracles.tree import Node
from tests.oracles.xpath import indexed_xpaths, tag_paths
from tests.strategies import WellFormed, pages, well_formed


def test_position_only_beside_a_namesake() -> None:
    page = Tree(b"<body><div></div><p></p><div><ul><li>1<li>2<li><a>3</a></ul></div>")
    assert [page.xpath(node) for node in range(len(page))] == [
        "/html",
        "/html/head",
        "/html/body",
        "/html/body/div[1]",
        "/html/body/p",
        "/html/body/div[2]",
        "/html/body/div[2]/ul",
        "/html/body/div[2]/ul/li[1]",
        "/html/body/div[2]/ul/li[2]",
        "/html/body/div[2]/ul/li[3]",
        "/html/body/div[2]/ul/li[3]/a",
    ]


@given(pages)
def test_agree_with_the_oracle(html: str) -> None:
    page = parsed(html)
    root = native_tree(html)
    assert [page.xpath(node) for node in range(len(page))] == indexed_xpaths(root)
    assert [page.leaf_path(node) for node in range(len(page))] == tag_paths(root)


@given(well_formed())
def test_an_xpath_engine_finds_the_element_and_no_other(page: WellFormed) -> None:
    native = parsed(page.html)
    document, elements = as_lxml(page.root)
    for node, element in enumerate(elements):
        assert document.xpath(native.xpath(node)) == [element]


def as_lxml(root: Node) -> tuple[etree._Element, list[etree._Element]]:
    """The same tree for lxml, and its elements in document order."""
    top = etree.Element(root.label)
    waiting = [(root, top)]
    while waiting:
        node, element = waiting.pop()
        waiting.extend((child, etree.SubElement(element, child.label)) for child in node.children)
    return top.getroottree(), list(top.iter())
