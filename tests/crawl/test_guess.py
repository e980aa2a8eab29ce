"""Guessing the template of a page from the place of the link, and spending a budget by it."""

import sqlite3
from pathlib import Path

import pytest

from pagemold.crawl.guess import Guesses, folded, is_checked
from pagemold.crawl.templates import Templates
from pagemold.demo import Site, labels, serve
from tests.crawl.served import Answer, Served, crawled, page, served


@pytest.fixture
def database() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.executescript("CREATE TABLE urls (id, xpath, template); CREATE TABLE templates (id, example, paths)")
    return connection


def test_a_place_leads_where_it_led_before(database: sqlite3.Connection) -> None:
    guesses = Guesses(database)
    assert guesses.guess("/ul/li[1]/a") is None
    guesses.learn("/ul/li[1]/a", 7)
    assert guesses.guess("/ul/li[1]/a") == 7
    guesses.learn("/ul/li[1]/a", 8)
    guesses.learn("/ul/li[1]/a", 8)
    assert guesses.guess("/ul/li[1]/a") == 8
    assert guesses.guess(None) is None


def test_a_new_place_is_judged_by_its_like(database: sqlite3.Connection) -> None:
    guesses = Guesses(database)
    for number in (1, 2):
        guesses.learn(f"/ul/li[{number}]/a", 7)
    assert guesses.guess("/ul/li[9]/a") is None  # two are no rule
    guesses.learn("/ul/li[3]/a", 7)
    assert guesses.guess("/ul/li[9]/a") == 7
    assert guesses.guess("/ol/li[9]/a") is None
    guesses.learn("/ul/li[4]/a", 8)
    assert guesses.guess("/ul/li[9]/a") is None  # three of four are not sure enough


def test_what_was_learnt_is_known_again(database: sqlite3.Connection) -> None:
    database.execute("INSERT INTO urls VALUES (1, '/ul/li[1]/a', 7), (2, NULL, 7), (3, '/p/a', NULL)")
    guesses = Guesses(database)
    assert guesses.guess("/ul/li[1]/a") == 7
    assert guesses.pages[7] == 2


def test_folded() -> None:
    assert folded("/html/body/ul[2]/li[10]/a") == "/html/body/ul[*]/li[*]/a"


def test_one_in_twenty_is_checked() -> None:
    checked = sum(is_checked(f"http://shop.example/{number}") for number in range(10_000))
    assert 400 <= checked <= 600


def test_templates_by_leaf_paths(database: sqlite3.Connection) -> None:
    templates = Templates(database)
    pages = [[1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2, 3], [9], [1, 2, 3, 4, 5], []]
    assert [templates.recognise("u", paths) for paths in pages] == [1, 1, 2, 3, 1, None]
    again = Templates(database)
    assert len(again) == 3
    assert [again.recognise("u", paths) for paths in pages] == [1, 1, 2, 3, 1, None]


def test_a_budget_is_spent_evenly(tmp_path: Path) -> None:
    with serve(Site()) as url:
        report = crawled(Served(url), tmp_path / "few.warc.gz", per_template=5)
    assert report.pages < len(labels()) * 0.8
    assert report.skipped > 50
    # Every template that the whole crawl knows is known.
    with serve(Site()) as url:
        whole = crawled(Served(url), tmp_path / "all.warc.gz")
    assert len(report.templates) >= 0.8 * len(whole.templates)
    assert max(row.pages for row in report.templates) < max(row.pages for row in whole.templates) / 2
    assert sum(row.skipped for row in report.templates) == report.skipped


def test_a_wrong_guess_takes_back_what_was_skipped(tmp_path: Path) -> None:
    """A list whose later items lead to another template: a check finds out, and the skipped ones are fetched."""
    links = [f"/item/{number}" for number in range(200)]

    def answers(path: str) -> Answer | None:
        if path == "/":
            return page(*links)
        if not path.startswith("/item/"):
            return None
        number = int(path.removeprefix("/item/"))
        return b"<html><body><table><tr><td><b>x</b></td></tr></table></body></html>" if number >= 20 else page()

    with served(answers) as site:
        report = crawled(site, tmp_path / "x.warc.gz", per_template=5)
    by_example = {row.example: row for row in report.templates}
    assert len(by_example) >= 2
    assert sum(row.checked - row.right for row in report.templates) > 0


def test_under_sampled_templates_are_named(tmp_path: Path) -> None:
    links = [f"/item/{number}" for number in range(30)]
    with served(lambda path: page(*links) if path == "/" else page("/") if path.startswith("/item") else None) as site:
        few = crawled(site, tmp_path / "few.warc.gz", pages=4)
        many = crawled(site, tmp_path / "many.warc.gz", pages=25)
    assert [row.under_sampled for row in few.templates] == [True]
    assert [row.under_sampled for row in many.templates] == [False]
    assert few.templates[0].waiting == few.queued == 27
