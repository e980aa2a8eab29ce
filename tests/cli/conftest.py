"""A small crawl, and the command run inside the test's own process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pagemold.cli import main
from tests.archives import blog, pack, record, shop


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_main(*arguments: str | Path) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run_main


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """Three shop pages, two blog pages, one without structure, one gone."""
    records = [record(f"http://shop.example/{number}", shop(str(number))) for number in range(3)]
    records += [record(f"http://blog.example/{number}", blog(str(number))) for number in range(2)]
    records += [record("http://blog.example/words", b"words"), record("http://blog.example/x", blog("x"), status=404)]
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(pack(*records))
    return path


@pytest.fixture
def damaged(crawl: Path) -> Path:
    """The same crawl, cut inside its last record."""
    path = crawl.with_name("damaged.warc.gz")
    path.write_bytes(crawl.read_bytes()[:-30])
    return path
