"""The product template: gallery, price, options, specification, reviews, related products, each only where it exists.

A bundle is a product with a list of contents: the same template with one more part.
"""

from html import escape

from pagemold.demo.cards import picture, price, product_grid, stars
from pagemold.demo.catalogue import Product
from pagemold.demo.goods import ACCORDION
from pagemold.demo.layout import Head, breadcrumbs, document, icon, link


def product_page(product: Product, related: list[Product]) -> str:
    category = product.category
    trail = breadcrumbs((f"/category/{category.slug}", category.name), (f"/products/{product.slug}", product.name))
    main = (
        f'{trail}<article class="product product-{product.number}"><div class="product__top">{_gallery(product)}'
        f'<div class="product__info">{_heading(product)}{_bundle(product)}{_buy_box(product)}</div></div>'
        f'<div class="product__details"><section class="product__text"><h2>About this article</h2>{_text(product)}'
        f"{_accordion(product)}</section>{_specs(product)}</div>{_reviews(product)}</article>{_related(related)}"
    )
    return document(_head(product), main)


def _head(product: Product) -> Head:
    offer = {
        "@type": "Offer",
        "price": f"{product.cents / 100:.2f}",
        "priceCurrency": "EUR",
        "availability": "https://schema.org/" + ("InStock" if product.in_stock else "OutOfStock"),
    }
    data: dict[str, object] = {
        "@type": "Product",
        "name": product.name,
        "sku": f"TT-{product.number}",
        "brand": {"@type": "Brand", "name": product.brand.name},
        "offers": offer,
    }
    if product.reviews:
        data["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": product.stars,
            "reviewCount": len(product.reviews),
        }
    meta = [
        ("og:type", "product"),
        ("og:title", product.name),
        ("product:price:amount", f"{product.cents / 100:.2f}"),
        ("product:price:currency", "EUR"),
    ]
    if product.pictures:
        meta.append(("og:image", f"/img/{product.drawing}-{product.hue}-0.svg"))
    return Head(product.name, f"/products/{product.slug}", product.pitch, meta=meta, data=data)


def _gallery(product: Product) -> str:
    badge = '<span class="badge badge--sale">Sale</span>' if product.old_cents else ""
    thumbs = ""
    if product.pictures > 1:
        views = "".join(
            f'<li class="gallery__thumb">{picture(product, angle)}</li>' for angle in range(1, product.pictures)
        )
        thumbs = f'<ul class="gallery__thumbs">{views}</ul>'
    return f'<div class="gallery"><figure class="gallery__main">{picture(product)}{badge}</figure>{thumbs}</div>'


def _heading(product: Product) -> str:
    rating = ""
    if product.reviews:
        rating = f'<a class="product__rating" href="#reviews">{stars(product.stars, len(product.reviews))}</a>'
    return (
        f"{link(f'/brands/{product.brand.slug}', product.brand.name, 'product__brand')}"
        f'<h1 class="product__title">{escape(product.name)}</h1>{rating}<p class="product__pitch">'
        f"{escape(product.pitch)}</p>{price(product)}"
    )


def _bundle(product: Product) -> str:
    if not product.bundle:
        return ""
    items = "".join(f'<li class="bundle__item">{escape(item)}</li>' for item in product.bundle)
    return (
        f'<section class="bundle"><h2 class="bundle__title">In the bundle</h2><ul class="bundle__list">{items}</ul>'
        '<p class="bundle__note">Together 15 % less than one by one.</p></section>'
    )


def _buy_box(product: Product) -> str:
    wish = ""
    if product.can_be_kept:
        address = f"/account/wishlist?add={product.number}"
        wish = f'<a class="wish" href="{address}" rel="nofollow">{icon("heart")}Keep for later</a>'
    if not product.in_stock:
        return (
            '<div class="stock stock--out"><p>Sold out. More are on the bench.</p></div><form class="notify" '
            'action="/account/profile"><input class="notify__input" type="email" placeholder="you@example.org" '
            f'aria-label="E-mail"><button class="button button--light" type="submit">Tell me</button></form>{wish}'
        )
    sizes = ""
    if product.sizes:
        options = "".join(
            f'<label class="size"><input type="radio" name="size"><span>{size}</span></label>' for size in product.sizes
        )
        sizes = f'<fieldset class="sizes"><legend>Size</legend>{options}</fieldset>'
    return (
        f'<form class="buy" action="/cart">{sizes}<div class="buy__row"><label class="visually-hidden" for="n">Pieces'
        '</label><input class="buy__count" id="n" type="number" value="1" min="1"><button class="button button--wide" '
        f'type="submit">{icon("cart")}Add to cart</button></div></form>{wish}'
        f'<p class="stock stock--in">{icon("truck")}In stock, with you in two days</p>'
    )


def _text(product: Product) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in product.description)


def _accordion(product: Product) -> str:
    return "".join(
        f'<details class="accordion"><summary class="accordion__title">{escape(title)}</summary>'
        f'<p class="accordion__text">{escape(text)}</p></details>'
        for title, text in ACCORDION[: product.sections]
    )


def _specs(product: Product) -> str:
    if not product.specs:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in product.specs
    )
    table = f'<table class="specs__table"><tbody>{rows}</tbody></table>'
    return f'<section class="specs"><h2>Specification</h2>{table}</section>'


def _reviews(product: Product) -> str:
    if not product.reviews:
        return ""
    items = "".join(
        f'<li class="review"><header class="review__header">{stars(review.stars)}<h3 class="review__title">'
        f'{escape(review.title)}</h3></header><p class="review__text">{escape(review.text)}</p>'
        f'<p class="review__author">{escape(review.author)}</p></li>'
        for review in product.reviews
    )
    return (
        f'<section class="reviews" id="reviews"><h2 class="section__title">What customers say</h2>'
        f'<ul class="reviews__list">{items}</ul></section>'
    )


def _related(related: list[Product]) -> str:
    if not related:
        return ""
    title = '<h2 class="section__title">Goes well with</h2>'
    return f'<section class="section related">{title}{product_grid(related)}</section>'
