"""Guessing the template of a page from the place of the link, and spending a budget by it."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.crawl.guess import Guesses, folded, is_checked
from pagemold.crawl.templates import Templates, create_templates
from pagemold.demo import Site, gold, labels, serve
from pagemold.errors import OutputError
from tests.crawl.served import Answer, Served, crawled, page, responses, served
from tests.oracles import templates_met as oracle


@pytest.fixture
def database() -> sqlite3.Connection:
    return empty()


def empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE urls (id INTEGER PRIMARY KEY, xpath TEXT, guess INTEGER, template INTEGER)")
    create_templates(connection)
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
    database.execute("INSERT INTO urls VALUES (1, '/ul/li[1]/a', NULL, 7), (2, NULL, NULL, 7), (3, '/p/a', 7, NULL)")
    guesses = Guesses(database)
    assert guesses.guess("/ul/li[1]/a") == 7
    assert guesses.pages[7] == 2


def test_folded() -> None:
    assert folded("/html/body/ul[2]/li[10]/a") == "/html/body/ul[*]/li[*]/a"


def test_one_in_twenty_is_checked() -> None:
    checked = sum(is_checked(f"http://shop.example/{number}") for number in range(10_000))
    assert 400 <= checked <= 600


def test_templates_by_leaf_paths(database: sqlite3.Connection) -> None:
    templates = Templates(database, Guesses(database))
    pages = [[1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], [9], [1, 2, 3, 4, 5], []]
    assert [templates.recognise("u", paths) for paths in pages] == [1, 1, 2, 3, 1, None]
    assert len(templates) == 3


def test_templates_that_grow_alike_become_one(database: sqlite3.Connection) -> None:
    guesses = Guesses(database)
    templates = Templates(database, guesses)
    pages = [{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}]
    for url, paths in enumerate(pages):
        number = templates.recognise(str(url), sorted(paths))
        assert number
        guesses.learn(f"/a[{url}]", number)
        database.execute("INSERT INTO urls (xpath, guess, template) VALUES (?, ?, ?)", (f"/a[{url}]", 2, number))
    assert len(templates) == 1
    assert database.execute("SELECT DISTINCT guess, template FROM urls WHERE id <= 2").fetchall() == [(1, 1)]
    assert [guesses.guess(f"/a[{url}]") for url in range(3)] == [1, 1, 1]
    assert guesses.pages == {1: 3}
    assert templates.now(2) == 1


@given(st.lists(st.frozensets(st.integers(0, 14), max_size=12), max_size=30), st.integers(0, 30))
def test_templates_are_those_of_the_plain_version(pages: list[frozenset[int]], stop: int) -> None:
    database = empty()
    found, templates = [], Templates(database, Guesses(database))
    for number, paths in enumerate(pages):
        if number == stop:  # the process was killed, and went on
            templates = Templates(database, Guesses(database))
        found.append(templates.recognise(str(number), sorted(paths)))
    assert [templates.now(number) for number in found] == oracle.templates_met(pages)
    database.close()


def test_a_crawl_of_another_version_is_left_alone() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE templates (id INTEGER PRIMARY KEY, example TEXT, paths BLOB)")
    with pytest.raises(OutputError, match="another version"):
        create_templates(connection)


def test_a_budget_is_spent_evenly(tmp_path: Path) -> None:
    with serve(Site()) as url:
        report = crawled(Served(url), tmp_path / "few.warc.gz", per_template=5)
    assert report.pages < len(labels()) * 0.8
    assert report.skipped > 50
    fetched = {gold(url) for url, status, _ in responses(tmp_path / "few.warc.gz") if status == 200}
    assert len(fetched) >= 0.7 * len(set(labels().values()))
    with serve(Site()) as url:
        whole = crawled(Served(url), tmp_path / "all.warc.gz")
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
