"""The speed bench runs and its JSON has its shape. No time is asserted: that is what `make bench` is for."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import pack, table
from bench.cases import CASES, COMPARISONS, GROUPS, Case
from bench.rounds import BenchError, Timing, ratio, take_turns

ROOT = Path(__file__).parents[2]
PAGE_COUNT = 30


def tiny_warc(folder: Path) -> Path:
    rows = [b"<li class='row-%d'>x</li>" % n * (n + 1) for n in range(PAGE_COUNT)]
    pages = ((f"https://one.example/{n}", b"<html><body><ul>" + row + b"</ul>") for n, row in enumerate(rows))
    pack.write(pages, folder / "tiny.warc.gz")
    return folder / "tiny.warc.gz"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("speed")
    output = folder / "speed.json"
    options = ["--quick", "--warc", str(tiny_warc(folder)), "--output", str(output), "--peers-python", sys.executable]
    typed = [sys.executable, "-m", "bench.speed", *options]
    environment = os.environ | {"PAGEMOLD_CACHE": str(folder / "cache")}
    done = subprocess.run(typed, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    stored = json.loads(output.read_text(encoding="utf-8"))
    assert table.render(stored).strip() == done.stdout.strip()
    return stored


def test_every_case_is_reported(result: Any) -> None:
    assert set(result["cases"]) == {case.name for case in CASES}
    ran = [case for case in result["cases"].values() if case["missing"] is None]
    assert "gzip" in [name for name, case in result["cases"].items() if case in ran]
    for case in ran:
        assert len(case["seconds"]) == len(case["cpu_seconds"]) == result["rounds"] == 2
        assert 0 < case["median_pages_per_s"] <= case["best_pages_per_s"]


def test_our_own_cases_ran(result: Any) -> None:
    ours = [case.name for case in CASES if case.side == "ours"]
    assert [result["cases"][name]["missing"] for name in ours] == [None] * len(ours)


def test_every_comparison_is_reported(result: Any) -> None:
    assert [row["name"] for row in result["comparisons"]] == [comparison.name for comparison in COMPARISONS]
    for row in result["comparisons"]:
        both_ran = all(result["cases"][row[side]]["missing"] is None for side in ("ours", "beside"))
        assert (row["ratio"] is not None) is both_ran
        assert (row["met"] is not None) is (both_ran and row["target"] is not None)
        if both_ran:
            assert row["low"] <= row["ratio"] <= row["high"]


def test_where_it_was_measured_is_reported(result: Any) -> None:
    assert {"cpu", "cores", "ram_gb", "os", "python"} == set(result["machine"])
    assert result["data"]["pages"] == PAGE_COUNT
    assert {"date", "commit", "dirty", "pagemold", "peers"} <= set(result)
    assert [row["name"] for row in result["memory"]] == ["stream", "cluster"]
    assert all(row["short_bytes"] and row["long_bytes"] for row in result["memory"])


def test_compared_cases_take_turns() -> None:
    together = [set(group) for group in GROUPS]
    assert sorted(name for group in GROUPS for name in group) == sorted(case.name for case in CASES)
    assert all(any({row.ours, row.beside} <= group for group in together) for row in COMPARISONS)


def test_ratio_is_the_median_of_paired_rounds() -> None:
    case = CASES[0]
    ours = Timing(case, seconds=[1.0, 2.0, 4.0], cpu_seconds=[1.0, 1.0, 1.0])
    beside = Timing(case, seconds=[3.0, 4.0, 20.0], cpu_seconds=[2.0, 3.0, 4.0])
    found = ratio(ours, beside)
    assert found is not None
    assert (found.median, found.low, found.high, found.cpu) == (3.0, 2.0, 5.0, 3.0)
    assert ratio(ours, Timing(case, missing="No module named 'fastwarc'")) is None


def test_reading_another_number_of_pages_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("warcio")
    warcio = Case("warcio", "warcio", "peers:warcio_read")
    pythons = {"peers": Path(sys.executable)}
    with pytest.raises(BenchError, match=f"warcio saw {PAGE_COUNT} pages of 31"):
        take_turns([warcio], pythons, tiny_warc(tmp_path), PAGE_COUNT + 1, rounds=1)
