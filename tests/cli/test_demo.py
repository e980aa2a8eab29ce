"""`pagemold demo`: from a server of its own to groups on the screen."""

import json
from pathlib import Path

from pagemold.demo import labels
from tests.cli.conftest import Run


def test_the_demo_shows_groups(run: Run) -> None:
    outcome = run("demo")
    assert outcome.code == 0
    assert outcome.out.splitlines()[0].split() == ["group", "pages", "share", "name", "example"]
    assert f"{len(labels())} pages in " in outcome.err
    assert outcome.err.startswith("pagemold: crawled ")


def test_the_crawl_can_be_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "demo.warc.gz"
    lines = run("demo", "--warc", path, "--json", "--quiet").out.splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == len(labels())
    again = [json.loads(line) for line in run("cluster", path, "--json", "-q").out.splitlines()]
    assert again == rows


def test_a_place_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    outcome = run("demo", "--warc", tmp_path / "no/demo.warc.gz")
    assert outcome.code == 4
    assert "cannot write: there is no folder" in outcome.err
