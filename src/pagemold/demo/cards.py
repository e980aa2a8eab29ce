"""Pieces that several templates of the demo site share: product cards, stars, post teasers."""

from datetime import date
from html import escape

from pagemold.demo.catalogue import Product, money
from pagemold.demo.journal import Post
from pagemold.demo.layout import link


def product_card(product: Product) -> str:
    badge = '<span class="badge badge--sale">Sale</span>' if product.old_cents else ""
    if not product.in_stock:
        badge += '<span class="badge badge--muted">Sold out</span>'
    rating = stars(product.stars, len(product.reviews)) if product.reviews else ""
    return (
        f'<article class="product-card product-{product.number}"><a class="product-card__media" '
        f'href="/products/{product.slug}">{picture(product)}{badge}</a><div class="product-card__body">'
        f'<p class="product-card__brand">{escape(product.brand.name)}</p><h3 class="product-card__title">'
        f"{link(f'/products/{product.slug}', product.name)}</h3>{rating}{price(product)}</div></article>"
    )


def product_grid(products: list[Product]) -> str:
    items = "".join(f'<li class="product-grid__item">{product_card(product)}</li>' for product in products)
    return f'<ul class="product-grid">{items}</ul>'


def picture(product: Product, angle: int = 0) -> str:
    """The product's picture, or the empty frame that shops show where nobody has taken one."""
    if not product.pictures:
        return '<div class="no-image"><span>Picture to follow</span></div>'
    alt = product.name if angle == 0 else f"{product.name}, view {angle + 1}"
    return (
        f'<img class="product-image" src="/img/{product.drawing}-{product.hue}-{angle}.svg" alt="{escape(alt)}" '
        'width="400" height="400" loading="lazy">'
    )


def price(product: Product) -> str:
    if product.old_cents is None:
        return f'<p class="price"><span class="price__now">{product.price}</span></p>'
    return (
        f'<p class="price price--reduced"><span class="price__now">{product.price}</span> '
        f'<s class="price__was">{money(product.old_cents)}</s></p>'
    )


def stars(value: float, count: int | None = None) -> str:
    """Stars drawn by width, as most shops do; the number of reviews where it is known."""
    counted = f'<span class="rating__count">({count})</span>' if count is not None else ""
    return (
        f'<div class="rating" role="img" aria-label="{value:g} of 5 stars"><span class="rating__stars">'
        f'<span class="rating__fill" style="width:{value * 20:g}%"></span></span>{counted}</div>'
    )


def post_teaser(post: Post) -> str:
    media = ""
    if post.hero:
        media = (
            f'<a class="teaser__media" href="/journal/{post.slug}"><img src="/img/view-{post.number}.svg" alt="" '
            'width="600" height="300" loading="lazy"></a>'
        )
    return (
        f'<article class="teaser post-{post.number}">{media}<div class="teaser__body"><p class="teaser__meta">'
        f'{day(post.day)} · {post.minutes} min</p><h2 class="teaser__title">{link(f"/journal/{post.slug}", post.title)}'
        f'</h2><p class="teaser__lead">{escape(post.lead)}</p></div></article>'
    )


def day(value: date) -> str:
    return f'<time datetime="{value.isoformat()}">{value.day} {MONTHS[value.month - 1]} {value.year}</time>'


# Not strftime: its month names follow the locale of the machine.
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
