"""The demo site: every address, what it answers, and the template that made it.

The whole site is a function of a seed. `labels` is the gold standard that a grouping of the crawl can be judged by.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from urllib.parse import parse_qs, urlsplit

from pagemold.demo import blog, information, shop
from pagemold.demo.catalogue import build_catalogue
from pagemold.demo.goods import CATEGORIES, DISCONTINUED, SEARCHES, SEASONS
from pagemold.demo.journal import build_journal
from pagemold.demo.layout import ACCOUNT_LINKS, ICONS, page_path
from pagemold.demo.pictures import DRAWINGS, drawing_svg, landscape_svg
from pagemold.demo.product import product_page

DEFAULT_SEED = 2
HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
REDIRECTS = {"/summer-sale": "/category/camp-kitchen"}
FORM_TARGETS = {*(path for path, *_ in shop.CHECKOUT), "/account/profile"}  # a form adds its fields to the address


@dataclass(frozen=True)
class Reply:
    """What the server sends for one address."""

    status: int
    content_type: str
    body: bytes
    location: str | None = None


@dataclass(frozen=True)
class Address:
    """An address that answers 200 with a page: its gold template, and the function that renders it."""

    template: str
    render: Callable[[], str]


class Site:
    """Pages by address. Addresses are a path with its query, as in the request line."""

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self._catalogue = build_catalogue(seed)
        self._journal = build_journal(seed, self._catalogue)
        self._addresses = dict([*self._shop(), *self._blog(), *self._beside()])

    def labels(self) -> dict[str, str]:
        """Gold template of every page that answers 200, by address."""
        return {path: address.template for path, address in self._addresses.items()}

    def gold(self, url: str) -> str:
        """Gold template of a page, by address or by full URL of any host; KeyError where there is no such page."""
        parts = urlsplit(url)
        return self._addresses[f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"].template

    def reply(self, path: str) -> Reply:
        """The answer to a request; an address the site does not know gets an honest 404."""
        bare, _, query = path.partition("?")
        known = self._addresses.get(bare if bare in FORM_TARGETS else path)
        if known:
            return Reply(200, HTML, known.render().encode())
        if bare == "/search":
            return Reply(200, HTML, self._search(parse_qs(query).get("q", [""])[0]).encode())
        if path in REDIRECTS:
            return Reply(301, HTML, b"", REDIRECTS[path])
        return _asset(path) or Reply(404, HTML, information.not_found_page().encode())

    def _shop(self) -> Iterator[tuple[str, Address]]:
        catalogue, journal = self._catalogue, self._journal
        for season in SEASONS:
            yield season.path, Address("home", partial(shop.home_page, season, catalogue, journal))
        for category in CATEGORIES:
            products = catalogue.in_category(category)
            pages = -(-len(products) // shop.CARDS_PER_PAGE)
            for page in range(1, pages + 1):
                render = partial(shop.category_page, category, products, page, pages)
                yield page_path(f"/category/{category.slug}", page), Address("category", render)
        for product in catalogue.products:
            render = partial(product_page, product, catalogue.related(product))
            yield f"/products/{product.slug}", Address("product", render)
        for brand in catalogue.brands:
            render = partial(shop.brand_page, brand, catalogue.of_brand(brand))
            yield f"/brands/{brand.slug}", Address("brand", render)
        for word in SEARCHES:
            yield f"/search?q={word}", Address("search", partial(self._search, word))
        basket = list(catalogue.products[3:60:40])
        for step, (path, *_) in enumerate(shop.CHECKOUT):
            yield path, Address("cart", partial(shop.cart_page, basket, step))

    def _search(self, words: str) -> str:
        """Results for any words a visitor types; only the linked searches are part of the gold standard."""
        wanted = words.strip().lower()
        products = self._catalogue.matching(wanted) if wanted else []
        posts = [post for post in self._journal.posts if wanted and wanted in f"{post.title} {post.lead}".lower()]
        return shop.search_page(words, products, posts)

    def _blog(self) -> Iterator[tuple[str, Address]]:
        journal = self._journal
        posts = journal.posts
        pages = -(-len(posts) // blog.POSTS_PER_PAGE)
        for page in range(1, pages + 1):
            yield page_path("/journal", page), Address("blog-index", partial(blog.index_page, journal, page, pages))
        for newer, post, older in zip((None, *posts), posts, (*posts[1:], None), strict=False):
            yield f"/journal/{post.slug}", Address("post", partial(blog.post_page, post, newer, older))
        for author in journal.authors:
            render = partial(blog.author_page, author, journal.by_author(author))
            yield f"/journal/author/{author.slug}", Address("author", render)
        for tag in journal.tags:
            render = partial(blog.tag_page, tag, journal.tagged(tag), journal.tags)
            yield f"/journal/tag/{tag}", Address("tag", render)

    def _beside(self) -> Iterator[tuple[str, Address]]:
        products = self._catalogue.products
        for page in information.INFORMATION:
            yield f"/help/{page.slug}", Address("info", partial(information.information_page, page))
        for slug in DISCONTINUED:
            path = f"/products/{slug}"
            yield path, Address("soft-404", partial(information.gone_page, path, list(products[5:80:25])))
        walled = {path: f"your {name.lower()}" for path, name in ACCOUNT_LINKS}
        walled |= {"/account/profile": "your profile", "/account/wishlist": "your wish list"}
        for product in products:
            if product.can_be_kept:
                walled[f"/account/wishlist?add={product.number}"] = f"article {product.number} on your wish list"
        for path, what in walled.items():
            yield path, Address("sign-in", partial(information.sign_in_page, path, what))
        yield "/status", Address("stub", lambda: information.STUB)


def _asset(path: str) -> Reply | None:
    """Style sheet and pictures. Pictures are drawn on demand: `/img/tent-2-0.svg` or `/img/view-anything.svg`."""
    if path == "/assets/shop.css":
        return Reply(200, "text/css; charset=utf-8", (files("pagemold.demo") / "assets/shop.css").read_bytes())
    if path == "/assets/mark.svg":
        mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2f5d46">'
        return Reply(200, SVG, f"{mark}{ICONS['mark']}</svg>".encode())
    if path == "/robots.txt":
        return Reply(200, "text/plain; charset=utf-8", b"User-agent: *\nAllow: /\n")
    if path.startswith("/img/") and path.endswith(".svg"):
        name = path.removeprefix("/img/").removesuffix(".svg")
        if name.startswith("view-"):
            return Reply(200, SVG, landscape_svg(name).encode())
        drawing, *numbers = name.split("-")
        if drawing in DRAWINGS and len(numbers) == 2 and all(number.isdecimal() for number in numbers):
            return Reply(200, SVG, drawing_svg(drawing, int(numbers[0]), int(numbers[1])).encode())
    return None


@cache
def default_site() -> Site:
    return Site()


def gold(url: str) -> str:
    """Gold template of a page of the default site, by address or URL."""
    return default_site().gold(url)


def labels() -> dict[str, str]:
    """Gold template of every page of the default site, by address."""
    return default_site().labels()
