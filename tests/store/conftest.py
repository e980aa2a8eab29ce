"""Small collections of made pages."""

from collections.abc import Callable
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.keeping import create_mold
from tests.archives import blog, pack, record, shop


def write_archive(path: Path, shops: range = range(0), blogs: range = range(0)) -> Path:
    records = [record(f"http://shop.example/{number}", shop(str(number))) for number in shops]
    records += [record(f"http://blog.example/{number}", blog(str(number))) for number in blogs]
    path.write_bytes(pack(*records))
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Three shop pages and two blog pages."""
    return write_archive(tmp_path / "crawl.warc.gz", range(3), range(2))


@pytest.fixture
def folder(tmp_path: Path, archive: Path) -> str:
    """The archive as a collection."""
    target = str(tmp_path / "shop.mold")
    create_mold(target, pm.read(archive))
    return target


Archive = Callable[..., Path]
