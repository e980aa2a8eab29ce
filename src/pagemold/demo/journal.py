"""The journal's posts, made from a seed: who wrote what, how long it is, and which optional parts it has."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from pagemold.demo.catalogue import Catalogue, Product, slugify
from pagemold.demo.goods import DISCONTINUED
from pagemold.demo.prose import (
    AUTHORS,
    COMMENTERS,
    COMMENTS,
    HEADINGS,
    LIST_ITEMS,
    QUOTES,
    REPLIES,
    SENTENCES,
    TITLES,
)

LAST_DAY = date(2025, 10, 17)
MOST_COMMENTS = 30


@dataclass(frozen=True)
class Author:
    slug: str
    name: str
    role: str
    about: str


@dataclass(frozen=True)
class Comment:
    name: str
    day: date
    text: str
    reply: str | None


@dataclass(frozen=True)
class Section:
    """A heading with its paragraphs, and at most one of: a list, a quotation, a picture."""

    heading: str
    paragraphs: tuple[str, ...]
    items: tuple[str, ...]
    quote: tuple[str, str] | None
    picture: bool


@dataclass(frozen=True)
class Post:
    slug: str
    number: int
    title: str
    tags: tuple[str, ...]
    author: Author
    day: date
    updated: date | None
    hero: bool
    lead: str
    sections: tuple[Section, ...]
    gear: tuple[Product, ...]
    dead_link: str | None
    comments: tuple[Comment, ...]

    @property
    def minutes(self) -> int:
        return 2 + sum(len(section.paragraphs) for section in self.sections) // 2


@dataclass(frozen=True)
class Journal:
    """Posts, newest first."""

    posts: tuple[Post, ...]
    authors: tuple[Author, ...]
    tags: tuple[str, ...]

    def by_author(self, author: Author) -> list[Post]:
        return [post for post in self.posts if post.author is author]

    def tagged(self, tag: str) -> list[Post]:
        return [post for post in self.posts if tag in post.tags]


def build_journal(seed: int, catalogue: Catalogue) -> Journal:
    authors = tuple(Author(slugify(name), name, role, about) for name, role, about in AUTHORS)
    days = _publication_days(seed, len(TITLES))
    posts = tuple(_post(seed, index, days[index], authors, catalogue) for index in range(len(TITLES)))
    return Journal(posts, authors, tuple(sorted({tag for _, tags in TITLES for tag in tags})))


def _publication_days(seed: int, count: int) -> list[date]:
    """Newest first, four to twenty-one days apart."""
    dice = random.Random(f"{seed}/days")
    days = [LAST_DAY]
    while len(days) < count:
        days.append(days[-1] - timedelta(days=dice.randint(4, 21)))
    return days


def _post(seed: int, index: int, day: date, authors: tuple[Author, ...], catalogue: Catalogue) -> Post:
    title, tags = TITLES[index]
    dice = random.Random(f"{seed}/post/{title}")
    headings = dice.sample(HEADINGS, dice.randint(1, 5))
    sentences = _dealt(dice, SENTENCES)
    # The oldest posts recommend what the shop no longer has: one dead link each, as on any shop's blog.
    age = len(TITLES) - 1 - index
    return Post(
        slug=slugify(title),
        number=2300 + 11 * age,
        title=title,
        tags=tags,
        author=dice.choice(authors),
        day=day,
        updated=day + timedelta(days=dice.randint(20, 200)) if dice.random() < 0.2 else None,
        hero=dice.random() < 0.78,
        lead=" ".join(islice(sentences, 2)),
        sections=tuple(_section(dice, heading, sentences) for heading in headings),
        gear=tuple(dice.sample(catalogue.products, dice.choice((0, 0, 1, 2, 3)))),
        dead_link=DISCONTINUED[age] if age < len(DISCONTINUED) else None,
        comments=_comments(dice, day),
    )


def _section(dice: random.Random, heading: str, sentences: Iterator[str]) -> Section:
    extra = dice.choice(("items", "quote", "picture", "", "", ""))
    return Section(
        heading=heading,
        paragraphs=tuple(" ".join(islice(sentences, dice.randint(2, 4))) for _ in range(dice.randint(1, 4))),
        items=tuple(dice.sample(LIST_ITEMS, dice.randint(3, 7))) if extra == "items" else (),
        quote=dice.choice(QUOTES) if extra == "quote" else None,
        picture=extra == "picture",
    )


def _comments(dice: random.Random, day: date) -> tuple[Comment, ...]:
    """None to thirty: most posts have a few, one in ten has a long discussion."""
    count = dice.choice((0, 0, 0, 1, 2, 3, 4, 6, 9, MOST_COMMENTS - dice.randint(0, 8)))
    comments = []
    for text in islice(_dealt(dice, COMMENTS), count):
        day += timedelta(days=dice.randint(0, 3))
        reply = dice.choice(REPLIES) if dice.random() < 0.2 else None
        comments.append(Comment(dice.choice(COMMENTERS), day, text, reply))
    return tuple(comments)


def _dealt(dice: random.Random, texts: tuple[str, ...]) -> Iterator[str]:
    """The texts in random order, without end; none comes twice before all have come once."""
    while True:
        yield from dice.sample(texts, len(texts))
