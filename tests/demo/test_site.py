"""The demo site: the same for everybody, of the promised size, sound HTML, and with the quirks it was made for."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from difflib import SequenceMatcher
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from pagemold.demo import Site, gold, labels
from pagemold.demo.layout import Head, document

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

LEAST = {
    "home": 4,
    "category": 12,
    "product": 100,
    "brand": 10,
    "search": 10,
    "cart": 4,
    "blog-index": 5,
    "post": 50,
    "author": 5,
    "tag": 10,
    "info": 5,
    "soft-404": 12,
    "sign-in": 20,
    "stub": 1,
}


class Outline(HTMLParser):
    """Checks that every element is closed in order, and keeps what the tests ask about."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.tokens: set[str] = set()
        self.hrefs: list[str] = []
        self.sources: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        values = {name: value or "" for name, value in attrs}
        if len(values) != len(attrs):
            self.faults.append(f"attribute twice on <{tag}>")
        self.tokens.update(values.get("class", "").split())
        self.ids += [values["id"]] if "id" in values else []
        self.hrefs += [values["href"]] if tag == "a" else []
        self.sources += [values["src"]] if tag == "img" else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open:
            self.faults.append(f"<{tag}/> outside svg")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in {"script", "style"}:
            self.text.append(data)


def outline(html: str) -> Outline:
    parser = Outline()
    parser.feed(html)
    parser.close()
    return parser


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    return {path: site.reply(path).body.decode() for path in site.labels()}


@pytest.fixture(scope="module")
def outlines(pages: dict[str, str]) -> dict[str, Outline]:
    return {path: outline(html) for path, html in pages.items()}


def of(template: str) -> list[str]:
    return [path for path, label in labels().items() if label == template]


def test_two_sites_of_one_seed_are_equal_to_the_byte(pages: dict[str, str]) -> None:
    again = Site()
    assert {path: again.reply(path).body.decode() for path in again.labels()} == pages


def test_pages_do_not_depend_on_the_hash_seed_of_the_process() -> None:
    program = (
        "import hashlib; from pagemold.demo import Site; s = Site();"
        "print(hashlib.sha256(b''.join(s.reply(p).body for p in s.labels())).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_another_seed_gives_another_site_of_the_same_size(pages: dict[str, str]) -> None:
    other = Site(seed=99)
    assert Counter(other.labels().values()) == Counter(labels().values())
    assert other.labels().keys() != pages.keys()


def test_there_are_about_three_hundred_pages_in_at_least_their_promised_numbers() -> None:
    counts = Counter(labels().values())
    assert 280 <= counts.total() <= 320
    assert counts.keys() == LEAST.keys()
    assert {template: counts[template] for template, least in LEAST.items() if counts[template] < least} == {}


@pytest.mark.parametrize("path", ["/cart", "/search?q=wool", "/journal?page=2"])
def test_gold_takes_an_address_or_a_url_of_any_host(path: str) -> None:
    assert gold(path) == gold(f"http://127.0.0.1:8080{path}") == labels()[path]


def test_gold_takes_a_host_without_path_as_home() -> None:
    assert gold("http://127.0.0.1:8080") == "home"


@pytest.mark.parametrize("path", ["/summer-sale", "/press/kit-2019", "/search?q=unlinked"])
def test_gold_knows_no_label_beside_the_linked_pages(path: str) -> None:
    with pytest.raises(KeyError):
        gold(path)


def test_every_page_is_well_nested(outlines: dict[str, Outline]) -> None:
    faults = {path: found.faults + found.open for path, found in outlines.items() if found.faults or found.open}
    assert faults == {}


def test_no_page_uses_an_id_twice(outlines: dict[str, Outline]) -> None:
    assert [path for path, found in outlines.items() if len(set(found.ids)) != len(found.ids)] == []


def test_every_inner_link_and_picture_is_answered(site: Site, outlines: dict[str, Outline]) -> None:
    targets = {href.partition("#")[0] for found in outlines.values() for href in found.hrefs if href.startswith("/")}
    targets |= {source for found in outlines.values() for source in found.sources}
    dead = {target for target in targets if site.reply(target).status == 404}
    assert dead == {"/press/kit-2019"}


def test_every_page_is_reachable_by_links_from_the_start(outlines: dict[str, Outline]) -> None:
    reached, waiting = {"/"}, ["/"]
    while waiting:
        for href in outlines[waiting.pop()].hrefs:
            path = href.partition("#")[0]
            if path in outlines and path not in reached:
                reached.add(path)
                waiting.append(path)
    assert outlines.keys() - reached == set()


def test_json_ld_cannot_end_its_script() -> None:
    html = document(Head("t", "/", data={"name": "</script><b>"}), "")
    found = outline(html)
    assert found.faults + found.open == []
    assert "<b>" not in html


def test_json_ld_is_json_on_every_page_that_has_it(pages: dict[str, str]) -> None:
    blocks = [
        block
        for html in pages.values()
        for block in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.S)
    ]
    assert len(blocks) > 200
    assert all(json.loads(block)["@context"] == "https://schema.org" for block in blocks)


def test_names_with_markup_characters_are_escaped(pages: dict[str, str], outlines: dict[str, Outline]) -> None:
    assert "Pike &amp; Daughters" in pages["/"]
    assert "Pike & Daughters" in outlines["/"].text


def test_a_search_shows_the_words_and_runs_nothing(site: Site) -> None:
    html = site.reply("/search?q=%3Cscript%3Ealert(1)%3C/script%3E").body.decode()
    assert "<script>alert" not in html
    assert "<script>alert(1)</script>" in outline(html).text


@pytest.mark.parametrize(
    ("template", "token"),
    [
        ("product", "badge--sale"),
        ("product", "rating"),
        ("product", "no-image"),
        ("product", "stock--out"),
        ("product", "bundle"),
        ("product", "specs"),
        ("product", "related"),
        ("product", "gallery__thumbs"),
        ("post", "comments"),
        ("post", "post__hero"),
        ("post", "toc"),
        ("post", "gear"),
        ("post", "comment--staff"),
        ("category", "pagination"),
        ("search", "results__empty"),
        ("blog-index", "cover"),
    ],
)
def test_optional_parts_are_on_some_pages_of_their_template_and_not_on_others(
    outlines: dict[str, Outline], template: str, token: str
) -> None:
    present = [token in outlines[path].tokens for path in of(template)]
    assert any(present)
    assert not all(present)


@pytest.mark.parametrize(
    ("template", "mark", "least"),
    [
        ("category", '<li class="product-grid__item">', 5),
        ("product", '<th scope="row">', 8),
        ("post", 'id="comment-', 8),
        ("brand", '<li class="product-grid__item">', 4),
        ("tag", '<article class="teaser', 4),
    ],
)
def test_lists_vary_in_length(pages: dict[str, str], template: str, mark: str, least: int) -> None:
    assert len({pages[path].count(mark) for path in of(template)}) >= least


def test_comments_run_from_none_to_many_but_not_beyond_thirty(pages: dict[str, str]) -> None:
    counts = [pages[path].count('id="comment-') for path in of("post")]
    assert min(counts) == 0
    assert 20 <= max(counts) <= 30


def test_full_pages_share_their_chrome_to_the_byte(pages: dict[str, str]) -> None:
    full = [html for path, html in pages.items() if gold(path) not in {"sign-in", "cart", "stub"}]
    headers = {html[html.index('<a class="skip-link"') : html.index("<main")] for html in full}
    footers = {html[html.index("</main>") :] for html in full}
    assert (len(headers), len(footers)) == (1, 1)


@pytest.mark.parametrize("template", ["soft-404", "sign-in"])
def test_worthless_pages_say_nearly_the_same(site: Site, outlines: dict[str, Outline], template: str) -> None:
    texts = [" ".join(outlines[path].text).split() for path in of(template)]
    assert {site.reply(path).status for path in of(template)} == {200}
    assert min(SequenceMatcher(None, one, next_).ratio() for one, next_ in pairwise(texts)) > 0.85


def test_the_stub_is_tiny(pages: dict[str, str]) -> None:
    assert [len(pages[path]) < 200 for path in of("stub")] == [True]


def test_one_redirect_one_honest_404_and_assets(site: Site) -> None:
    redirect = site.reply("/summer-sale")
    assert (redirect.status, redirect.location) == (301, "/category/camp-kitchen")
    assert site.reply("/press/kit-2019").status == 404
    for path, kind in [
        ("/assets/shop.css", "text/css; charset=utf-8"),
        ("/assets/mark.svg", "image/svg+xml"),
        ("/img/tent-0-0.svg", "image/svg+xml"),
        ("/img/view-anything.svg", "image/svg+xml"),
        ("/robots.txt", "text/plain; charset=utf-8"),
    ]:
        reply = site.reply(path)
        assert (reply.status, reply.content_type, len(reply.body) > 0) == (200, kind, True)


@pytest.mark.parametrize("path", ["/img/tent-x-0.svg", "/img/tent.svg", "/img/unknown-1-1.svg", "//[", "", "/../etc"])
def test_an_unknown_address_is_404(site: Site, path: str) -> None:
    assert site.reply(path).status == 404


def test_forms_lead_to_pages(site: Site) -> None:
    assert site.reply("/cart?size=on").status == 200
    assert site.reply("/search?q=").status == 200


def test_style_sheet_styles_what_the_pages_use(site: Site, outlines: dict[str, Outline]) -> None:
    css = site.reply("/assets/shop.css").body.decode()
    styled = set(re.findall(r"\.([a-z][\w-]*)", css)) - {"is-current"}
    used = set().union(*(found.tokens for found in outlines.values()))
    assert styled - used == set()
