"""`pagemold compare`: measures, verdict, difference, and clear errors."""

import io
import json
from pathlib import Path

import pytest

from pagemold.cli import main

KEYS = [
    "fingerprint",
    "rtdm",
    "lcts",
    "tv",
    "cp",
    "cps",
    "ctss",
    "pq_grams",
    "tree_edit",
    "style",
    "aggregate",
    "branches_cosine",
    "grammar",
]
POST = "<html><body class=post><h1>One</h1><p>text</p><ul><li>a</li><li>b</li></ul></body></html>"
LONGER = POST.replace("<li>b</li>", "<li>b</li><li>c</li><li>d</li>")


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    one.write_text(POST)
    other.write_text(LONGER)
    return str(one), str(other)


def test_json_has_every_measure(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(KEYS) <= set(found)
    assert all(0 <= value <= 1 for value in found.values())
    # 8 and 10 elements, two of them inserted: 1 - 2 / 18, and the same class on both.
    assert found["tree_edit"] == pytest.approx(1 - 2 / 18)
    assert found["style"] == 1.0
    assert found["aggregate"] == pytest.approx((2 - 2 / 18) / 2)


def test_a_page_with_itself(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", files[0], files[0], "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out).values()) == {1.0}
    assert main(["compare", files[0], files[0]]) == 0
    verdict, caveat = capsys.readouterr().out.splitlines()[:2]
    assert verdict == "One template, by all 5 rules of the papers: fingerprint, ctss, cp, pq_grams, aggregate."
    assert "`cluster` may say otherwise" in caveat
    assert "`explain SOURCE A B`" in caveat


def test_the_difference_is_shown(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *files]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert any(line.startswith("tree_edit ") for line in shown)
    assert "+       li" in shown


def test_lines_are_bounded(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *files, "--lines", "2"]) == 0
    assert "more lines (--lines 0 shows all)" in capsys.readouterr().out.splitlines()[-1]


def test_the_page(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.html"
    assert main(["compare", *files, "--html", str(target)]) == 0
    written = target.read_text()
    assert written.startswith("<!DOCTYPE html>")
    assert '<div class="inserted">+       li</div>' in written
    assert "wrote" in capsys.readouterr().err


def test_standard_input(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(POST.encode())))
    assert main(["compare", "-", files[0], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tree_edit"] == 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: ["-", "-"], "one of the two pages only"),
        (lambda folder: [str(folder / "absent.html"), "-"], "absent.html: No such file"),
        (lambda folder: [str(folder), "-"], "a folder"),
    ],
)
def test_errors_are_one_line(make: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *make(tmp_path)]) == 2  # type: ignore[operator]
    said = capsys.readouterr()
    assert message in said.err
    assert said.out == ""
    assert said.err.count("\n") == 1


def test_what_is_no_page_is_named(tmp_path: Path, files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no tags here")
    assert main(["compare", files[0], str(text)]) == 2
    assert "notes.txt: this is no HTML" in capsys.readouterr().err


def test_a_page_cannot_be_written_nowhere(files: tuple[str, str], tmp_path: Path) -> None:
    assert main(["compare", *files, "--html", str(tmp_path / "absent" / "out.html")]) == 4


def test_kappa_costs_and_folding_can_be_set(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    def asked(*words: str) -> dict[str, float]:
        assert main(["compare", *files, "--json", *words]) == 0
        found: dict[str, float] = json.loads(capsys.readouterr().out)
        return found

    plain = asked()
    structure = 1 - 2 / 18
    assert asked("--kappa", "0.25")["aggregate"] == pytest.approx(0.25 * structure + 0.75)
    # Two insertions at a cost of 3, of at most 3 for each of 18 elements; or at 1, where removing costs 4.
    assert asked("--costs", "3,1,1")["tree_edit"] == pytest.approx(1 - 6 / 54)
    assert asked("--costs", "1,4,1")["tree_edit"] == pytest.approx(1 - 2 / 72)
    folded = asked("--fold")
    assert folded["tree_edit"] == folded["aggregate"] == 1.0
    changed = {name for name in plain if plain[name] != folded[name]}
    assert changed == {"tree_edit", "aggregate"}


@pytest.mark.parametrize("words", [["--costs", "1,1"], ["--costs", "a,b,c"], ["--costs", "0,0,0"], ["--kappa", "2"]])
def test_settings_that_make_no_sense(
    files: tuple[str, str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *files, *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words[0].strip("-") in said.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"WARC/1.0\r\n", "a WARC archive"),
        (b"\x1f\x8b\x08", "packed with gzip"),
        (b"PK\x03\x04", "a WACZ"),
        (b'{"url": "x", "html": "', "JSON lines"),
    ],
)
def test_an_archive_is_not_taken_for_a_page(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    archive = tmp_path / "crawl.warc"
    archive.write_bytes(content + POST.encode())
    assert main(["compare", files[0], str(archive)]) == 2
    assert f"crawl.warc: {said}" in capsys.readouterr().err
