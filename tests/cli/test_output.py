"""A file of results is whole or not there."""

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pytest

from pagemold.cli import output
from pagemold.cli.group_table import names_in, print_groups
from pagemold.cli.output import check_output, write_file
from pagemold.clustering import Clustering, Group
from pagemold.data import Summary
from pagemold.errors import OutputError, UsageError
from tests.cli.conftest import Run

ROWS = pa.table({"url": pa.array(["http://a/"], pa.large_utf8())})


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "rows.jsonl"
    target.write_text("old")

    def fill_the_disk(rows: pa.Table, file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setitem(output._WRITERS, ".jsonl", fill_the_disk)
        with pytest.raises(OutputError, match=r"rows\.jsonl: cannot write: No space left on device"):
            write_file(ROWS, str(target))
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]
    assert target.read_text() == "old"
    write_file(ROWS, str(target))
    assert target.read_text() == '{"url": "http://a/"}\n'


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_any_step_may_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OutputError, match="Input/output error"):
        write_file(ROWS, str(tmp_path / "rows.csv"))
    assert list(tmp_path.iterdir()) == []


def test_the_file_has_the_usual_rights(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_file(ROWS, str(tmp_path / "rows.csv"))
    finally:
        os.umask(before)
    assert (tmp_path / "rows.csv").stat().st_mode & 0o777 == 0o644


def test_a_target_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_output("rows.parquet")
    write_file(ROWS, "rows.parquet")
    assert pa.parquet.read_table(tmp_path / "rows.parquet") == ROWS


def test_targets_that_cannot_work(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(UsageError, match="must end in"):
        check_output(str(tmp_path / "rows.txt"))
    with pytest.raises(OutputError, match="there is no folder"):
        check_output(str(tmp_path / "no/rows.csv"))
    with pytest.raises(OutputError, match="cannot write there"):
        check_output(str(tmp_path / "folder.csv"))


def test_exit_4_before_anything_is_read(run: Run, tmp_path: Path) -> None:
    outcome = run("cluster", "nowhere", "-o", tmp_path / "no/rows.csv")
    assert (outcome.code, outcome.out) == (4, "")
    assert "there is no folder" in outcome.err
    assert "nowhere" not in outcome.err.replace(str(tmp_path), "")


def test_flags_are_not_lost_behind_a_long_name() -> None:
    group = Group("g1", 1, 1.0, None, name="/a" * 40, flags=("stub",))
    wide, narrow = (names_in([group, replace(group, name="/b")], width) for width in (160, 80))
    assert wide == ["/a" * 40 + " (stub)", "/b (stub)"]
    assert narrow == ["/a" * 8 + "…" + "/a" * 8 + " (stub)", "/b (stub)"]


@pytest.mark.parametrize(("width", "columns"), [(160, 6), (120, 6), (102, 5), (80, 5), (50, 4), (45, 3), (30, 3)])
def test_a_table_fits_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, columns: int
) -> None:
    example, print_ = "http://shop.example/" + "a/" * 60 + "end", "lzw1:" + "00" * 80
    groups = [
        Group(
            f"f{number:010}", 10**number, 0.5, example, print_, name=f"/{'long-name/' * 9}{number}/x", flags=("stub",)
        )
        for number in range(5)
    ]
    monkeypatch.setattr(output, "_FILE_WIDTH", width)
    print_groups(Clustering("fingerprint", tuple(groups), ROWS, Summary()), top=0)
    heading, *lines = capsys.readouterr().out.splitlines()
    assert len(heading.split()) == columns
    assert len(set(lines)) == len(lines) == 5
    assert {len(line) for line in lines} <= {*range(width + 1)}
    for number, line in enumerate(lines):
        shares = ["50.0%"] if columns > 3 else []
        assert line.split()[: 2 + len(shares)] == [f"f{number:010}", f"{10**number:,}", *shares]
        # A line of 30 has room for two characters of a name.
        assert (f"{number}/x (stub)" if width > 30 else "…x (stub)") in line
        assert ("a/end" in line) == (columns > 4)


def test_a_number_is_whole_even_where_the_line_is_too_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group("f0123456789", 1_234_567, 1.0, None, name="/long-name/*", flags=("stub",))
    monkeypatch.setattr(output, "_FILE_WIDTH", 20)
    print_groups(Clustering("fingerprint", (group,), ROWS, Summary()), top=0)
    assert capsys.readouterr().out.splitlines()[1] == "f0123456789  1,234,567  … (stub)"
