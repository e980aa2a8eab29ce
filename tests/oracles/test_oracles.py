"""The oracles themselves: values worked out by hand, and pages whose tags and tree are known beforehand."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given

from tests.oracles import (
    binary_branches,
    class_paths,
    class_set,
    leaf_paths,
    path_shingles,
    pq_grams,
    tag_counts,
    tag_shingles,
)
from tests.oracles.components import components, levenshtein
from tests.oracles.fingerprint import fingerprint, written
from tests.oracles.hashing import label_hash, sequence_hash
from tests.oracles.minhash import signature, splitmix64
from tests.oracles.tags import tag_tokens
from tests.oracles.tree import Node, trees
from tests.oracles.xpath import indexed_xpaths, tag_paths
from tests.strategies import WellFormed, well_formed

PAPER_TOKENS = (
    "html body p b b p p strong strong p p big big p p em em p p i i p p small small p p sub sub sup sup p body html"
)


def list_page() -> Node:
    """html(body(ul(li, li(a)), p)), with classes on the list."""
    entries = [Node("li", {"class": "item-1 odd"}), Node("li", {"class": "item-22"}, [Node("a")])]
    return Node("html", {}, [Node("body", {}, [Node("ul", {"class": "w-1/2"}, entries), Node("p")])])


TAG_CASES = [
    ("", ""),
    ("text", ""),
    ("<p>a</P>", "p p"),
    ("<br/>", "br"),
    ("</br>", "br"),
    ('<a href=">">', "a"),
    ("a<b", ""),
    ("</>", ""),
    ("</ p>", ""),
    ("<p", ""),
    ("<p class='", ""),
    ("<3><p/ ></p x=y>", "p p"),
    ("<!-- <p> --><!DOCTYPE p><?p><!p>", ""),
    ("<![CDATA[<p>x<b>]]>", "b"),
    ("<script><p></script ><p>", "script script p"),
    ("<script><!--<script></script><p>--></script>", "script script"),
    ("<title><p></titles></title>", "title title"),
    ("<textarea><p></textarea>", "textarea textarea"),
    ("<style><p></style>", "style style"),
    ("<xmp><p></xmp><iframe><p></iframe>", "xmp xmp iframe iframe"),
    ("<noembed><p></noembed><noframes><p></noframes>", "noembed noembed noframes noframes"),
    ("<noscript><p></noscript>", "noscript p noscript"),
    ("</script><p>", "script p"),
    ("<plaintext><p></plaintext>", "plaintext"),
    ("<a\0B>", "a\ufffdb"),
    ("<Éa><É>", ""),
    ("<aÉ>", "aÉ"),
]


@pytest.mark.parametrize(("html", "tokens"), TAG_CASES)
def test_tag_tokens(html: str, tokens: str) -> None:
    assert tag_tokens(html) == tokens.split()


@given(well_formed())
def test_tags_and_trees_of_well_formed_pages(page: WellFormed) -> None:
    assert tag_tokens(page.html) == page.tokens
    assert trees(page.html) == [page.root, page.root]


def test_fingerprint_of_the_paper() -> None:
    value = fingerprint(PAPER_TOKENS.split())
    assert list(value) == [0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2]
    assert written(value) == "lzw1:000000000403000300090300080008000800001302"


def test_fingerprint_ends_at_25_entries() -> None:
    assert fingerprint(str(number) for number in range(100)) == bytes(25)


def test_label_hash_is_xxh3() -> None:
    # The published value of XXH3_64bits for no input and seed 0.
    assert label_hash("") == 0x2D06800538D394C2


def test_sequence_hash() -> None:
    once = (label_hash("") * 0x9E3779B97F4A7C15) % 2**64
    assert sequence_hash([]) == 0
    assert sequence_hash([""]) == once ^ (once >> 29)
    assert sequence_hash(["a", "b"]) != sequence_hash(["b", "a"])


def test_splitmix64() -> None:
    numbers = splitmix64(1234567)
    # The values that the reference implementation's users compare with.
    assert [next(numbers) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_minhash() -> None:
    first_factor, first_offset, second_factor, second_offset = islice(splitmix64(1), 4)
    # 2**32 folds to 1.
    assert signature([2**32], size=2) == [
        (((first_factor | 1) + first_offset) % 2**64) >> 32,
        (((second_factor | 1) + second_offset) % 2**64) >> 32,
    ]
    assert signature([], size=3) == [2**32 - 1] * 3
    five, seven = signature([5], size=50), signature([7], size=50)
    assert signature([5, 7], size=50) == [min(pair) for pair in zip(five, seven, strict=True)]


def test_features_of_tags() -> None:
    tokens = ["ul", "li", "li", "ul", "p"]
    assert tag_counts.items(tokens) == Counter({("ul",): 2, ("li",): 2, ("p",): 1})
    assert tag_shingles.items(tokens) == {("ul", "li", "li", "ul"), ("li", "li", "ul", "p")}
    assert tag_shingles.items(["a", "b"]) == {("a", "b")}
    assert tag_shingles.items([]) == set()


def test_features_of_paths() -> None:
    page = list_page()
    assert {leaf_paths.name(item) for item in leaf_paths.items(page)} == {
        "html/body/ul/li",
        "html/body/ul/li/a",
        "html/body/p",
    }
    assert {path_shingles.name(item) for item in path_shingles.items(page)} == {
        "html/body/ul/li",
        "body/ul/li/a",
        "html/body/p",
    }


def test_features_of_classes() -> None:
    page = list_page()
    assert class_set.items(page) == {("item-1",), ("item-22",), ("odd",), ("w-1/2",)}
    assert {class_paths.name(item) for item in class_paths.items(page)} == {
        "html",
        "html/body",
        r"html/body/ul.w-#\/#",
        r"html/body/ul.w-#\/#/li.item-#.odd",
        r"html/body/ul.w-#\/#/li.item-#",
        r"html/body/ul.w-#\/#/li.item-#/a",
        "html/body/p",
    }


SEGMENTS = [
    ("", "p"),
    ("b a b", "p.a.b"),
    ("d c b a", "p.a.b.c"),
    ("a1 a2 a33 b", "p.a#.b"),
    ("1/2 x.y c\\d", r"p.#\/#.c\\d.x\.y"),
    ("a\u00a0b\tc\f", "p.a\u00a0b.c"),
]


@pytest.mark.parametrize(("value", "expected"), SEGMENTS)
def test_segments(value: str, expected: str) -> None:
    assert class_paths.segment(Node("p", {"class": value})) == expected


def test_features_of_neighbourhoods() -> None:
    page = Node("ul", {}, [Node("li"), Node("li", {}, [Node("a")])])
    assert {binary_branches.name(item): count for item, count in binary_branches.items(page).items()} == {
        "ul(li,ε)": 1,
        "li(ε,li)": 1,
        "li(a,ε)": 1,
        "a(ε,ε)": 1,
    }
    assert {pq_grams.name(item): count for item, count in pq_grams.items(page).items()} == {
        "*,ul,*,*,li": 1,
        "*,ul,*,li,li": 1,
        "*,ul,li,li,*": 1,
        "*,ul,li,*,*": 1,
        "ul,li,*,*,*": 1,
        "ul,li,*,*,a": 1,
        "ul,li,*,a,*": 1,
        "ul,li,a,*,*": 1,
        "li,a,*,*,*": 1,
    }


def test_xpaths() -> None:
    assert indexed_xpaths(list_page()) == [
        "/html",
        "/html/body",
        "/html/body/ul",
        "/html/body/ul/li[1]",
        "/html/body/ul/li[2]",
        "/html/body/ul/li[2]/a",
        "/html/body/p",
    ]
    assert tag_paths(list_page())[-2:] == ["html/body/ul/li/a", "html/body/p"]


DISTANCES = [(b"", b"", 0), (b"a", b"", 1), (b"kitten", b"sitting", 3), (b"abc", b"bc", 1), (b"abcd", b"abdc", 2)]


@pytest.mark.parametrize(("left", "right", "distance"), DISTANCES)
def test_levenshtein(left: bytes, right: bytes, distance: int) -> None:
    assert levenshtein(left, right) == levenshtein(right, left) == distance


def test_components_join_through_a_third() -> None:
    assert components([b"aa", b"xxxx", b"abc", b"ab", b"xxx", b"aa"]) == [0, 1, 0, 0, 1, 0]
