"""The index bench: its questions, its peer, its table. No time is asserted: that is what `make bench` is for."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import index, index_table, plots
from bench.cases.split_index import TwoDicts, within_one_edit
from pagemold.index import SplitIndex, split_entropies
from tests.oracles.components import levenshtein
from tests.oracles.split_index import within_one

REAL = [bytes(25), bytes(range(25)), b"\0\0\1", b"", bytes(20) + b"\1\2\3\4\5"]
prints = st.lists(st.lists(st.integers(0, 2), max_size=6).map(bytes), max_size=30, unique=True)


@given(prints, st.lists(st.integers(0, 2), max_size=6).map(bytes), st.integers(0, 7))
def test_the_dicts_are_exact_too(stored: list[bytes], query: bytes, split: int) -> None:
    dicts = TwoDicts(split)
    for entries in stored:
        dicts.insert(entries)
    assert dicts.within_one(query) == {stored[place] for place in within_one(stored, query)}


@given(st.binary(max_size=5), st.binary(max_size=5))
def test_one_edit(one: bytes, other: bytes) -> None:
    assert within_one_edit(one, other) == (levenshtein(one, other) <= 1)


def test_questions_are_fixed_distinct_and_valid() -> None:
    stored, queries = index.questions(REAL, 500, 60)
    assert (stored, queries) == index.questions(REAL, 500, 60)
    assert len(set(stored)) == len(stored) == 500
    assert len(queries) == 60
    assert all(len(entries) <= 25 for entries in stored)
    assert sum(query in set(stored) for query in queries) >= 30
    assert set(filter(None, REAL)) <= set(stored)


def test_mutations_are_near() -> None:
    random = Random(1)
    assert all(levenshtein(bytes(20), index.mutated(bytes(20), random)) <= 3 for _ in range(100))


def test_measuring_gives_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGEMOLD_CACHE", str(tmp_path))
    result = json.loads(json.dumps(index.measure(REAL, 300, 20, rounds=1)))
    assert result["data"] == result["data"] | {"real": 5, "distinct": 5, "stored": 300, "queries": 20}
    assert result["data"]["found"] == len(SplitIndex().within_one([])[1]) + _found()
    lines = index_table.render(result).splitlines()
    assert lines[2].startswith("| fingerprints within one edit | ")
    assert lines[3].startswith("| memory of the index | ")
    assert "300 fingerprints mutated from 5 distinct ones of 5 real pages" in lines[-1]


def _found() -> int:
    stored, queries = index.questions(REAL, 300, 20)
    return sum(len(within_one(stored, query)) for query in queries)


def test_plots_are_written_and_the_same_again(tmp_path: Path) -> None:
    figures = {
        "entropy": plots.entropy_figure(split_entropies(REAL)),
        "sizes": plots.cluster_size_figure([100, 40, 7, 3, 1, 1]),
        "pages": plots.pages_per_second_figure([10, 20, 30], [900.0, 1000.0, 950.0]),
        "bytes": plots.kilobytes_per_second_figure([10, 20, 30], [9000.0, 10000.0, 9500.0]),
    }
    for name, figure in figures.items():
        plots.save(figure, tmp_path / f"{name}.svg")
        first = (tmp_path / f"{name}.svg").read_bytes()
        plots.save(figure, tmp_path / f"{name}.svg")
        assert first == (tmp_path / f"{name}.svg").read_bytes()
        plots.save(figure, tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
