"""The shop's templates: home, category, brand, search results and cart. The product page has a file of its own."""

from html import escape

from pagemold.demo.cards import post_teaser, price, product_grid
from pagemold.demo.catalogue import Brand, Catalogue, Product, money
from pagemold.demo.goods import CATEGORIES, SEARCHES, Category
from pagemold.demo.journal import Journal, Post
from pagemold.demo.layout import Head, bare_document, breadcrumbs, document, icon, link, page_path, pagination

CARDS_PER_PAGE = 9


def home_page(catalogue: Catalogue, journal: Journal) -> str:
    tiles = "".join(
        f'<li class="tile"><a class="tile__link" href="/category/{category.slug}"><img class="tile__image" '
        f'src="/img/{category.kinds[0].drawing}-{index % 6}-0.svg" alt="" width="400" height="400">'
        f'<span class="tile__name">{escape(category.name)}</span></a></li>'
        for index, category in enumerate(CATEGORIES)
    )
    promises = "".join(
        f'<li class="promise">{icon(name)}<h3 class="promise__title">{title}</h3><p>{text}</p></li>'
        for name, title, text in (
            ("truck", "Delivered in two days", "By train where there are rails, by bicycle where there are streets."),
            ("repair", "Repaired for ten years", "Our own workshop, our own spare parts, a fair price."),
            ("leaf", "Fewer, better things", "A hundred and twenty articles. We use every one of them."),
        )
    )
    makers = "".join(f"<li>{link(f'/brands/{brand.slug}', brand.name)}</li>" for brand in catalogue.brands)
    offers = product_grid(_offers(catalogue))
    stories = [post for post in journal.posts if post.hero][:3]
    main = (
        '<section class="hero"><img class="hero__image" src="/img/view-home-2.svg" alt="" width="1200" height="600">'
        '<div class="hero__text"><p class="hero__kicker">Autumn 2025</p><h1 class="hero__title">Good gear for slow '
        "days outside</h1><p>Tents, kettles and wool from small makers, chosen by people who sleep in them.</p>"
        '<a class="button" href="/category/tents-tarps">See the shelters</a></div></section>'
        f'<section class="section"><h2 class="section__title">Departments</h2><ul class="tiles">{tiles}</ul></section>'
        f'<section class="section"><h2 class="section__title">Reduced this week</h2>{offers}</section>'
        f'<ul class="promises">{promises}</ul>'
        '<section class="section"><h2 class="section__title">From the journal</h2><div class="teasers">'
        f"{''.join(post_teaser(post) for post in stories)}</div></section>"
        f'<section class="section"><h2 class="section__title">Our makers</h2><ul class="makers">{makers}</ul></section>'
    )
    data = {"@type": "WebSite", "name": "Tarn & Timber", "url": "https://www.tarnandtimber.example/"}
    return document(Head("Good gear for slow days outside", "/", "Tents, kettles and wool.", data=data), main)


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


def cart_page(products: list[Product], step: str) -> str:
    """Cart and checkout: one template, the same two articles for everybody, as there are no sessions."""
    steps = "".join(
        f'<li class="steps__item{" is-current" if name == step else ""}">{link(f"/{name.lower()}", name)}</li>'
        for name in ("Cart", "Checkout")
    )
    rows = "".join(
        f'<tr class="cart__row"><td>{link(f"/products/{product.slug}", product.name)}</td><td>1</td>'
        f"<td>{product.price}</td></tr>"
        for product in products
    )
    total = money(sum(product.cents for product in products))
    main = (
        f'<ol class="steps">{steps}</ol><h1 class="cart__title">{step}</h1><table class="cart"><thead><tr>'
        f"<th>Article</th><th>Pieces</th><th>Price</th></tr></thead><tbody>{rows}</tbody><tfoot><tr>"
        f'<td colspan="2">Total</td><td>{total}</td></tr></tfoot></table>'
        '<form class="cart__next" action="/checkout"><button class="button" '
        'type="submit">Continue</button></form>'
    )
    return bare_document(Head(step, f"/{step.lower()}", meta=(("robots", "noindex"),)), main)
