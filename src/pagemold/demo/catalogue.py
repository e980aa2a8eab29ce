"""The shop's stock, made from a seed: which products exist and which parts each of them lacks.

Every product draws from its own generator, seeded by its name, so that one more product changes no other.
"""

import random
from dataclasses import dataclass

from pagemold.demo.goods import (
    BRANDS,
    BUNDLE_EXTRAS,
    CATEGORIES,
    COLOURS,
    DESCRIPTION,
    REVIEWS,
    SERIES,
    SHARED_SPECS,
    Category,
    Kind,
)

REVIEWERS = ("Moira", "Jonas", "Priya", "T. Okafor", "Ewa", "Callum", "Renske", "Dafydd", "Ana", "Kit")


@dataclass(frozen=True)
class Brand:
    slug: str
    name: str
    place: str
    founded: int
    motto: str


@dataclass(frozen=True)
class Review:
    author: str
    stars: int
    title: str
    text: str


@dataclass(frozen=True)
class Product:
    """One article. Empty tuples, `None` and `False` are the parts that its page leaves out."""

    slug: str
    number: int
    name: str
    category: Category
    brand: Brand
    drawing: str
    hue: int
    cents: int
    old_cents: int | None
    pitch: str
    description: tuple[str, ...]
    specs: tuple[tuple[str, str], ...]
    sizes: tuple[str, ...]
    bundle: tuple[str, ...]
    reviews: tuple[Review, ...]
    pictures: int
    in_stock: bool
    sections: int

    @property
    def stars(self) -> float:
        """Mean rating to half a star; only meaningful where there are reviews."""
        return round(2 * sum(review.stars for review in self.reviews) / len(self.reviews)) / 2

    @property
    def price(self) -> str:
        return money(self.cents)

    @property
    def can_be_kept(self) -> bool:
        """One product in five offers the wish list, so that the sign-in wall does not outnumber the posts."""
        return self.number % 5 == 0


@dataclass(frozen=True)
class Catalogue:
    products: tuple[Product, ...]
    brands: tuple[Brand, ...]

    def in_category(self, category: Category) -> list[Product]:
        return [product for product in self.products if product.category is category]

    def of_brand(self, brand: Brand) -> list[Product]:
        return [product for product in self.products if product.brand is brand]

    def matching(self, query: str) -> list[Product]:
        """Products that hold the word somewhere in their names or texts, as a simple shop search would."""
        word = query.lower()
        return [product for product in self.products if word in _searchable(product)]

    def related(self, product: Product) -> list[Product]:
        """Up to four products of the same category; some products have none, as in any shop."""
        count = product.number // 5 % 5  # not the remainder that decides about the wish list: no two parts go together
        others = [other for other in self.in_category(product.category) if other is not product]
        start = product.number % max(len(others), 1)
        return (others[start:] + others[:start])[:count]


def money(cents: int) -> str:
    return f"€{cents // 100:,}.{cents % 100:02d}"


def slugify(name: str) -> str:
    """ASCII slug of a name: letters and digits kept, accents dropped, everything else one hyphen."""
    plain = name.lower().translate(str.maketrans("åäöõü", "aaoou"))
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in plain).split()
    return "-".join(words)


def build_catalogue(seed: int) -> Catalogue:
    brands = tuple(Brand(slugify(name), name, place, founded, motto) for name, place, founded, motto in BRANDS)
    products: list[Product] = []
    for category in CATEGORIES:
        names = [(series, kind) for kind in category.kinds for series in SERIES]
        for series, kind in random.Random(f"{seed}/{category.slug}").sample(names, category.size):
            products.append(_product(seed, len(products), series, kind, category, brands))
    return Catalogue(tuple(products), brands)


def _product(seed: int, index: int, series: str, kind: Kind, category: Category, brands: tuple[Brand, ...]) -> Product:
    dice = random.Random(f"{seed}/{series}/{kind.noun}")
    bundle = tuple(dice.sample(BUNDLE_EXTRAS, dice.randint(2, 5))) if dice.random() < 0.14 else ()
    name = f"{series} {kind.noun}" + (" Bundle" if bundle else "")
    cents = dice.randint(*kind.price) * 100 - dice.choice((0, 5, 10, 100))
    hue = dice.randrange(len(COLOURS))
    on_sale = dice.random() < 0.25
    return Product(
        slug=slugify(name),
        number=4100 + 7 * index,
        name=name,
        category=category,
        brand=brands[(index * 5 + dice.randint(0, 3)) % len(brands)],
        drawing=kind.drawing,
        hue=hue,
        cents=cents,
        old_cents=round(cents * dice.choice((1.15, 1.2, 1.3)) / 500) * 500 if on_sale else None,
        pitch=kind.pitch,
        description=tuple(dice.sample(DESCRIPTION, dice.randint(1, 4))),
        specs=_specs(dice, category, COLOURS[hue]),
        sizes=("S", "M", "L", "XL")[: dice.randint(2, 4)] if category.slug in {"clothing", "footwear"} else (),
        bundle=bundle,
        reviews=_reviews(dice),
        pictures=0 if dice.random() < 0.08 else dice.randint(1, 4),
        in_stock=dice.random() >= 0.12,
        sections=dice.randint(1, 4),
    )


def _specs(dice: random.Random, category: Category, colour: str) -> tuple[tuple[str, str], ...]:
    """Between no and all rows of the table; one product in sixteen has none."""
    if dice.random() < 1 / 16:
        return ()
    names = (*category.specs, ("Colour", (colour,)), *SHARED_SPECS)
    kept = sorted(dice.sample(range(len(names)), dice.randint(3, len(names))))
    return tuple((names[row][0], dice.choice(names[row][1])) for row in kept)


def _reviews(dice: random.Random) -> tuple[Review, ...]:
    if dice.random() < 0.22:
        return ()
    reviews = []
    for title, text in dice.sample(REVIEWS, dice.randint(1, len(REVIEWS))):
        reviews.append(Review(dice.choice(REVIEWERS), dice.choice((2, 3, 4, 4, 5, 5, 5)), title, text))
    return tuple(reviews)


def _searchable(product: Product) -> str:
    values = [value for _, value in product.specs]
    return " ".join([product.name, product.category.name, product.pitch, *product.description, *values]).lower()
