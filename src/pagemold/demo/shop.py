"""The shop's templates: home, category, brand, search results and cart. The product page has a file of its own."""

from html import escape

from pagemold.demo.cards import post_teaser, price, product_grid
from pagemold.demo.catalogue import Brand, Catalogue, Product, money
from pagemold.demo.goods import CATEGORIES, SEARCHES, SEASONS, Category, Season
from pagemold.demo.journal import Journal, Post
from pagemold.demo.layout import Head, bare_document, breadcrumbs, document, icon, link, page_path, pagination

CARDS_PER_PAGE = 9


def home_page(season: Season, catalogue: Catalogue, journal: Journal) -> str:
    """The start page of a season; the current one is at the root."""
    seasons = "".join(f"<li>{link(other.path, other.name)}</li>" for other in SEASONS)
    tiles = "".join(
        f'<li class="tile"><a class="tile__link" href="/category/{category.slug}"><img class="tile__image" '
        f'src="/img/{category.kinds[0].drawing}-{index % 6}-0.svg" alt="" width="400" height="400">'
        f'<span class="tile__name">{escape(category.name)}</span></a></li>'
        for index, category in enumerate(CATEGORIES)
    )
    makers = "".join(f"<li>{link(f'/brands/{brand.slug}', brand.name)}</li>" for brand in catalogue.brands)
    main = (
        '<section class="hero"><img class="hero__image" src="/img/view-home-2.svg" alt="" width="1200" height="600">'
        f'<div class="hero__text"><p class="hero__kicker">{season.name}</p><h1 class="hero__title">{season.title}</h1>'
        f"<p>{season.text}</p>{link(*season.button, css='button')}</div></section>"
        f'<nav class="seasons" aria-label="Seasons"><ul class="seasons__list">{seasons}</ul></nav>'
        f'<section class="section"><h2 class="section__title">Departments</h2><ul class="tiles">{tiles}</ul></section>'
        '<section class="section"><h2 class="section__title">Reduced this week</h2>'
        f"{product_grid(_offers(catalogue))}</section>"
        f"{_promises() if season.has_promises else ''}{_stories(journal) if season.has_stories else ''}"
        f'<section class="section"><h2 class="section__title">Our makers</h2><ul class="makers">{makers}</ul></section>'
    )
    data = {"@type": "WebSite", "name": "Tarn & Timber", "url": "https://www.tarnandtimber.example/"}
    return document(Head(season.title, season.path, season.text, data=data), main)


def _promises() -> str:
    promises = "".join(
        f'<li class="promise">{icon(name)}<h3 class="promise__title">{title}</h3><p>{text}</p></li>'
        for name, title, text in (
            ("truck", "Delivered in two days", "By train where there are rails, by bicycle where there are streets."),
            ("repair", "Repaired for ten years", "Our own workshop, our own spare parts, a fair price."),
            ("leaf", "Fewer, better things", "A hundred and twenty articles. We use every one of them."),
        )
    )
    return f'<ul class="promises">{promises}</ul>'


def _stories(journal: Journal) -> str:
    stories = [post for post in journal.posts if post.hero][:3]
    return (
        '<section class="section"><h2 class="section__title">From the journal</h2><div class="teasers">'
        f"{''.join(post_teaser(post) for post in stories)}</div></section>"
    )


def _offers(catalogue: Catalogue) -> list[Product]:
    """The first presentable reduced article of each category, four in all."""
    offers: dict[str, Product] = {}
    for product in catalogue.products:
        if product.old_cents and product.pictures and product.in_stock:
            offers.setdefault(product.category.slug, product)
    return list(offers.values())[:4]


def category_page(category: Category, products: list[Product], page: int, pages: int) -> str:
    path = f"/category/{category.slug}"
    start = (page - 1) * CARDS_PER_PAGE
    shown = products[start : start + CARDS_PER_PAGE]
    main = (
        f"{breadcrumbs((path, category.name))}"
        f'<header class="listing-header"><h1 class="listing-header__title">{escape(category.name)}</h1>'
        f'<p class="listing-header__blurb">{escape(category.blurb)}</p></header><div class="listing">'
        f'<aside class="filters" aria-label="Filters">{_facets(category, products)}</aside><div class="listing__main">'
        f'<div class="toolbar"><p class="toolbar__count">{start + 1}&ndash;{start + len(shown)} of {len(products)}</p>'
        '<label class="toolbar__sort">Sort by <select><option>Our choice</option><option>Price</option>'
        f"<option>Newest</option></select></label></div>{product_grid(shown)}"
        f"{pagination(path, page, pages)}</div></div>"
    )
    head = Head(
        category.name if page == 1 else f"{category.name}, page {page}",
        page_path(path, page),
        category.blurb,
        previous=page_path(path, page - 1) if page > 1 else None,
        following=page_path(path, page + 1) if page < pages else None,
        data={"@type": "CollectionPage", "name": category.name},
    )
    return document(head, main)


def _facets(category: Category, products: list[Product]) -> str:
    """One group of check boxes for the makers, and one for each property with more than two values in this category."""
    brands = sorted({product.brand.name for product in products})
    groups = [("Maker", tuple(brands)), *(spec for spec in category.specs if len(spec[1]) > 2)]
    html = ""
    for title, values in groups:
        boxes = "".join(
            f'<li><label class="filter__label"><input type="checkbox"> {escape(value)}</label></li>' for value in values
        )
        html += (
            f'<details class="filter" open><summary class="filter__title">{escape(title)}</summary>'
            f'<ul class="filter__values">{boxes}</ul></details>'
        )
    return html


def brand_page(brand: Brand, products: list[Product]) -> str:
    reduced = sum(1 for product in products if product.old_cents)
    offer = f'<p class="maker__offer">{reduced} of them reduced this week.</p>' if reduced else ""
    if products:
        goods = f'<h2 class="section__title">{len(products)} articles in the shop</h2>{offer}{product_grid(products)}'
    else:
        goods = '<p class="maker__none">Nothing in stock at the moment. New goods arrive in spring.</p>'
    main = (
        f"{breadcrumbs(('/', 'Makers'), (f'/brands/{brand.slug}', brand.name))}"
        f'<section class="maker"><img class="maker__view" src="/img/view-{brand.slug}.svg" alt="" width="1200" '
        f'height="600"><div class="maker__card"><h1 class="maker__name">{escape(brand.name)}</h1>'
        f'<blockquote class="maker__motto"><p>{escape(brand.motto)}</p></blockquote><dl class="facts"><dt>Where</dt>'
        f"<dd>{escape(brand.place)}</dd><dt>Since</dt><dd>{brand.founded}</dd><dt>With us since</dt>"
        f'<dd>{max(brand.founded + 3, 2004)}</dd></dl></div></section><section class="section">{goods}</section>'
    )
    data = {"@type": "Brand", "name": brand.name, "slogan": brand.motto}
    return document(Head(brand.name, f"/brands/{brand.slug}", brand.motto, data=data), main)


def search_page(query: str, products: list[Product], posts: list[Post]) -> str:
    heading = f'<h1 class="results__title">Results for <q>{escape(query)}</q></h1>'
    others = "".join(f"<li>{link(f'/search?q={word}', word, 'chip')}</li>" for word in SEARCHES if word != query)
    if products or posts:
        hits = "".join(_hit(product) for product in products[:15])
        stories = "".join(
            f'<li class="hit hit--story"><span class="hit__kind">Story</span>'
            f"{link(f'/journal/{post.slug}', post.title)}</li>"
            for post in posts[:5]
        )
        body = (
            f'<p class="results__count">{len(products)} articles, {len(posts)} stories</p>'
            f'<ol class="results__list">{hits}{stories}</ol>'
        )
    else:
        body = (
            '<div class="results__empty"><p>Nothing found. Check the spelling, or try a plainer word.</p>'
            '<a class="button" href="/">Back to the start</a></div>'
        )
    main = (
        f'<section class="results">{heading}{body}</section><aside class="also"><h2 class="also__title">Others looked '
        f'for</h2><ul class="chips">{others}</ul></aside>'
    )
    return document(Head(f"Search: {query}", f"/search?q={query}", meta=(("robots", "noindex"),)), main)


def _hit(product: Product) -> str:
    text = (
        f'<p class="hit__text">{escape(product.pitch)}</p>' if product.in_stock else '<p class="hit__gone">Sold out</p>'
    )
    return (
        f'<li class="hit"><span class="hit__kind">{escape(product.category.name)}</span>'
        f"{link(f'/products/{product.slug}', product.name, 'hit__title')}{text}{price(product)}</li>"
    )


CHECKOUT = (
    ("/cart", "Cart", ""),
    (
        "/checkout",
        "Delivery",
        '<fieldset class="cart__address"><legend>Where to?</legend><label>Street<input name="street"></label>'
        '<label>Town<input name="town"></label></fieldset>',
    ),
    (
        "/checkout/payment",
        "Payment",
        '<ul class="cart__ways"><li><label><input type="radio" name="way">By invoice</label></li>'
        '<li><label><input type="radio" name="way">By card</label></li></ul>',
    ),
    (
        "/checkout/overview",
        "Overview",
        '<p class="cart__note">Have a last look. Nothing is charged before the parcel is packed.</p>',
    ),
)


def cart_page(products: list[Product], step: int) -> str:
    """From the cart to the order: one template, the same two articles for everybody, as there are no sessions."""
    path, title, asked = CHECKOUT[step]
    following = CHECKOUT[min(step + 1, len(CHECKOUT) - 1)][0]
    steps = "".join(
        f'<li class="steps__item{" is-current" if name == title else ""}">{link(address, name)}</li>'
        for address, name, _ in CHECKOUT
    )
    rows = "".join(
        f'<tr class="cart__row"><td>{link(f"/products/{product.slug}", product.name)}</td><td>1</td>'
        f"<td>{product.price}</td></tr>"
        for product in products
    )
    total = money(sum(product.cents for product in products))
    main = (
        f'<ol class="steps">{steps}</ol><h1 class="cart__title">{title}</h1><table class="cart"><thead><tr>'
        f"<th>Article</th><th>Pieces</th><th>Price</th></tr></thead><tbody>{rows}</tbody><tfoot><tr>"
        f'<td colspan="2">Total</td><td>{total}</td></tr></tfoot></table>'
        f'<form class="cart__next" action="{following}">{asked}<button class="button" '
        'type="submit">Continue</button></form>'
    )
    return bare_document(Head(title, path, meta=(("robots", "noindex"),)), main)
