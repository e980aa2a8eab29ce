"""Where an element is: its indexed XPath and the path of tag names to it."""

from tests.oracles.tree import Node, walk


def indexed_xpaths(root: Node) -> list[str]:
    """The indexed XPath of every element, in document order."""
    paths = []
    for node, ancestors in walk(root):
        steps = [*ancestors, node]
        families = [[root], *(ancestor.children for ancestor in ancestors)]
        paths.append("".join(_step(step, family) for step, family in zip(steps, families, strict=True)))
    return paths


def _step(node: Node, family: list[Node]) -> str:
    namesakes = [sibling for sibling in family if sibling.label == node.label]
    if len(namesakes) == 1:
        return "/" + node.label
    position = next(index for index, sibling in enumerate(namesakes, start=1) if sibling is node)
    return f"/{node.label}[{position}]"


def tag_paths(root: Node) -> list[str]:
    """The tag names from the root to every element, joined by `/`, in document order."""
    return ["/".join(step.label for step in [*ancestors, node]) for node, ancestors in walk(root)]
