"""Pages beside shop and journal: information, and the pages a crawl should recognise as worthless.

The worthless ones are what crawls really bring home: a "not found" that answers 200 (soft 404), a sign-in wall that
stands before many addresses with nearly the same text, an honest 404, and a stub of a few bytes.
"""

from dataclasses import dataclass
from html import escape

from pagemold.demo.cards import product_card
from pagemold.demo.catalogue import Product
from pagemold.demo.layout import HELP_LINKS, Head, bare_document, breadcrumbs, document, icon, link

STUB = "<!doctype html>\n<html><head><title>status</title></head><body><p>ok</p></body></html>\n"


@dataclass(frozen=True)
class Part:
    """One part of an information page: paragraphs, then a table or a list where there is one."""

    title: str
    paragraphs: tuple[str, ...]
    table: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Information:
    slug: str
    title: str
    lead: str
    parts: tuple[Part, ...]


INFORMATION = (
    Information(
        "about",
        "About us",
        "A shop with a workshop behind it, in Kendal since 2004.",
        (
            Part("How it began", ("With one tent, badly repaired, and the wish to do it better.",)),
            Part("How we choose", ("Everything is used for a season by someone who may say no.",)),
            Part(
                "Who we are", ("Fourteen people, two dogs.",), items=("Workshop: five", "Shop: six", "Journal: three")
            ),
        ),
    ),
    Information(
        "shipping",
        "Shipping",
        "What it costs, how long it takes, and how we pack.",
        (
            Part(
                "Rates",
                ("Free over €80 in every country of the list.",),
                table=(
                    ("Country", "Days", "Rate"),
                    ("United Kingdom", "2", "€4.90"),
                    ("Ireland", "3", "€6.90"),
                    ("Germany, Austria", "4", "€7.90"),
                    ("Scandinavia", "5", "€9.90"),
                ),
            ),
            Part("Packing", ("Used cardboard, paper tape, no plastic.", "If a box arrives crushed, tell us.")),
        ),
    ),
    Information(
        "returns",
        "Returns",
        "Sixty days, no questions, one form.",
        (
            Part("How to", ("Put the form in the parcel and the parcel in the post.",)),
            Part("What we cannot take back", ("Worn socks.",), items=("Socks", "Sharpened knives", "Opened food")),
        ),
    ),
    Information(
        "warranty",
        "Warranty & repairs",
        "Ten years of spare parts.",
        (Part("The desk", ("Send it washed. We answer within two working days with a price.",)),),
    ),
    Information(
        "sizes",
        "Size guide",
        "Measure over the jumper you mean to wear.",
        (
            Part(
                "Jackets",
                ("All measures in centimetres.",),
                table=(
                    ("Size", "Chest", "Back", "Sleeve"),
                    ("S", "92", "68", "62"),
                    ("M", "98", "71", "64"),
                    ("L", "106", "74", "66"),
                    ("XL", "114", "77", "68"),
                ),
            ),
            Part("Boots", ("Feet swell: measure in the evening, in a thick sock.",)),
        ),
    ),
    Information(
        "contact",
        "Contact",
        "A person answers, on weekdays from nine to five.",
        (
            Part("By post", ("Tarn & Timber Ltd, Unit 4, Canal Head, Kendal.",)),
            Part("By wire", ("hello@tarnandtimber.example",)),
        ),
    ),
    Information(
        "privacy",
        "Privacy",
        "We know your address because you told us. That is all.",
        (
            Part("What we keep", ("Your orders, for as long as the law asks.",), items=("Name", "Address", "Orders")),
            Part("What we do not", ("No profiles, no trackers, no resale.",)),
            Part("Cookies", ("One. It remembers your cart for thirty days.",)),
            Part("Your rights", ("Ask what we have, correct it, have it deleted.",)),
        ),
    ),
)


def information_page(information: Information) -> str:
    path = f"/help/{information.slug}"
    parts = "".join(_part(part) for part in information.parts)
    nav = "".join(f'<li class="help-nav__item">{link(href, text)}</li>' for href, text in HELP_LINKS)
    main = (
        f"{breadcrumbs((path, information.title))}"
        f'<div class="help"><nav class="help-nav" aria-label="Help"><ul>{nav}</ul></nav><article class="prose">'
        f'<h1 class="prose__title">{escape(information.title)}</h1><p class="prose__lead">'
        f"{escape(information.lead)}</p>{parts}</article></div>"
    )
    return document(Head(information.title, path, information.lead), main)


def _part(part: Part) -> str:
    html = f'<section class="prose__section"><h2>{escape(part.title)}</h2>'
    html += "".join(f"<p>{escape(paragraph)}</p>" for paragraph in part.paragraphs)
    if part.items:
        html += "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in part.items) + "</ul>"
    if part.table:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in part.table[0])
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in part.table[1:])
        html += f'<table class="prose__table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return html + "</section>"


def gone_page(path: str, suggestions: list[Product]) -> str:
    """The soft 404: answered with 200, and the same apology whatever was asked for."""
    cards = "".join(f"<li>{product_card(product)}</li>" for product in suggestions)
    main = (
        f'<section class="sorry">{icon("leaf")}<h1 class="sorry__title">Sorry, we cannot find this article</h1>'
        '<p class="sorry__text">It may have sold out for good, or the link is an old one. Perhaps one of these will do?'
        f'</p><ul class="sorry__list">{cards}</ul><a class="button" href="/">Back to the start</a></section>'
    )
    return document(Head("Article not available", path), main)


def sign_in_page(path: str, what: str) -> str:
    """The wall before every account address; only the thing asked for differs."""
    main = (
        '<section class="sign-in"><h1 class="sign-in__title">Please sign in</h1>'
        f'<p class="sign-in__text">Sign in to see {escape(what)}.</p><form class="sign-in__form" '
        'action="/account/profile">'
        '<label for="user">E-mail</label><input id="user" type="email"><label for="word">Password</label>'
        '<input id="word" type="password"><button class="button button--wide" type="submit">Sign in</button></form>'
        '<p class="sign-in__help"><a href="/help/contact">Forgotten your password?</a></p></section>'
    )
    return bare_document(Head("Sign in", path), main)


def not_found_page() -> str:
    """The honest 404."""
    main = '<h1>404</h1><p>There is no such page. <a href="/">Back to the start</a></p>'
    return bare_document(Head("Not found", "/"), main)
