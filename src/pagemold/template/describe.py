"""Pages of one mold laid over each other: what they share is the template, where they differ are its slots.

Elements fall together when their class paths are the same, as in the grammar method: ten list items are one part, which
is repeated. A part's place among its siblings is where it stands on most pages. `html` and `body` are one part each,
whatever their classes, which may vary as values do.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median_high

from pagemold._native import Tree
from pagemold.data import Part, Template

# Attributes whose values a page was filled with; others, such as `rel` or `type`, belong to the mold.
SLOT_ATTRIBUTES = ("alt", "content", "data-id", "datetime", "href", "id", "src", "srcset", "title", "value")
SAMPLES = 3
# Classes of `html` and `body` that vary, and those in a segment, as in class paths.
CLASSES = 5
_TOKENS = 3
# Scripts and styles are code, not content: their text is no slot.
CODE = ("script", "style", "noscript", "template")
_SHOWN_CHARACTERS = 200
# What nobody sees of a text, beside white space.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_BORDER = re.compile(r"([\\/.])")


@dataclass
class _Place:
    """All elements of all pages that fall together."""

    segment: str
    parent: "_Place | None"
    # On each page: how often, and after how many siblings first.
    counts: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    texts: list[tuple[str, ...]] = field(default_factory=list)
    values: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    below: "dict[str, _Place]" = field(default_factory=dict)
    # Of html and body: on how many pages each class is.
    classes: Counter[str] = field(default_factory=Counter)


def describe(pages: Iterable[str | bytes]) -> Template:
    """The template of pages that came out of one mold.

    >>> template = describe(["<p>Price: <b>1</b>", "<p>Price: <b>2</b><i>new</i>"])
    >>> [(part.segment, part.constant, part.samples, part.share) for part in template.parts][3:]
    [('p', 'Price:', (), 1.0), ('b', None, ('1', '2'), 1.0), ('i', None, ('new',), 0.5)]
    """
    top = _Place("", None)
    count = 0
    for page in sorted(page.encode() if isinstance(page, str) else page for page in pages):
        _lay(top, Tree(page))
        count += 1
    top.counts = [1] * count
    return Template(count, tuple(_parts(top)))


def _lay(top: _Place, tree: Tree) -> None:
    """Lays one page over the others."""
    places: list[_Place] = []
    seen: dict[int, tuple[_Place, list[int]]] = {}
    children: Counter[int | None] = Counter()
    texts: list[str] = []
    for number, (parent, segment, text) in enumerate(tree.outline()):
        above = top if parent is None else places[parent]
        is_frame = parent is None or (parent == 0 and segment.partition(".")[0] == "body")
        segment = segment.partition(".")[0] if is_frame else segment
        place = above.below.get(segment)
        if place is None:
            place = above.below[segment] = _Place(segment, above)
        if id(place) not in seen:
            seen[id(place)] = (place, [])
            place.positions.append(children[parent])
        seen[id(place)][1].append(number)
        if is_frame:
            place.classes.update({*dict(tree.attributes(number)).get("class", "").split()})
        children[parent] += 1
        places.append(place)
        texts.append(_visible(text[:_SHOWN_CHARACTERS]))
    for place, numbers in seen.values():
        place.counts.append(len(numbers))
        place.texts.append(() if _is_code(place.segment) else tuple(texts[number] for number in numbers))
        _collect_values(place, tree, numbers)


def _visible(text: str) -> str:
    """What a reader sees of a text: no-break spaces are spaces, and alone they are nothing."""
    return text if text.isascii() else " ".join(text.translate(_INVISIBLE).split())


def _is_code(segment: str) -> bool:
    return segment.partition(".")[0] in CODE


def _collect_values(place: _Place, tree: Tree, numbers: Sequence[int]) -> None:
    found: dict[str, list[str]] = {}
    for number in numbers:
        for name, value in tree.attributes(number):
            if name in SLOT_ATTRIBUTES:
                found.setdefault(name, []).append(value)
    for name, values in found.items():
        place.values.setdefault(name, []).append(tuple(values))


def _parts(top: _Place) -> Iterator[Part]:
    """The places in document order."""
    waiting: list[tuple[_Place, int | None, int]] = [(place, None, 0) for place in reversed(_in_order(top))]
    number = 0
    while waiting:
        place, parent, depth = waiting.pop()
        yield _part(place, parent, depth, of_pages=len(top.counts))
        waiting += [(below, number, depth + 1) for below in reversed(_in_order(place))]
        number += 1


def _in_order(place: _Place) -> list[_Place]:
    return sorted(place.below.values(), key=lambda below: (median_high(below.positions), below.segment))


def _part(place: _Place, parent: int | None, depth: int, of_pages: int) -> Part:
    assert place.parent is not None
    constant, samples, more = _text_of(place.texts) if of_pages > 1 else (None, (), 0)
    always = sorted(token for token, pages in place.classes.items() if pages == len(place.counts))
    varying = sorted((-pages, token) for token, pages in place.classes.items() if pages < len(place.counts))
    attributes = [name for name, values in place.values.items() if _varies(values)]
    return Part(
        segment=".".join([place.segment, *(_BORDER.sub(r"\\\1", token) for token in always[:_TOKENS])]),
        parent=parent,
        depth=depth,
        pages=len(place.counts),
        share=len(place.counts) / len(place.parent.counts),
        count=(median_high(place.counts), max(place.counts)),
        constant=constant,
        samples=samples,
        more_texts=more,
        attributes=tuple(sorted([*attributes, *(["class"] if varying else [])])),
        classes=tuple((token, -pages / len(place.counts)) for pages, token in varying[:CLASSES]),
        more_classes=max(len(varying) - CLASSES, 0),
    )


def _text_of(texts: list[tuple[str, ...]]) -> tuple[str | None, tuple[str, ...], int]:
    """The text that all pages have, or those that most of them have, and how many other texts there are beside.

    Blank texts and how often a page repeats one say nothing. What only one page says may be different on the next.
    """
    said = [tuple(dict.fromkeys(filter(None, page))) for page in texts]
    if not any(said):
        return None, (), 0
    if len(said) > 1 and len(set(said)) == 1:
        return said[0][0], (), len(said[0]) - 1
    # Words before mere signs; of those on equally many pages, the first of each page before the second of any.
    pages = Counter(text for page in said for text in page)
    distinct = dict.fromkeys([page[0] for page in said if page] + [text for page in said for text in page])
    ranked = sorted(distinct, key=lambda text: (not any(map(str.isalnum, text)), -pages[text]))
    return None, tuple(ranked[:SAMPLES]), max(len(ranked) - SAMPLES, 0)


def _varies(values: list[tuple[str, ...]]) -> bool:
    return len(values) > 1 and len(set(values)) > 1
