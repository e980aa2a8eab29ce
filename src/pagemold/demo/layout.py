"""The chrome that all pages of the demo site share: head, header, navigation, footer, cookie banner.

It is the same on every template on purpose: a method that only sees the chrome cannot tell the templates apart.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from pagemold.demo.goods import CATEGORIES, SEARCHES

NAME = "Tarn & Timber"
ORIGIN = "https://www.tarnandtimber.example"

ICONS = {
    "mark": '<path d="M3 20 12 4l9 16z"/><path d="M8.5 20 12 13.5 15.5 20"/>',
    "search": '<circle cx="11" cy="11" r="6"/><path d="m20 20-4.6-4.6"/>',
    "user": '<circle cx="12" cy="8" r="4"/><path d="M4 20c1.5-4 4.5-6 8-6s6.5 2 8 6"/>',
    "heart": '<path d="M12 20S4 15 4 9.5A4.2 4.2 0 0 1 12 7.5 4.2 4.2 0 0 1 20 9.5C20 15 12 20 12 20z"/>',
    "cart": '<path d="M3 5h2.5l2.2 10h9.8L20 8H6.5"/><circle cx="9" cy="19" r="1.3"/><circle cx="17" cy="19" r="1.3"/>',
    "truck": '<path d="M2 6h12v10H2zM14 10h4l4 3v3h-8z"/>'
    '<circle cx="7" cy="17.5" r="2"/><circle cx="17.5" cy="17.5" r="2"/>',
    "repair": '<path d="m14 6 4-3 3 3-3 4-3-1-9 9-3-3 9-9z"/>',
    "leaf": '<path d="M5 19C5 9 11 4 20 4c0 9-5 15-15 15zM5 19l8-8"/>',
    "chevron": '<path d="m9 6 6 6-6 6"/>',
}
HELP_LINKS = (
    ("/help/shipping", "Shipping"),
    ("/help/returns", "Returns"),
    ("/help/warranty", "Warranty & repairs"),
    ("/help/sizes", "Size guide"),
    ("/help/contact", "Contact"),
)
HOUSE_LINKS = (
    ("/help/about", "About us"),
    ("/help/privacy", "Privacy"),
    ("/journal", "Journal"),
    ("/summer-sale", "Summer sale"),
    ("/press/kit-2019", "Press kit"),
    ("/status", "Service status"),
)
ACCOUNT_LINKS = (
    ("/account/orders", "Orders"),
    ("/account/addresses", "Addresses"),
    ("/account/repairs", "Repair requests"),
    ("/account/vouchers", "Vouchers"),
)


@dataclass(frozen=True)
class Head:
    """What a page says about itself: title, summary, and the meta and link elements of its own template."""

    title: str
    path: str
    summary: str = ""
    meta: Sequence[tuple[str, str]] = ()
    previous: str | None = None
    following: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)


def document(head: Head, main: str, body_class: str = "layout") -> str:
    """A whole page with header, navigation, footer and cookie banner around `main`."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{_head(head)}</head>\n<body class="{body_class}">\n'
        f'<a class="skip-link" href="#content">Skip to content</a>\n{_ANNOUNCEMENT}{_HEADER}'
        f'<main id="content" class="main">\n{main}\n</main>\n{_FOOTER}{_COOKIES}</body>\n</html>\n'
    )


def bare_document(head: Head, main: str) -> str:
    """A page with the logo alone, as shops use for sign-in and checkout: nothing may lead the visitor away."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{_head(head)}</head>\n<body class="layout layout--bare">\n'
        f'<header class="bare-header"><a class="logo" href="/">{icon("mark")}<span class="logo__name">{escape(NAME)}'
        f'</span></a></header>\n<main id="content" class="main main--narrow">\n{main}\n</main>\n</body>\n</html>\n'
    )


def icon(name: str) -> str:
    return f'<svg class="icon icon--{name}" viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>'


def link(href: str, text: str, css: str = "") -> str:
    attribute = f' class="{css}"' if css else ""
    return f'<a{attribute} href="{escape(href)}">{escape(text)}</a>'


def breadcrumbs(*steps: tuple[str, str]) -> str:
    """Path from the home page; the last step is the page itself and is no link."""
    trail = [("/", "Home"), *steps]
    items = [f'<li class="breadcrumbs__item">{link(href, text)}{icon("chevron")}</li>' for href, text in trail[:-1]]
    items.append(f'<li class="breadcrumbs__item" aria-current="page">{escape(trail[-1][1])}</li>')
    return f'<nav class="breadcrumbs" aria-label="Breadcrumb"><ol class="breadcrumbs__list">{"".join(items)}</ol></nav>'


def pagination(path: str, page: int, pages: int) -> str:
    """Numbered links; nothing at all where one page is enough."""
    if pages == 1:
        return ""
    items = []
    if page > 1:
        items.append(
            f"<li>{link(page_path(path, page - 1), 'Previous', 'pagination__link pagination__link--prev')}</li>"
        )
    for number in range(1, pages + 1):
        if number == page:
            items.append(f'<li><span class="pagination__link is-current" aria-current="page">{number}</span></li>')
        else:
            items.append(f"<li>{link(page_path(path, number), str(number), 'pagination__link')}</li>")
    if page < pages:
        items.append(f"<li>{link(page_path(path, page + 1), 'Next', 'pagination__link pagination__link--next')}</li>")
    return f'<nav class="pagination" aria-label="Pages"><ul class="pagination__list">{"".join(items)}</ul></nav>'


def page_path(path: str, page: int) -> str:
    return path if page == 1 else f"{path}?page={page}"


def _head(head: Head) -> str:
    lines = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(head.title)} · {escape(NAME)}</title>",
    ]
    if head.summary:
        lines.append(f'<meta name="description" content="{escape(head.summary)}">')
    lines.append(f'<link rel="canonical" href="{escape(ORIGIN + head.path)}">')
    if head.previous:
        lines.append(f'<link rel="prev" href="{escape(head.previous)}">')
    if head.following:
        lines.append(f'<link rel="next" href="{escape(head.following)}">')
    lines += [f'<meta property="{escape(name)}" content="{escape(value)}">' for name, value in head.meta]
    lines.append('<link rel="icon" type="image/svg+xml" href="/assets/mark.svg">')
    lines.append('<link rel="stylesheet" href="/assets/shop.css">')
    if head.data:
        lines.append(f'<script type="application/ld+json">{_json_ld(head.data)}</script>')
    return "\n".join(lines) + "\n"


def _json_ld(data: Mapping[str, object]) -> str:
    """JSON that cannot close its script element, whatever the texts hold."""
    return json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False).replace("<", "\\u003c")


def _list(css: str, links: Sequence[tuple[str, str]]) -> str:
    items = "".join(f"<li>{link(href, text)}</li>" for href, text in links)
    return f'<ul class="{css}">{items}</ul>'


def _footer_column(title: str, links: Sequence[tuple[str, str]]) -> str:
    return (
        f'<div class="site-footer__column"><h2 class="site-footer__title">{escape(title)}</h2>'
        f"{_list('site-footer__links', links)}</div>"
    )


_ANNOUNCEMENT = (
    f'<div class="announcement" role="note">{icon("truck")}<span>Free delivery over €80, and sixty days to change '
    "your mind</span></div>\n"
)
_HEADER = (
    '<header class="site-header"><div class="site-header__bar">'
    f'<a class="logo" href="/">{icon("mark")}<span class="logo__name">{escape(NAME)}</span></a>'
    '<form class="search-box" action="/search" role="search"><label class="visually-hidden" for="q">Search</label>'
    '<input class="search-box__input" id="q" name="q" type="search" placeholder="Search tents, kettles, stories…">'
    f'<button class="search-box__button" type="submit">{icon("search")}<span class="visually-hidden">Search</span>'
    '</button></form><ul class="site-header__actions">'
    f'<li><a href="/account/profile">{icon("user")}<span>Account</span></a></li>'
    f'<li><a href="/account/wishlist">{icon("heart")}<span>Wish list</span></a></li>'
    f'<li><a href="/cart">{icon("cart")}<span>Cart</span><span class="badge-count">2</span></a></li></ul></div>'
    '<nav class="main-nav" aria-label="Main">'
    + _list("main-nav__list", [*((f"/category/{c.slug}", c.name) for c in CATEGORIES), ("/journal", "Journal")])
    + "</nav></header>\n"
)
_FOOTER = (
    '<footer class="site-footer"><div class="site-footer__columns">'
    + _footer_column("Help", HELP_LINKS)
    + _footer_column("The house", HOUSE_LINKS)
    + _footer_column("Your account", ACCOUNT_LINKS)
    + _footer_column("Popular searches", [(f"/search?q={word}", word.capitalize()) for word in SEARCHES[:6]])
    + '<div class="site-footer__column site-footer__column--wide"><h2 class="site-footer__title">Letters, not spam</h2>'
    "<p>Six times a year: one story, three repairs, no countdown clocks.</p>"
    '<form class="newsletter" action="/account/profile"><label class="visually-hidden" for="mail">E-mail</label>'
    '<input class="newsletter__input" id="mail" type="email" placeholder="you@example.org">'
    '<button class="button button--light" type="submit">Subscribe</button></form></div></div>'
    f'<div class="site-footer__legal"><span>© 2025 {escape(NAME)} Ltd, Kendal</span>'
    '<ul class="social"><li><a rel="me noopener" href="https://social.example/@tarnandtimber">Fediverse</a></li>'
    '<li><a rel="noopener" href="https://pictures.example/tarnandtimber">Pictures</a></li></ul></div></footer>\n'
)
_COOKIES = (
    '<div class="cookie-banner" role="dialog" aria-label="Cookies" id="cookies"><p class="cookie-banner__text">We use '
    'one cookie to remember your cart. <a href="/help/privacy">Read more</a></p><div class="cookie-banner__actions">'
    '<button class="button button--light" type="button">Only the necessary</button>'
    '<button class="button" type="button">Fine by me</button></div></div>\n'
    "<script>document.querySelectorAll('#cookies button').forEach(function (b) {"
    "b.onclick = function () { document.getElementById('cookies').remove(); }; });</script>\n"
)
