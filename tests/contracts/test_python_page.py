"""docs/python.md names everything that is public, and what it shows runs."""

import re
from pathlib import Path

import pytest

import pagemold
from tests.store.conftest import write_archive

TEXT = (Path(__file__).parents[2] / "docs/python.md").read_text()


@pytest.mark.parametrize("name", pagemold.__all__)
def test_every_public_name_is_described(name: str) -> None:
    assert f"pm.{name}" in TEXT


def test_no_name_is_described_that_does_not_exist() -> None:
    assert set(re.findall(r"\bpm\.(\w+)", TEXT)) <= set(pagemold.__all__)
    assert all(hasattr(pagemold.Mold, name) for name in re.findall(r"\bmold\.(\w+)", TEXT))


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_archive(tmp_path / "crawl.warc.gz", range(5), range(4))
    write_archive(tmp_path / "more.warc.gz", range(9, 12))
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(block, names)
    assert len(names["labels"]) == 9  # type: ignore[arg-type]
    assert list(names["by_name"]["name"].value_counts()) == [5, 4]  # type: ignore[index]
    assert names["added"].assigned == 3  # type: ignore[attr-defined]
    assert {found.score for found in names["by_trees"]} == {1.0}  # type: ignore[attr-defined]
    assert [template for _, template in names["answers"]].count(None) == 0  # type: ignore[attr-defined]
    assert names["known"].predict(["<ul><li>b</ul>"]) == ["list"]  # type: ignore[attr-defined]
