"""Pages for property tests: well-formed ones whose tree is known beforehand, tag soup, and mutations of real pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from hypothesis import strategies as st

from tests.oracles.tree import Node

VOID = ["br", "img", "input", "hr", "wbr"]
PHRASING = ["span", "em", "strong", "b", "i", "code", "small", "label", "sub", "x-card"]
CONTAINERS = ["div", "section", "article", "nav", "main", "header", "footer", "form", "blockquote", "figure"]
HEADINGS = ["h1", "h2", "h3"]
CLOSE_A_PARAGRAPH = {*CONTAINERS, *HEADINGS, "p", "ul", "dl", "table", "hr"}
# An end tag may be left out before one of these siblings, or before the end of the parent.
OPTIONAL_END_TAG = {
    "p": CLOSE_A_PARAGRAPH,
    "li": {"li"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "option": {"option", "optgroup"},
    "optgroup": {"optgroup"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"tr"},
    "tbody": {"tbody"},
}


@dataclass
class WellFormed:
    """A page together with what every parser must make of it."""

    html: str
    tokens: list[str]
    root: Node


# --- well-formed pages -----------------------------------------------------------------------------------------------

class_tokens = st.one_of(
    st.sampled_from(
        ["item", "item-1", "item-22", "col-md-6", "w-1/2", "a.b", "back\\slash", "Über", "日本", "x&y", "1"]
    ),
    st.text("ab1#./\\-_é&<>'\"", min_size=1, max_size=5),
)
class_values = st.tuples(st.lists(class_tokens, max_size=5), st.sampled_from([" ", "  ", "\n", "\t", "\f"])).map(
    lambda drawn: drawn[1].join(drawn[0])
)
some_attributes = st.fixed_dictionaries(
    {},
    optional={
        "class": class_values,
        "id": st.sampled_from(["top", "main-7"]),
        "title": st.sampled_from(["", ">", "a > b", "<b>", "1 & 2", "'", '"']),
        "hidden": st.just(""),
    },
)
attributes = st.one_of(st.builds(dict[str, str]), some_attributes)


def nodes(labels: Sequence[str], children: st.SearchStrategy[list[Node]]) -> st.SearchStrategy[Node]:
    """Elements with one of these labels and such children."""
    return st.builds(Node, st.sampled_from(labels), attributes, children)


def some(children: st.SearchStrategy[Node], at_least: int = 0) -> st.SearchStrategy[list[Node]]:
    return st.lists(children, min_size=at_least, max_size=3)


nothing = st.builds(list[Node])
void = nodes(VOID, nothing)
leaf_phrasing = nodes(PHRASING, nothing)
phrasing = st.one_of(void.filter(lambda node: node.label != "hr"), leaf_phrasing, nodes(PHRASING, some(leaf_phrasing)))
links = nodes(["a"], some(leaf_phrasing))
graphic = nodes(["circle", "path", "linearGradient"], nothing)
drawing = nodes(["svg"], some(graphic | nodes(["g"], some(graphic)) | nodes(["foreignObject"], some(leaf_phrasing))))
inline = st.one_of(phrasing, links, drawing)
selection = nodes(["select"], some(nodes(["option"], nothing) | nodes(["optgroup"], some(nodes(["option"], nothing)))))


def _grow(blocks: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    flow = some(blocks | inline)
    row = nodes(["tr"], some(nodes(["td", "th"], flow), at_least=1))
    return st.one_of(
        nodes([label for label in CONTAINERS if label != "form"], flow),
        nodes(["ul", "ol"], some(nodes(["li"], flow))),
        nodes(["dl"], some(nodes(["dt", "dd"], flow))),
        nodes(["table"], some(nodes(["tbody"], some(row, at_least=1)))),
        nodes(["template"], some(blocks)),
    )


simple_block = st.one_of(
    nodes(["p"], some(inline)), nodes(HEADINGS, some(phrasing)), nodes(["form"], some(inline | selection)), void
)
blocks = st.recursive(simple_block, _grow, max_leaves=12)
head_parts = nodes(["meta", "link", "title", "style", "script"], nothing) | nodes(
    ["noscript"], some(nodes(["link"], nothing))
)
RAW_TEXT = {"title": "a <b>x</b>", "style": "a>b{content:'<p>'}", "script": "if (a<b) write('<p></p>')"}


@st.composite
def well_formed(draw: st.DrawFn) -> WellFormed:
    """A valid page; attributes are quoted in every allowed way, optional end tags come and go."""
    head = Node("head", {}, draw(some(head_parts)))
    body = Node("body", draw(attributes), draw(some(blocks | inline)))
    page = WellFormed("<!DOCTYPE html>\n", [], Node("html", draw(attributes), [head, body]))
    # One seed instead of many draws: drawing every quote and every case took most of the tests' time.
    _write(Random(draw(st.integers(0, 1000))), page, page.root, None)
    return page


def _write(chance: Random, page: WellFormed, node: Node, following: Node | None) -> None:
    """Append the markup of an element to the page, and its tag tokens."""
    page.tokens.append(node.label.lower())
    page.html += f"<{_cased(chance, node.label)}"
    page.html += "".join(_attribute(chance, name, value) for name, value in node.attributes.items())
    if node.label in {*VOID, "meta", "link"}:
        # After an unquoted value a slash would be part of the value.
        page.html += chance.choice([">", " />" if node.attributes else "/>"])
        return
    page.html += ">" + RAW_TEXT.get(node.label, "")
    for child, sibling in zip_longest(node.children, node.children[1:]):
        if node.label in {"div", "p", "li", "td", "span", "a"}:
            page.html += chance.choice(["", "\n", "text ", "a < b &amp; c", "<!-- <p> -->"])
        _write(chance, page, child, sibling)
    followers = OPTIONAL_END_TAG.get(node.label, set())
    may_end_itself = node.label in OPTIONAL_END_TAG and (following is None or following.label in followers)
    if not (may_end_itself and chance.choice([True, False])):
        page.html += f"</{_cased(chance, node.label)}>"
        page.tokens.append(node.label.lower())


def _cased(chance: Random, label: str) -> str:
    return chance.choice([label, label, label.upper()])


def _attribute(chance: Random, name: str, value: str) -> str:
    escaped = value.replace("&", chance.choice(["&amp;", "&#38;", "&#x26;"]))
    forms = [f' {name}="{escaped.replace(chr(34), "&quot;")}"', f" {name} = '{escaped.replace(chr(39), '&apos;')}'"]
    if value and not set(value) & set(" \t\n\f\r\"'=<>`/"):
        forms.append(f" {name}={escaped}")
    if not value:
        forms.append(f" {name}")
    return chance.choice(forms)


# --- tag soup --------------------------------------------------------------------------------------------------------

SOUP_TAG_NAMES = """
html head body title base meta link style script noscript template frameset frame noframes
div p span a b i em font nobr big code center address button form fieldset h1 h2 li ul ol dl dt dd pre
listing table caption colgroup col thead tbody tfoot tr td th select optgroup option input textarea hr br
img image svg g desc foreignObject title math mi mo mtext annotation-xml mglyph malignmark marquee object
applet iframe noembed xmp plaintext ruby rb rt rp rtc details summary dialog search keygen embed wbr x-y A1
"""
SOUP_ATTRIBUTES = [
    *["", "", "", " class=a", " class='a b'", ' class="x1 y22/3"', " class=a class=b", ' href=">"', " x=</p>"],
    *[" =", " a=b=c", ' "', " '", " <", " /", " a/b", " CLASS=Q", " type=hidden", " encoding=text/html", " color=red"],
    *[
        " class=a\0b",
        " class='&lt;&#49;2&nbsp'",
        " definitionurl=q viewbox=r",
        " xlink:href=x",
        "\nclass\n=\nz\n",
        " é",
    ],
]
SOUP_PIECES = [
    *["x", " ", "\n", "a<b", "</>", "</ x>", "<>", "< p>", "<3", "\0", "&amp;", "&ltp>", "é日", "</", "<", "<!", "<?"],
    *["<!-- <p> -->", "<!-->", "<!--->", "<!-- a --!>", "<!--", "-->", "<!-- <!-- -->", "<!p>", "<?p ?>", "<?p"],
    *[
        "<!DOCTYPE html>",
        "<!doctype",
        "<![CDATA[",
        "]]>",
        "<![CDATA[x<p>]]>",
        "<p",
        "<p class=",
        '<p class="',
        "<a\0b>",
    ],
    *[
        "<script><!--<script></script>-->",
        "<script><!-- </script>",
        "</script",
        "</script/>",
        "</title >",
        "</br>",
        "</p>",
    ],
    *[
        "<style></styl></style>",
        "<textarea>\n</textare></textarea\t>",
        "<xmp><p></xmp x=y>",
        "<br/>",
        "<div/>",
        "<svg/>",
    ],
]


def soup_tag(label: str, attributes: str, kind: str) -> str:
    return {"open": f"<{label}{attributes}>", "close": f"</{label}>", "self-closed": f"<{label}{attributes}/>"}[kind]


def soup_of(labels: list[str]) -> st.SearchStrategy[str]:
    """Pages of these tags alone: the fewer they are, the more they have to do with each other."""
    kinds = st.sampled_from(["open", "open", "open", "close", "close", "self-closed"])
    tags = st.builds(soup_tag, st.sampled_from(labels), st.sampled_from(SOUP_ATTRIBUTES), kinds)
    pieces = st.one_of(tags, tags, tags, st.sampled_from(SOUP_PIECES))
    return st.lists(pieces, max_size=30).map("".join)


soup_labels = st.lists(st.sampled_from(SOUP_TAG_NAMES.split()), min_size=2, max_size=8, unique=True)
tag_soup = st.one_of(soup_of(SOUP_TAG_NAMES.split()), soup_labels.flatmap(soup_of))
# Below the level of tags: every order of the characters that move a tokenizer from one state to the next.
letter_soup = st.lists(
    st.sampled_from(
        [*"<>/!-?='\"ab \n\0&", "--", "<!--", "script", "title", "plaintext", "[CDATA[", "]]>", "</script"]
    ),
    max_size=40,
).map("".join)

# Attribute values and texts full of character references, right and wrong.
REFERENCES = """
&amp &notin &not &lt &GT; &copy &nbsp; &acE; &fjlig; &zz; &CounterClockwiseContourIntegral;
&# &#x &#0; &#13; &#128; &#xD800; &#x110000; &#99999999999;
"""
reference_soup = st.lists(st.sampled_from([*"&;#xX=09aFg \r\n\0é", *REFERENCES.split()]), max_size=12).map("".join)

pages = st.one_of(well_formed().map(lambda page: page.html), tag_soup, tag_soup, letter_soup)


# --- mutations -------------------------------------------------------------------------------------------------------


@st.composite
def mutated(draw: st.DrawFn, originals: Sequence[bytes]) -> bytes:
    """One of the pages after up to five cuts, deletions, repetitions, moves and flips of bytes."""
    page = draw(st.sampled_from(originals))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(page)))
        end = min(len(page), start + draw(st.integers(0, 200)))
        piece = page[start:end]
        kind = draw(st.sampled_from(["cut", "delete", "repeat", "move", "flip"]))
        if kind == "cut":
            page = page[:start] if start > len(page) // 2 else page[start:]
        elif kind == "delete":
            page = page[:start] + page[end:]
        elif kind == "repeat":
            page = page[:end] + piece + page[end:]
        elif kind == "move":
            rest = page[:start] + page[end:]
            target = draw(st.integers(0, len(rest)))
            page = rest[:target] + piece + rest[target:]
        elif piece:
            flipped = draw(st.sampled_from([*b"<>/!-='\"&\0 az", 0x80, 0xC3, 0xFF]))
            page = page[:start] + bytes([flipped]) + page[start + 1 :]
    return page
