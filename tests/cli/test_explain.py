"""`pagemold explain` as a user types it, and the names of groups."""

import json
import re
from pathlib import Path

import pytest

import pagemold as pm
from pagemold import reasons
from pagemold.cli import output
from pagemold.cli.explain import print_explanation
from pagemold.cli.template import facts
from pagemold.clustering import Group
from pagemold.data import Explanation, Neighbour, Template
from tests.archives import pack, record
from tests.cli.conftest import Run

FRAME = "<header class=top><nav class=menu><a class=link></a></nav></header><footer class=foot></footer>"
ITEM = "<body class=item>{frame}<h1 class=title>{0}</h1><table class=facts><tr><td>{0}</table><p class=price>{0}</p>{1}"
POST = "<body class=post>{frame}<article class=entry><h2>{0}</h2><p>{0}<p>{0}</article><ol class=comments><li>{0}</ol>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "item").mkdir()
    (tmp_path / "post").mkdir()
    for number in range(12):
        sale = "<b class=sale>Sale</b>" if number % 3 == 0 else ""
        (tmp_path / "item" / f"{number}.html").write_text(ITEM.format(number, sale, frame=FRAME))
        (tmp_path / "post" / f"{number}.html").write_text(POST.format(number, frame=FRAME))
    return tmp_path


def test_apart_is_told_by_paths(run: Run, folder: Path) -> None:
    ended = run("explain", folder, "item/1.html", "post/1.html")
    assert ended.code == 0
    assert ended.out.startswith("apart, in g")
    assert "html/body/table.facts" in ended.out
    found = json.loads(run("explain", folder, "item/1.html", "post/1.html", "--json").out)
    assert found["together"] is False
    assert found["bits"] < 0
    assert sum(found["account"].values()) == pytest.approx(found["bits"])
    account = {part: round(bits) for part, bits in found["account"].items()}
    assert f"is given {account['advance']:+} bits in advance; what is alike" in ended.out
    assert f"gives {account['alike']:+} and what differs {account['differing']:+}." in ended.out
    facts = next(reason for reason in found["reasons"] if reason["path"] == "html/body/table.facts")
    assert (facts["share"], facts["other_share"]) == (1.0, 0.0)
    assert facts["bits"] < 0
    assert facts["pages"] == [True, False]


def test_a_path_may_begin_at_the_root_as_names_do(run: Run, folder: Path) -> None:
    (folder / "deep/item").mkdir(parents=True)
    (folder / "deep/item/1.html").write_text(POST.format(1, frame=FRAME))
    found = json.loads(run("explain", folder, "/item/1.html", "/post/1.html", "--json").out)
    assert found["addresses"] == ["item/1.html", "post/1.html"]


@pytest.mark.parametrize(("bits", "said"), [(9.0, True), (-9.0, False)])
def test_where_bits_would_be_saved_it_is_said_why_groups_are_apart(
    capsys: pytest.CaptureFixture[str], bits: float, said: bool
) -> None:
    two = ("g1", "g2")
    print_explanation(Explanation(two, bits, (), True, ("a", "b"), False, two, coarser=0.01), {}, 5)
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("apart, in g1 and g2: one template for both would ")
    assert lines[0].startswith("They are left apart all the same: groups are joined step by step") is said
    assert lines[int(said)].startswith("One group from --coarser 0.01 on")
    nearest = Neighbour("g2", bits, bits / 20, (), coarser=0.01)
    about = "\n".join(facts(Group("g1", 1, 1.0, None), Template(2, ()), nearest, {"g2": "x"}))
    assert ("; left apart all the same, as groups are joined" in about) is said
    assert "; one group from --coarser 0.01 on" in about


def test_pages_of_two_sites_are_said_to_share_no_frame(run: Run, folder: Path) -> None:
    other = "<body class=club><div class=stage><h3 class=act>{0}</h3><ul class=band><li class=who>{0}</ul></div>"
    (folder / "club").mkdir()
    for number in range(5):
        (folder / "club" / f"{number}.html").write_text(other.format(number))
    assert "share too little of a frame" in run("explain", folder, "item/1.html", "club/1.html").out
    assert json.loads(run("explain", folder, "item/1.html", "club/1.html", "--json").out)["one_family"] is False
    assert "frame" not in run("explain", folder, "item/1.html", "post/1.html").out
    assert "no --coarser does it" in run("explain", folder, "item/1.html", "club/1.html").out


def test_it_is_said_which_cut_joins_or_parts_the_pages(run: Run, folder: Path) -> None:
    def said(one: str, other: str, line: str) -> str:
        found = re.search(line, run("explain", folder, one, other).out, re.MULTILINE)
        assert found
        return found[1]

    def together(one: str, other: str, *cut: object) -> bool:
        return bool(json.loads(run("explain", folder, one, other, "--json", *cut).out)["together_in_cut"])

    apart, level = ("item/1.html", "post/1.html"), r"^One group from --coarser ([\d.]+) on"
    coarser = float(said(*apart, level))
    assert [together(*apart, "--coarser", f"{bits:.2f}") for bits in (coarser - 0.01, coarser)] == [False, True]
    near, level = ("item/0.html", "item/1.html"), r"^In two groups from --finer ([\d.]+) on"
    finer = float(said(*near, level))
    assert [together(*near, "--finer", f"{bits:.2f}") for bits in (finer - 0.01, finer)] == [True, False]
    assert said("item/1.html", "item/2.html", "^(No --finer parts them.)$")
    assert "--finer" not in run("explain", folder, "item/1.html", "item/1.html").out
    told = [json.loads(run("explain", folder, *pair, "--json").out) for pair in (apart, near)]
    assert [(it["coarser"], it["finer"]) for it in told] == [(coarser, None), (None, finer)]


def test_together_is_told_by_what_joins_and_what_differs(run: Run, folder: Path) -> None:
    found = json.loads(run("explain", folder, "item/0.html", "item/1.html", "--json").out)
    assert found["together"] is True
    assert found["bits"] > 0
    reasons = {reason["path"]: reason for reason in found["reasons"]}
    assert [path for path, reason in reasons.items() if reason["pages"] != [True, True]] == ["html/body/b.sale"]
    assert reasons["html/body/b.sale"]["pages"] == [True, False]
    assert reasons["html/body/b.sale"]["share"] == pytest.approx(4 / 12)
    assert reasons["html/body/table.facts"]["bits"] > 0
    # All but what the template saves by what none of its pages has.
    assert 0 < sum(reason["bits"] for reason in found["reasons"]) <= found["bits"]
    shown = run("explain", folder, "item/0.html", "item/1.html").out
    assert shown.startswith("together in g")
    assert "/item/*.html: its template saves" in shown
    both, _, one = shown.partition("Only one of them has:")
    assert "html/body/table.facts" in both
    assert "yes  -  html/body/b.sale" in one
    again = run("explain", folder, "item/1.html", "item/2.html").out
    assert "Neither has anything that the other lacks." in again
    assert "Neither has, though other pages of the group do:" in again


def test_what_joined_the_parts_of_a_group_is_told(run: Run, folder: Path) -> None:
    pair = ("item/0.html", "item/1.html")
    shown = run("explain", folder, *pair).out
    assert "Before they were joined, A was in a part of 4 pages, B in one of 8 pages: that saves " in shown
    assert "bits  of A's part  of B's part  A    B    path" in shown
    found = json.loads(run("explain", folder, *pair, "--json").out)["join"]
    assert (found["pages"], sum(found["account"].values()) > 0) == ([4, 8], True)
    (sale,) = (reason for reason in found["reasons"] if reason["path"] == "html/body/b.sale")
    assert (sale["share"], sale["other_share"], sale["pages"], sale["bits"] < 0) == (1.0, 0.0, [True, False], True)
    assert "A was in a part of 8 pages, B in one of 4 pages" in run("explain", folder, *reversed(pair)).out
    # What is nearly equal was never in two parts.
    assert "part" not in run("explain", folder, "item/1.html", "item/2.html").out.replace("No --finer parts them", "")
    assert json.loads(run("explain", folder, "item/1.html", "post/1.html", "--json").out)["join"] is None


def test_a_name_of_a_group_stands_for_its_typical_page(run: Run, folder: Path) -> None:
    shown = run("explain", folder, "/item/*.html", "/post").out
    assert shown.startswith("apart, in g")
    assert "/item/*.html and g" in shown
    ended = run("explain", folder, "/item/*.html", "g")
    assert (ended.code, ended.out) == (2, "")
    assert "g: no page has this URL or path or one that ends so, but 2 groups may be meant: g" in ended.err


def test_it_is_said_which_pages_are_meant(run: Run, folder: Path) -> None:
    typical = {json.loads(run("template", folder, name, "--json").out)["example"] for name in ("/item/", "/post/")}
    lines = run("explain", folder, "/item/*.html", "/post").out.splitlines()
    assert {line[3:] for line in lines if line[:3] in ("A: ", "B: ")} == typical
    assert max(map(len, lines[:5])) < 120
    assert set(json.loads(run("explain", folder, "/item/*.html", "/post", "--json").out)["addresses"]) == typical


def test_a_page_and_itself_are_said_to_be_one(run: Run, folder: Path) -> None:
    shown = run("explain", folder, "/item", "/item").out
    assert "bits on the page, counted twice." in shown
    assert "A and B are one and the same page." in shown
    assert json.loads(run("explain", folder, "/item", "/item", "--json").out)["one_page"] is True
    assert "same page" not in run("explain", folder, "item/1.html", "item/2.html").out


@pytest.mark.parametrize("ending", ["item/11.html", "/11.html", "11.html", "…tem/11.html"])
def test_a_page_is_found_by_how_its_address_ends(run: Run, folder: Path, ending: str) -> None:
    (folder / "post" / "11.html").unlink()
    shown = run("explain", folder, ending, "…ost/1.html").out
    assert "A: item/11.html\nB: post/1.html\n" in shown


def test_pages_that_end_the_same_are_listed(run: Run, folder: Path) -> None:
    for ending in ("7.html", "…/7.html"):
        ended = run("explain", folder, ending, "item/1.html")
        assert (ended.code, ended.out) == (2, "")
        assert re.search(rf"{ending}: 2 pages end so: item/7.html in g\w+; post/7.html in g", ended.err)
    # Not in the middle of a word, unless somebody says so.
    assert "no page" in run("explain", folder, ".html", "item/1.html").err
    assert "no page" in run("explain", folder, "…", "item/1.html").err
    assert "24 pages end so" in run("explain", folder, "….html", "item/1.html").err


def test_the_name_of_a_group_goes_before_endings(run: Run, folder: Path) -> None:
    (folder / "x" / "item").mkdir(parents=True)
    (folder / "x" / "item" / "*.html").write_text(POST.format(1, frame=FRAME))
    assert "A: item/" in run("explain", folder, "/item/*.html", "post/1.html").out


def test_near_pages_and_some_groups_are_offered_where_nothing_fits(run: Run, folder: Path) -> None:
    (folder / "item" / "hatchet.html").write_text(ITEM.format(1, "", frame=FRAME))
    for wrong in ("item/hachet.html", "hatchet", "https://shop.example/HATCHET.HTML"):
        said = run("explain", folder, "item/0.html", wrong).err
        assert "pages like it: item/hatchet.html; there are g" in said
        assert "/item/*.html; g" in said
    assert "pages like it" not in run("explain", folder, "item/0.html", "zzzzzzzzz").err


def test_a_cut_is_told_beside_the_uncut_groups(run: Run, folder: Path) -> None:
    plain = run("explain", folder, "item/0.html", "post/1.html").out
    shown = run("explain", folder, "item/0.html", "post/1.html", "--coarser", "1000").out
    first, second, rest = shown.split("\n", 2)
    assert re.fullmatch(r"With --coarser 1000: together in g\w+ .+\.", first)
    assert second == "Without that cut, which all bits below speak of:"
    assert rest == plain
    shown = run("explain", folder, "item/0.html", "item/1.html", "--finer", "1000").out
    assert re.match(r"With --finer 1000: apart, in g\w+ .+ and g", shown)
    assert "\ntogether in g" in shown
    finer = json.loads(run("explain", folder, "item/0.html", "item/1.html", "--finer", "1000", "--json").out)
    assert (finer["together"], finer["together_in_cut"]) == (True, False)
    # A group of the cut stands for its typical page.
    assert run("explain", folder, finer["cut_groups"][0], "post/1.html", "--finer", "1000").code == 0
    assert run("explain", folder, "item/0.html", "item/1.html", "--finer", "1", "--coarser", "1").code == 2


def test_a_cut_clustering_is_explained_by_its_uncut_groups(folder: Path) -> None:
    clustering = pm.cluster(pm.read(folder))
    plain, cut = (pm.explain(it, "item/1.html", "post/1.html") for it in (clustering, clustering.cut(-1000)))
    assert (cut.groups, cut.bits, cut.together) == (plain.groups, plain.bits, False)
    assert cut.together_in_cut
    assert plain.cut_groups == plain.groups


def test_what_a_class_of_body_costs_is_counted_with_body(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for page in folder.glob("*/*.html"):
        page.write_text(page.read_text().replace("<body ", "<body id=all "))
    clustering = pm.cluster(pm.read(folder))
    folded = pm.explain(clustering, "item/1.html", "item/2.html")
    monkeypatch.setattr(reasons, "_folded", list)
    plain = pm.explain(clustering, "item/1.html", "item/2.html")
    assert sum(it.bits for it in folded.reasons) == pytest.approx(sum(it.bits for it in plain.reasons))
    before, after = ({it.path: it.bits for it in found.reasons} for found in (plain, folded))
    # All pages of the site have the id, only those of the group the class.
    assert before.keys() - after.keys() == {"html/body/#all"}
    assert before["html/body/#all"] < 0 < before["html/body/.item"]
    assert after["html/body"] == pytest.approx(before["html/body"] + before["html/body/#all"])


def test_what_weighs_nothing_is_left_out_of_tables(run: Run, folder: Path) -> None:
    for pair in (["item/0.html", "item/1.html"], ["item/1.html", "post/1.html"]):
        shown = run("explain", folder, *pair, "--top", "0").out
        assert not re.search(r"^ *[+-]0\.0 ", shown, re.MULTILINE)
        assert all(line.split()[-1].startswith("html") for line in shown.splitlines() if line.strip()[:1] in "+-")


def test_pages_that_go_by_the_same_are_listed(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    ended = run("explain", "item", "post", "1.html", "2.html")
    assert (ended.code, ended.out) == (2, "")
    assert "1.html: 2 pages go by this: item/1.html in g" in ended.err
    assert "; post/1.html in g" in ended.err
    shown = run("explain", "item", "post", "item/1.html", "post/2.html").out
    assert shown.startswith("apart, in g")
    # Of several captures in an archive each goes by its place.
    pages = [ITEM.format(1, "", frame=FRAME), POST.format(1, frame=FRAME), POST.format(2, frame=FRAME)]
    addresses = ["http://a.example/", "http://a.example/", "http://b.example/"]
    records = [record(url, page.encode()) for url, page in zip(addresses, pages, strict=True)]
    Path("a.warc.gz").write_bytes(pack(*records))
    ended = run("explain", "a.warc.gz", "http://a.example/", "http://b.example/")
    first, second = re.findall(r"(a\.warc\.gz:\d+) in g", ended.err)
    assert "http://a.example/: 2 pages go by this" in ended.err
    both = [run("explain", "a.warc.gz", place, "http://b.example/").out for place in (first, second)]
    assert ["Neither has anything that the other lacks." in it for it in both] == [False, True]
    assert "3 pages go by this" in run("explain", "a.warc.gz", "a.warc.gz", first).err


@pytest.mark.parametrize("by", ["all", "host"])
def test_captures_of_equal_structure_are_not_told_apart(run: Run, tmp_path: Path, by: str) -> None:
    item, *posts = ITEM.format(1, "", frame=FRAME), *(POST.format(number, frame=FRAME) for number in range(3))
    addresses = ["http://a.example/x", "http://b.example/", "http://b.example/", "http://b.example/x"]
    for again, code in ((posts[1], 0), (item, 2)):
        pages = [posts[0], posts[2], again, posts[0]]
        (tmp_path / "a.warc.gz").write_bytes(pack(*map(record, addresses, [page.encode() for page in pages])))
        assert run("explain", tmp_path / "a.warc.gz", *addresses[2:], "--by", by).code == code


def test_a_page_is_found_by_its_file_too(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run("explain", folder, "item/1.html", "post/1.html").out
    assert (
        run("explain", folder, folder / "item" / "1.html", folder / "item" / ".." / "post" / "1.html").out == expected
    )
    monkeypatch.chdir(folder / "item")
    assert run("explain", "..", "1.html", "../post/1.html").out == expected


def test_takes_the_filters_and_sources_of_cluster(run: Run, folder: Path) -> None:
    item, post = folder / "item", folder / "post"
    ended = run("explain", item, post, "--exclude", "^1[.]", item / "0.html", post / "2.html")
    assert ended.code == 0
    assert "no page has this URL" in run("explain", folder, "--include", "post/", "item/1.html", "post/1.html").err


def test_a_group_stands_for_its_typical_page(run: Run, folder: Path) -> None:
    first, second = {json.loads(line)["group"] for line in run("cluster", folder, "--json").out.splitlines()}
    found = json.loads(run("explain", folder, first[:6], second, "--json").out)
    assert set(found["groups"]) == {first, second}
    assert "2 groups may be meant" in run("explain", folder, "g", second).err
    assert "no page has this URL or path" in run("explain", folder, "", second).err


def test_explains_from_python_after_grouping(folder: Path) -> None:
    clustering = pm.cluster(pm.read(folder))
    assert not pm.explain(clustering, "item/1.html", "post/1.html").together


def test_a_host_alone_is_explained_by_its_own_groups(run: Run, tmp_path: Path) -> None:
    def site(host: str, pages: int) -> list[bytes]:
        kinds = {"item": ITEM, "post": POST}
        made = [(kind, f"http://{host}/{name}/{n}", n) for n in range(pages) for name, kind in kinds.items()]
        return [record(url, kind.format(n, "", frame=FRAME).encode()) for kind, url, n in made]

    both, alone = tmp_path / "both.warc.gz", tmp_path / "alone.warc.gz"
    # Mixed, so that a row of the host is another row of all.
    rows = [it for pair in zip(site("a.example", 9), site("b.example", 9), strict=True) for it in pair]
    both.write_bytes(pack(*rows))
    alone.write_bytes(pack(*site("b.example", 9)))

    def told(source: Path, one: str, other: str, *by: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(run("explain", source, one, other, "--json", *by).out)
        return found

    pairs = [
        ("http://b.example/item/1", "http://b.example/post/1"),
        ("http://b.example/item/1", "http://b.example/item/2"),
    ]
    for pair in pairs:
        here, there = told(both, *pair, "--by", "host"), told(alone, *pair)
        # Ids tell hosts apart; all else is as if there were no other host.
        same = here.keys() - {"groups", "cut_groups"}
        assert {key: here[key] for key in same} == {key: there[key] for key in same}
        rows_of = run("cluster", both, "--by", "host", "--json").out.splitlines()
        groups = {row["url"]: row["group"] for row in map(json.loads, rows_of)}
        assert here["groups"] == here["cut_groups"] == [groups[url] for url in pair]
    cut = told(both, *pairs[0], "--by", "host", "--coarser", "1000")
    assert (cut["together"], cut["together_in_cut"]) == (False, True)
    ended = run("explain", both, "http://a.example/item/1", "http://b.example/item/1", "--by", "host")
    assert (ended.code, ended.out) == (2, "")
    assert "pages of a.example and b.example: each host is grouped alone" in ended.err
    assert run("explain", both, *pairs[0], "--by", "nothing").code == 2


def test_a_collection_is_refused_with_a_hint(run: Run, folder: Path, tmp_path: Path) -> None:
    ended = run("explain", tmp_path / "kept.mold", "item/0.html", "item/1.html")
    assert ended.code == 2
    assert "give the sources that its pages came from" in ended.err


def test_an_unknown_page_is_named(run: Run, folder: Path) -> None:
    ended = run("explain", folder, "item/0.html", "nowhere.html")
    assert ended.code == 2
    assert "nowhere.html: no page has this URL or path" in ended.err


def test_groups_have_names_and_can_be_cut(run: Run, folder: Path) -> None:
    out = run("cluster", folder).out
    assert "/item/*.html" in out
    assert "/post/*.html" in out
    coarse = run("cluster", folder, "--coarser", "1000", "--json").out
    assert len({json.loads(line)["group"] for line in coarse.splitlines()}) == 1
    assert run("cluster", folder, "--coarser", "1", "--finer", "1").code == 2
    assert run("cluster", folder, "--finer", "1", "--method", "fingerprint").code == 2


def test_paths_are_told_on_narrow_terminals(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_FILE_WIDTH", 40)
    shown = run("explain", folder, "item/1.html", "post/1.html").out
    head, *rows = shown[shown.index("bits  ") :].splitlines()
    assert head.split()[-1] == "path"
    assert all(len(line) <= 40 for line in rows)
    assert sum("html" in line for line in rows) > 3
