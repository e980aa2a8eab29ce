"""The table: how a result reads, and that README quotes the stored one and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench import table


def made_up() -> dict[str, Any]:
    def case(title: str, rate: float) -> dict[str, Any]:
        return {"title": title, "missing": None, "median_pages_per_s": rate}

    def row(name: str, beside: str, ratio: float | None, target: float | None, met: bool | None) -> dict[str, Any]:
        facts = {"name": name, "title": "groups", "ours": "us", "beside": beside, "target": target, "met": met}
        return facts | {"ratio": ratio, "low": ratio, "high": ratio}

    return {
        "date": "2026-11-15T10:00:00+00:00",
        "commit": "0123456789abcdef",
        "dirty": False,
        "rounds": 7,
        "machine": {"cpu": "Z80", "cores": 1, "ram_gb": 0.1, "os": "CP/M", "python": "3.11.7"},
        "peers": {"lxml": "6.1", "fastwarc": "1.1"},
        "data": {"pages": 6000, "html_bytes": 170_000_000, "warc_bytes": 30_000_000},
        "cases": {"us": case("us", 33000.4), "them": case("them", 1000), "gone": {"title": "gone", "missing": "why"}},
        "comparisons": [
            row("a", "them", 33.0, 30, True),
            row("b", "gone", None, 4, None),
            row("c", "them", 1.5, None, None),
        ],
        "memory": [
            {"title": "peak", "short_bytes": 50e6, "long_bytes": 60e6, "ratio": 1.2, "target": 1.1, "met": False},
        ],
    }


def test_lines() -> None:
    lines = table.render(made_up()).replace(table.TIMES, "x").splitlines()
    assert lines[2:6] == [
        "| groups | 33,000 pages/s | them | 1,000 pages/s | **33 x** | 33 x to 33 x | ≥ 30 x: met |",
        "| groups | 33,000 pages/s | gone | not run | not run | | ≥ 4 x: not run |",
        "| groups | 33,000 pages/s | them | 1,000 pages/s | **1.50 x** | 1.50 x to 1.50 x |  |",
        "| peak | 60 MB | the file itself | 50 MB | **1.20 x** | | ≤ 1.1 x: missed |",
    ]
    assert lines[-1].endswith("Z80, 1 cores, CP/M, Python 3.11.7; fastwarc 1.1, lxml 6.1; 2026-11-15, 0123456789ab.")


def test_quote_replaces_only_what_is_between_the_markers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme, other = tmp_path / "README.md", tmp_path / "docs" / "other.md"
    other.parent.mkdir()
    readme.write_text(f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n", encoding="utf-8")
    other.write_text("no markers\n", encoding="utf-8")
    monkeypatch.setattr(table, "ROOT", tmp_path)
    assert table.quote(made_up()) == [readme]
    text = readme.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{table.BEGIN}\n| what |")
    assert text.endswith(f"{table.END}\nafter\n")
    assert table.quoted(text) == table.render(made_up())


def test_quote_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "README.md").write_text(table.BEGIN, encoding="utf-8")
    monkeypatch.setattr(table, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="without"):
        table.quote(made_up())


def test_readme_quotes_the_stored_result() -> None:
    stored = json.loads(table.STORED.read_text(encoding="utf-8"))
    files = table.quoting()
    assert table.ROOT / "README.md" in files
    for path in files:
        assert table.quoted(path.read_text(encoding="utf-8")) == table.render(stored), path.name
