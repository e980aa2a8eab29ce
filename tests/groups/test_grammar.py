"""Grammar groups: equal to the plain oracle, whatever the order of pages; templates of one site told apart."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemold.clustering import Clustering
from pagemold.data import Page as WebPage
from pagemold.errors import UsageError
from pagemold.flow import cluster
from pagemold.groups.grammar import Grammars
from tests.oracles import grammar as oracle
from tests.oracles.class_trie import class_trie
from tests.oracles.grammar_exchange import written_alike
from tests.oracles.grammar_families import families
from tests.oracles.grammar_price import Page

BLOCKS = (
    "<nav class=menu><ul><li></ul></nav>",
    "<div class=price><b></b></div>",
    "<table><tr><td></table>",
    "<p>",
    "<h2>",
)
KINDS = ("", " class=wide", " id=manual", " class=wide id=index")
HEADS = (
    "",
    "<meta name=generator content=mill>",
    "<meta property=og:type content=article><link rel=stylesheet href=a.css>",
)
PAGES = st.lists(
    st.builds(
        lambda head, kind, blocks: f"<html><head>{head}</head><body{kind}>{''.join(sorted(blocks))}</body></html>",
        st.sampled_from(HEADS),
        st.sampled_from(KINDS),
        st.frozensets(st.sampled_from(BLOCKS)),
    ),
    min_size=1,
    max_size=14,
)


def paths(html: str) -> Page:
    return frozenset(class_trie(html))


def partition(labels: Sequence[str | None]) -> set[frozenset[int]]:
    return {frozenset(i for i, other in enumerate(labels) if other == label) for label in set(labels)}


NAMED_PAGES = st.lists(
    st.builds(
        lambda name, kind, blocks: f"<html><body class='{name} {kind}'>{''.join(sorted(blocks))}</body></html>",
        st.sampled_from([f"page-{letter}" for letter in "abcdefghijkl"]),
        st.sampled_from(("view", "edit")),
        st.frozensets(st.sampled_from(BLOCKS), max_size=2),
    ),
    min_size=20,
    max_size=32,  # of more, not all pairs are candidates
)


WRAPPERS = ("div class=chapter", "div class=section", "div class=appendix", "div", "section class=part")
INSIDES = (
    "<h2 class=title><a></a></h2>",
    "<p class=lead><em></em></p>",
    "<pre class=code>",
    "<ul><li class=item></ul>",
)
FRAME = "<div class=top><a class=home></a></div><div class=foot><b class=made></b></div>"


def wrapped(wrapper: str, insides: frozenset[str], other: str, is_alone: bool) -> str:
    """A page that is mostly one element of a place, or has two of them."""
    body = f"<{wrapper}>{''.join(sorted(insides))}</{wrapper.split()[0]}>"
    return f"<body>{FRAME}{body}" + ("" if is_alone else f"<{other}><p class=lead>")


NESTED_PAGES = st.lists(
    st.builds(
        lambda outer, inner, insides: wrapped(outer, frozenset([wrapped(inner, insides, "", True)]), "", True),
        st.sampled_from(WRAPPERS[:3]),
        st.sampled_from(WRAPPERS[:3]),
        st.frozensets(st.sampled_from(INSIDES), min_size=2),
    ),
    min_size=2,
    max_size=20,
)
# So many that one page with two wrappers does not matter, and more unlike wrappers than are remembered.
MANY_WRAPPED_PAGES = st.lists(
    st.builds(
        lambda n, insides, two: wrapped(
            f"div class=kind-{'abcdefghijklmnopqrstuvwx'[n]}", insides, WRAPPERS[0], not two
        ),
        st.integers(0, 23) | st.just(0),
        st.frozensets(
            st.sampled_from([f"<p class={a}{b}><i></i></p>" for a in "abcd" for b in "efgh"]), min_size=2, max_size=4
        ),
        st.integers(0, 29).map(lambda n: n == 0),
    ),
    min_size=24,
    max_size=32,
)
WRAPPED_PAGES = st.lists(
    st.builds(
        wrapped,
        st.sampled_from(WRAPPERS),
        st.frozensets(st.sampled_from(INSIDES), min_size=2),
        st.sampled_from(WRAPPERS),
        st.integers(0, 19).map(bool),
    ),
    min_size=2,
    max_size=24,
)


@settings(deadline=None, max_examples=120)
@given(PAGES | NAMED_PAGES | WRAPPED_PAGES | NESTED_PAGES | MANY_WRAPPED_PAGES)
def test_equal_to_the_oracle(pages: list[str]) -> None:
    check_by_oracle(pages)


def check_by_oracle(pages: list[str]) -> None:
    clustering = cluster(list(pages), "grammar")
    sets, order = distinct(clustering, pages)
    found = oracle.group(Counter(sets), order)
    assert partition(clustering.labels) == partition([of_page(found, page) for page in sets])


def distinct(clustering: Clustering, pages: list[str]) -> tuple[list[Page], list[Page]]:
    """The paths of each page, and those of the distinct ones in the native order."""
    sets = [paths(page) for page in pages]
    assert isinstance(clustering.tree, Grammars)
    numbers = memoryview(clustering.tree.model.sets()).cast("I").tolist()
    return sets, [page for _, page in sorted(dict(zip(numbers, sets, strict=True)).items())]


def of_page(groups: list[list[Page]], page: Page) -> str:
    return next(str(number) for number, group in enumerate(groups) if page in group)


def part(kind: str, letter: str) -> str:
    """One of many parts of a page that has nothing in common with the others."""
    return "<div class={0}><p class=p-{0}><i class=i-{0}></i></p><b class=b-{0}></b></div>".format(f"{kind}-{letter}")


def rich(kind: str, more: list[str]) -> str:
    """A page of one of two templates, with optional parts."""
    always = [part(name, letter) for name in ("top", kind) for letter in "abc"]
    return "<body>" + "".join(always + [part("more", letter) for letter in more])


# With enough in common to save many bits, and enough of their own to be no micro-group.
RICH_PAGES = st.lists(
    st.builds(
        rich, st.sampled_from(("list", "item")), st.sets(st.sampled_from("abcdefghijkl"), min_size=4).map(sorted)
    ),
    min_size=2,
    max_size=14,
)


@settings(deadline=None, max_examples=60)
@given(RICH_PAGES, st.sampled_from([0.5, 2, 5, 10, 29, 30, 31, 60]))
def test_finer_cuts_are_equal_to_the_oracle(pages: list[str], level: float) -> None:
    clustering = cluster(list(pages), "grammar")
    sets, order = distinct(clustering, pages)
    copies = Counter(sets)
    found = oracle.group(copies, order)
    finer = []
    for family in families(order):
        alike = {written: page for page, written in written_alike(family).items()}
        counted = oracle.without_usual_copies(copies, family)
        first = oracle.First({written: counted[page] for written, page in alike.items()}, list(alike))
        finer += [[alike[written] for written in part] for part in first.finer(level)]
    assert partition(clustering.labels) == partition([of_page(found, page) for page in sets])
    expected = [f"{of_page(found, page)}/{of_page(finer, page)}" for page in sets]
    assert partition(clustering.cut(level).labels) == partition(expected)


@settings(deadline=None, max_examples=30)
@given(RICH_PAGES)
def test_each_cut_lies_inside_the_coarser_one(pages: list[str]) -> None:
    clustering = cluster(list(pages), "grammar")
    above = clustering.cut(-1000).labels
    for level in (-30, -2, 0, 0.5, 2, 10, 29.9, 30, 30.001, 60, 200):
        labels = clustering.cut(level).labels
        assert len(set(labels)) == len(set(zip(labels, above, strict=True))), level
        above = labels


def shop(kind: str, count: int) -> list[str]:
    """Pages of one site: the same chrome around lists of varied length, or products with optional parts."""
    chance = random.Random(kind)
    head = "<html><head><title>x</title></head><body class={}><div class=top><ul class=menu><li><a>m</a></ul></div>"
    pages = []
    for _ in range(count):
        if kind == "list":
            body = (
                "<ol class=hits>" + "<li class=hit><a>x</a><span class=cost>1</span>" * chance.randint(1, 9) + "</ol>"
            )
        else:
            body = "<h1 class=name>n</h1><img class=photo><p class=cost>1</p>" + "<table class=specs><tr><td>x</table>"
            body += "<div class=reviews><p>good</p></div>" * chance.randint(0, 1) + "<ul><li>x</ul>" * chance.randint(
                0, 1
            )
        pages.append(head.format(kind) + body + "<div class=foot><p>f</p></div></body></html>")
    return pages


@pytest.mark.parametrize("count", [5, 10, 50, 200])
def test_templates_of_one_site_are_told_apart_whatever_their_size(count: int) -> None:
    labels = cluster(shop("list", 20) + shop("item", count), "grammar").labels
    assert partition(labels) == {frozenset(range(20)), frozenset(range(20, 20 + count))}


def test_neither_names_nor_examples_depend_on_the_order_of_pages() -> None:
    kinds = {"list": shop("list", 30), "item": shop("item", 30), "odd": ["<table><tr><td>x</table>"] * 3}
    pages = [
        WebPage(url=f"http://a.b/{it:02}{kind[0]}", html=html)
        for kind, some in kinds.items()
        for it, html in enumerate(some)
    ]
    told = {(group.id, group.name, group.example) for group in cluster(pages, "grammar").groups}
    assert len(told) == 3
    for seed in range(3):
        random.Random(seed).shuffle(pages)
        assert {(group.id, group.name, group.example) for group in cluster(pages, "grammar").groups} == told


def test_the_nearest_group_is_the_one_that_saves_most_bits_a_page() -> None:
    inside = "<h2 class=title>t</h2><ul class={0}s><li class={0}>x</ul><p class=by>y</p><form class=ask><input></form>"
    top = "<html><head><title>x</title></head><body class={0}><div class=top><ul class=menu><li><a>m</a></ul></div>"
    others = [(top + inside + "<i>" * (it % 3)).format(kind) for kind in ("story", "person") for it in range(7)]
    tree = cluster(shop("list", 40) + shop("item", 9) + others, "grammar").tree
    assert isinstance(tree, Grammars)
    ids = [group.id for group in tree.uncut()]
    assert len(ids) > 2
    for one, id in enumerate(ids):
        nearest = tree.nearest(id)
        assert nearest is not None
        weights = [min(tree.model.weight(one), tree.model.weight(other)) for other in range(len(ids))]
        saved = {ids[it]: sum(tree.model.compare(one, it)[0]) / weights[it] for it in range(len(ids)) if it != one}
        assert nearest[0] == max(saved, key=lambda other: saved[other])
        assert nearest[3] == saved[nearest[0]]


def test_neither_order_nor_threads_change_groups_or_ids() -> None:
    pages = shop("list", 12) + shop("item", 9) + ["<p>stray", "<table><tr><td>x</table>"]
    labels = cluster(pages, "grammar").labels
    places = list(range(len(pages)))
    random.Random(7).shuffle(places)
    again = cluster([pages[place] for place in places], "grammar", jobs=2).labels
    assert again == [labels[place] for place in places]


def test_other_sites_do_not_change_the_groups_of_a_site() -> None:
    page = "<html><body class='{0}-site'><header class={0}-top><nav class={0}-nav><a class={0}-a></a></nav></header>{1}"
    sites = {name: [page.format(name, "<p>x</p>" * n) for n in range(6)] for name in ("news", "bank", "club", "wiki")}
    alone = shop("list", 20) + shop("item", 20)
    labels = cluster(alone, "grammar").labels
    among = cluster([*sites["news"], *alone, *sites["bank"], *sites["club"], *sites["wiki"]], "grammar").labels
    assert among[6 : 6 + len(alone)] == labels
    assert not set(labels) & set(among[:6] + among[6 + len(alone) :])


def test_a_class_of_the_body_that_names_the_page_tells_no_kinds_apart() -> None:
    page = "<html><body class='wiki action-{} page-{}'><div class=frame><div class=text>{}</div></div></body></html>"
    names = ("Paris", "Rome", "Oslo", "Bonn", "Kyiv", "Riga", "Bern", "Doha", "Lima", "Cali")
    parts = {"view": "<p class=lead>x</p><ul class=more><li>x</ul>", "edit": "<form class=edit><textarea></form>"}
    pages = [page.format(action, name, part) for action, part in parts.items() for name in names for _ in range(2)]
    assert partition(cluster(pages, "grammar").labels) == {frozenset(range(20)), frozenset(range(20, 40))}


def manual(wrapper: str, count: int) -> list[str]:
    """Pages of a manual, all in an element of this name."""
    chance = random.Random(wrapper)
    parts = [
        f"<{tag} class={tag}-{letter}><i></i><b></b></{tag}>" for tag in ("pre", "ul", "h3") for letter in "abcdef"
    ]
    page = "<body><div class=head><a>x</a></div><{}><div class=title><h2>x</h2></div><p>x</p>{}</div><hr class=end>"
    return [page.format(wrapper, "".join(chance.sample(parts, 10))) for _ in range(count)]


def test_wrappers_that_are_alike_inside_tear_no_template() -> None:
    chapters, sections = manual("div class=chapter", 8), manual("div class=section", 30)
    assert len(cluster(chapters + sections, "grammar").groups) == 1
    named = [page for name in "abcdefghijkl" for page in manual(f"div class=about-{name}", 1)]
    assert len(cluster(named, "grammar").groups) == 1


def test_wrappers_in_wrappers_that_not_all_have_tear_no_template() -> None:
    nests = [("a", "x"), ("a", "y"), ("b", "x")]
    pages = [
        page.replace("<div class=inner>", f"<div class={inner}>")
        for outer, inner in nests
        for page in manual(f"div class={outer}><div class=inner", 20)
    ]
    assert len(cluster(pages, "grammar").groups) == 1


def test_wrappers_that_hold_other_things_tell_templates_apart() -> None:
    entries = [
        page.replace("title", "refname").replace("<p>", "<dl class=ref><dt>") for page in manual("div class=e", 20)
    ]
    labels = cluster(manual("div class=section", 20) + entries, "grammar").labels
    assert partition(labels) == {frozenset(range(20)), frozenset(range(20, 40))}


def test_a_page_with_the_frame_of_a_family_is_of_it_however_much_more_it_has() -> None:
    frame = "".join(f"<div class=part-{letter}></div>" for letter in "abcdefgh")
    pages = [f"<body>{frame}<p class=text><i class=i-{letter}></i>" for letter in "abcdefgh"]
    much = "".join(f"<div class=icon-{a}{b}></div>" for a in "abcdefghij" for b in "klmnopqrst")
    clustering = cluster([*pages, f"<body>{frame}<p class=text>{much}"], "grammar")
    assert isinstance(clustering.tree, Grammars)
    assert clustering.tree.explain(0, 8)[0], "one family"


def test_wrappers_of_other_sites_do_not_change_what_is_written_alike() -> None:
    alone = manual("div class=chapter", 10) + manual("div class=section", 30)
    other = (
        "<body><nav class=menu><ul class=links><li class=link></ul></nav>{}"
        + "<main class=text><p class=lead></p></main>"
    )
    small = [f"<div class={name}><i><b><u></u></b></i></div>" for name in ("chapter", "section")]
    parts = ["".join(f"<div class={letter}{n}></div>" for letter in "abcdefghijklmnop") for n in ("x", "y", "z")]
    others = [other.format(wrapper + part) for wrapper in small for part in parts for _ in range(8)]
    assert len(set(cluster(alone, "grammar").labels)) == 1
    assert len(set(cluster([*others, *alone], "grammar").labels[len(others) :])) == 1


def test_the_id_of_the_body_tells_kinds_of_pages_apart_unless_each_page_has_its_own() -> None:
    page = "<html><body id={}><h1>x</h1><div class=text><p>x</p></div></body></html>"
    kinds = [page.format(kind) for kind in ("manual", "module") for _ in range(10)]
    assert partition(cluster(kinds, "grammar").labels) == {frozenset(range(10)), frozenset(range(10, 20))}
    assert len(cluster([page.format(f"about-{'abcdefghij'[n]}") for n in range(10)], "grammar").groups) == 1


def test_what_the_head_says_tells_kinds_of_pages_apart() -> None:
    page = "<html><head><meta property=og:type content={}></head><body><div class=text><p>x</p></div>{}</body></html>"
    kinds = [page.format(kind, part) for kind, part in (("article", "<p>"), ("product", "<b>")) for _ in range(10)]
    assert partition(cluster(kinds, "grammar").labels) == {frozenset(range(10)), frozenset(range(10, 20))}


def test_a_product_in_stock_and_one_sold_out_are_taken_for_two_templates() -> None:
    """Known to go wrong: parts that exclude each other look like marks of two templates (docs/grammar.md)."""
    page = "<html><body><div class=top></div><main class=m><h1 class=n>x</h1>{}{}</main></body></html>"
    parts = ("<form class=buy><p></form><p class=in>", "<form class=notify><p></form><div class=out></div>")
    reviews = ("", "<ul class=reviews><li></ul>")
    pages = [page.format(parts[n % 2], reviews[n // 2 % 2]) for n in range(40)]
    assert len(cluster(pages, "grammar").groups) == 2


def test_the_tree_is_cut_finer_and_coarser() -> None:
    clustering = cluster(shop("list", 8) + shop("item", 8), "grammar")
    assert len(clustering.cut(-1000).groups) <= len(clustering.groups) <= len(clustering.cut(1000).groups)
    assert clustering.cut(0).labels == clustering.labels
    with pytest.raises(UsageError, match="keeps no tree"):
        cluster(["<p>x"], "fingerprint").cut(1)


def test_an_id_means_the_same_pages_in_every_cut() -> None:
    clustering = cluster(shop("list", 8) + shop("item", 8) + ["<p>x"] * 3, "grammar")
    pages: dict[str, set[int]] = {}
    for level in (0, -1000, -20, 5, 40, 1000):
        held: dict[str, set[int]] = {}
        for page, group in enumerate(clustering.cut(level).labels):
            held.setdefault(str(group), set()).add(page)
        assert len(held) == len(clustering.cut(level).groups)
        assert all(pages.setdefault(group, members) == members for group, members in held.items())
    assert len(pages) > len(clustering.groups)


def test_a_group_that_a_cut_leaves_as_it_is_keeps_its_typical_page() -> None:
    clustering = cluster(shop("list", 8) + shop("item", 8) + ["<p>x"] * 3, "grammar")
    for level in (-1000, -20, 5, 40, 1000):
        found = {group.id: replace(group, name=None) for group in clustering.cut(level).groups}
        assert all(found.get(it.id, it) == it for it in (replace(group, name=None) for group in clustering.groups))


def test_pages_that_are_all_alike_are_exactly_described() -> None:
    alike, others = cluster(["<table><tr><td>x</table>"] * 3 + shop("item", 9), "grammar").groups[::-1]
    assert (alike.size, alike.cohesion) == (3, 1.0)
    assert others.cohesion is not None
    assert others.cohesion < 1


def test_pages_without_structure_are_in_no_group() -> None:
    clustering = cluster(["", "plain words", "<html><body><p>x</p></body></html>"], "grammar")
    assert clustering.labels[:2] == [None, None]
    assert clustering.labels[2] is not None
    assert cluster([], "grammar").groups == ()


@settings(deadline=None, max_examples=40)
@given(PAGES)
def test_segments_are_those_of_the_paths(pages: list[str]) -> None:
    tree = cluster(list(pages), "grammar").tree
    assert isinstance(tree, Grammars)
    for number, found in enumerate(tree.model.segments()):
        known = tree.model.paths(number)
        names, most = tree._grammar(number).names, max(pages for _, parent, _, _, pages in known if parent is None)
        whole = sum(count for _, _, _, count, _ in known)
        expected: dict[str, tuple[float, float]] = {}
        for path, _, segment, count, _ in known:
            below = (n for other, _, _, n, _ in known if (names[other] + "/").startswith(names[path] + "/"))
            share, held = expected.get(segment, (0.0, 0.0))
            if count / most >= 0.1:
                expected[segment] = (max(share, count / most), max(held, sum(below) / whole))
        assert found == {segment: pytest.approx(both) for segment, both in expected.items()}


@settings(deadline=None, max_examples=40)
@given(PAGES)
def test_what_a_template_saves_on_a_page_is_told_path_by_path(pages: list[str]) -> None:
    tree = cluster(list(pages), "grammar").tree
    assert isinstance(tree, Grammars)
    groups, sets = (memoryview(column).cast("I").tolist() for column in (tree.model.cut(0.0), tree.model.sets()))
    rests: dict[int, list[float]] = {}
    for page, group, number in zip(pages, groups, sets, strict=True):
        terms = tree.model.page_terms(number, group)
        names = tree._grammar(group).names
        assert {names[path] for path, _, is_here in terms if is_here} == {"/".join(path) for path in paths(page)}
        under, background = tree.model.bits(number, [group])
        rests.setdefault(group, []).append(background - under - sum(bits for _, bits, _ in terms))
    # What is left is what the group saves by all that neither has: the same on each of its pages.
    assert all(rest == pytest.approx(some[0], abs=1e-6) and rest > -1e-6 for some in rests.values() for rest in some)
