"""`pagemold template` as a user types it."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from pagemold import flow, lookup
from pagemold.cli.shortened import cells
from pagemold.cli.template import facts
from pagemold.clustering import Group
from pagemold.data import Neighbour, Reason, Template
from tests.cli.conftest import Run

PAGE = "<!doctype html><html><body><nav><a>Home</a></nav><h1 class=title>{}</h1><ul>{}</ul></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(PAGE.format(f"Title {number}", "<li>x" * (3 + number % 2)))
    (tmp_path / "other.html").write_text("<table><tr><td>1<td>2<tr><td>3<td>4</table>")
    return tmp_path


def group_of(run: Run, folder: Path, path: str) -> str:
    rows = [json.loads(line) for line in run("cluster", folder, "--method", "fingerprint", "--json").out.splitlines()]
    return str(next(row["group"] for row in rows if row["path"] == path))


def test_shows_the_tree(run: Run, folder: Path) -> None:
    ended = run("template", folder, group_of(run, folder, "0.html")[:6], "--method", "fingerprint")
    assert ended.code == 0
    assert "h1.title  {Title 0 | Title 1 | Title 2 … and 3 more}" in ended.out
    assert "nav  … 1 part below, the same on every page" in ended.out
    assert "# in a class: any number" in ended.out


def test_gives_json(run: Run, folder: Path) -> None:
    ended = run("template", folder, group_of(run, folder, "0.html"), "--method", "fingerprint", "--json")
    found = json.loads(ended.out)
    title = next(part for part in found["parts"] if part["path"] == "html/body/h1.title")
    assert found["pages"] == 6
    assert title["mandatory"]
    assert not title["repeated"]


def test_writes_a_page(run: Run, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "skeleton.htm"
    ended = run("template", folder, group_of(run, folder, "0.html"), "-m", "fingerprint", "--html", target)
    assert ended.code == 0
    assert "Title 0" in target.read_text()
    assert "# is any number in a class" in target.read_text()
    assert run("template", folder, "f", "-m", "fingerprint", "--html", tmp_path / "no" / "x.html").code in (2, 4)


@pytest.mark.parametrize(
    ("id", "words"),
    [("nope", "no such group"), ("", "no such group"), ("f", "2 groups may be meant: f")],
)
def test_tells_what_ids_there_are(run: Run, folder: Path, id: str, words: str) -> None:
    ended = run("template", folder, id, "--method", "fingerprint")
    assert ended.code == 2
    assert words in ended.err


def test_a_group_goes_by_its_name_too(run: Run, folder: Path) -> None:
    (folder / "wares").mkdir()
    for number in range(6):
        (folder / "wares" / f"{number}.html").write_text(f"<table class=ware><tr><td>{number}<td>2</table>")
    shown = run("template", folder, "/wares/*.html").out
    assert " /wares/*.html: 6 pages" in shown
    assert run("template", folder, "/wares").out == shown
    assert run("template", folder, "/wares/*.html (stub)").out == shown
    by_fingerprint = run("template", folder, "/wares/*.html", "-m", "fingerprint")
    assert by_fingerprint.code == 0
    assert " /wares/*.html: " in by_fingerprint.out


def test_ids_of_filters_and_cuts_are_found_again(run: Run, folder: Path) -> None:
    for options in (
        ["--include", "[0-3]"],
        ["--finer", "1000"],
        ["--coarser", "1000"],
        ["--by", "host"],
        ["--min-bytes", "70"],
    ):
        rows = [json.loads(line) for line in run("cluster", folder, *options, "--json").out.splitlines()]
        groups = Counter(row["group"] for row in rows)
        for id, pages in groups.items():
            ended = run("template", folder, id, *options, "--json")
            assert ended.code == 0, ended.err
            assert (json.loads(ended.out)["size"], json.loads(ended.out)["pages"]) == (pages, pages)
    assert run("template", folder, "g", "--coarser", "1", "--finer", "1").code == 2


def test_a_group_that_only_a_cut_has_is_said_to_be_of_that_cut(run: Run, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(PAGE.format(f"Title {number}", "<li>x" * (3 + number % 2)))
        table = "<tr><td class=cell>1<td class=cell>2" * (2 + number % 3)
        (tmp_path / f"t{number}.html").write_text(PAGE.format("T", "").replace("<ul></ul>", f"<table>{table}</table>"))
    (uncut_only, *_), (cut_only,) = (
        groups(run, tmp_path) - groups(run, tmp_path, "--coarser", "1000"),
        groups(run, tmp_path, "--coarser", "1000") - groups(run, tmp_path),
    )
    for command in (["template", tmp_path, cut_only[:6]], ["explain", tmp_path, cut_only[:6], "0.html"]):
        said = run(*command).err
        coarser = re.search(r"but with --coarser (\d+) there is one: give the same cut", said)
        assert coarser
        assert run(*command, "--coarser", coarser[1]).code == 0
    assert "but without a cut there is one" in run("template", tmp_path, uncut_only, "--coarser", "1000").err
    assert "nor with any --finer or --coarser that was tried" in run("template", tmp_path, "g0123456789").err


def test_of_many_pages_no_cut_is_tried(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "_CUT_PAGES", 2)
    monkeypatch.setattr(lookup, "_CUTS", None)
    for command in (["template", folder, "g0123456789"], ["explain", folder, "g0123456789", "0.html"]):
        assert "here; a --finer or --coarser may have it" in run(*command).err


def test_a_group_of_one_page(run: Run, folder: Path) -> None:
    rows = [json.loads(line) for line in run("cluster", folder, "--json").out.splitlines()]
    id = next(row["group"] for row in rows if row["path"] == "other.html")
    shown = run("template", folder, id).out
    assert ": 1 page, stub\n" in shown
    assert "one page alone cannot tell what varies" in shown
    assert "td  * 4" in shown
    assert "cohesion: 1.00" in shown


def test_says_what_shares_are_of(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    id = group_of(run, folder, "0.html")
    assert "read off" not in run("template", folder, id, "-m", "fingerprint").out
    monkeypatch.setattr(flow, "SAMPLE", 4)
    shown = run("template", folder, id, "-m", "fingerprint").out
    assert "read off 4 of its pages, chosen evenly from all of them: shares and counts below are of these" in shown


def test_a_collection_is_not_grouped_anew(run: Run, folder: Path, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    assert run("cluster", folder, "-m", "fingerprint", "-o", mold).code == 0
    ended = run("template", mold, group_of(run, folder, "0.html"))
    assert ended.code == 0
    assert "h1.title  {Title 0 | Title 1 | Title 2 … and 3 more}" in ended.out
    assert run("template", mold, "nope").code == 2


def test_a_nearest_group_of_another_frame_is_said_to_be_one(run: Run, tmp_path: Path) -> None:
    kinds = {
        "shop": "<body class=shop><div class=top><ul class=wares><li class=ware>{0}</ul></div>",
        "club": "<body class=club><main class=stage><h3 class=act>{0}</h3><p class=band>{0}</p></main>",
    }
    for kind, page in kinds.items():
        for number in range(6):
            (tmp_path / f"{kind}-{number}.html").write_text(page.format(number))
    lines = run("cluster", tmp_path, "--json").out.splitlines()
    id = json.loads(lines[0])["group"]
    shown = run("template", tmp_path, id).out
    assert "by paths in common: one template for both would" in shown
    assert "share too little of a frame" in shown
    assert json.loads(run("template", tmp_path, id, "--json").out)["nearest"]["one_family"] is False


def groups(run: Run, folder: Path, *cut: str) -> set[str]:
    return {json.loads(line)["group"] for line in run("cluster", folder, "--json", *cut).out.splitlines()}


def test_tells_the_nearest_group_and_what_separates_them(run: Run, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(PAGE.format(f"Title {number}", "<li>x" * (3 + number % 2)))
        table = "<tr><td class=cell>1<td class=cell>2" * (2 + number % 3)
        (tmp_path / f"t{number}.html").write_text(PAGE.format("T", "").replace("<ul></ul>", f"<table>{table}</table>"))
    rows = [json.loads(line) for line in run("cluster", tmp_path, "--json").out.splitlines()]
    lists, tables = (next(row["group"] for row in rows if row["path"] == path) for path in ("0.html", "t0.html"))
    assert lists != tables
    found = json.loads(run("template", tmp_path, lists, "--json").out)
    assert found["nearest"]["group"] == tables
    assert {reason["path"].rpartition("/")[2] for reason in found["nearest"]["reasons"][:4]} <= {"ul", "li", "table"}
    assert found["cohesion"] > 0.5
    assert found["name"]
    shown = run("template", tmp_path, lists).out
    assert f"nearest: {tables}" in shown
    bits, a_page = (-found["nearest"][name] for name in ("bits", "bits_a_page"))
    assert f", by bits a page: one template for both would cost {bits:,.0f} bits, {a_page:.1f} a page of the" in shown
    coarser = found["nearest"]["coarser"]
    assert f"; one group from --coarser {coarser:.2f} on" in shown
    assert len(groups(run, tmp_path, "--coarser", f"{coarser:.2f}")) < len(groups(run, tmp_path))
    assert len(groups(run, tmp_path, "--coarser", f"{coarser - 0.01:.2f}")) == len(groups(run, tmp_path))
    assert "on 100% here,   0% there  html/body/ul" in shown
    assert "cohesion: " in shown
    page = tmp_path / "mold" / "page.html"
    page.parent.mkdir()
    assert run("template", tmp_path, lists, "--html", page).code == 0
    assert f"nearest: {tables}" in page.read_text()


@pytest.mark.parametrize("width", [30, 50, 80, 200])
def test_endless_paths_that_separate_groups_are_cut_and_folded(width: int) -> None:
    reasons = tuple(Reason(f"html/body/div.{word * 10_000}", -5.0, 1.0, 0.0) for word in ("long", "漢", "\u202e"))
    group = Group("g1", 9, 0.9, name="/a/*", example="/a/1")
    nearest = Neighbour("g2", -5.0, -1.0, reasons)
    said = facts(group, Template(9, ()), nearest, {"g2": "/b/*"}, width)
    first = next(place for place, line in enumerate(said) if line.startswith("what separates them")) + 1
    assert max(map(cells, said[first:])) <= max(width, len("     -5.0  on 100% here,   0% there"))
    assert sum(map(len, said[first:])) < 10_000
    assert all(len(line.strip()) > 1 for line in said)
