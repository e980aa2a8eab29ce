"""The whole life of a collection, typed as a user would."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import pagemold as pm
from pagemold.cli import main
from pagemold.keeping import create_mold
from tests.archives import pack, record, shop
from tests.cli.conftest import Run
from tests.groups.test_grammar import shop as shop_pages

PAGES = shop_pages("item", 12) + shop_pages("list", 12)


@pytest.fixture
def mold(run: Run, crawl: Path) -> Path:
    target = crawl.with_name("shop.mold")
    done = run("cluster", crawl, "-o", target)
    assert (done.code, done.err.splitlines()[-1]) == (0, f"pagemold: wrote 6 rows to {target}")
    assert done.out.splitlines()[1].split()[1] == "3"
    return target


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_add_says_what_became_of_the_pages(run: Run, mold: Path, crawl: Path, tmp_path: Path) -> None:
    assert "0 pages added · 6 known already" in run("add", mold, crawl).err
    other = b"<html><body><table><tr><td><ul><li></ul></table></body></html>"
    more = tmp_path / "more.warc.gz"
    more.write_bytes(pack(record("http://shop.example/9", shop("9")), record("http://new.example/", other)))
    done = run("add", mold, more)
    assert done.code == 0
    assert "2 pages added · 1 joined a template · 1 grouped into 1 new template" in done.err


def test_similar_by_file_url_number_and_pipe(
    run: Run, mold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(shop("7"))
    found = lines(run("similar", mold, page, "-k", "2", "--json").out)
    assert [(it["url"], it["score"]) for it in found] == [
        ("http://shop.example/0", 1.0),
        ("http://shop.example/1", 1.0),
    ]
    assert {"url", "path", "score", "group"} <= found[0].keys()
    by_url = run("similar", mold, "http://shop.example/0", "-k", "1")
    assert by_url.out == run("similar", mold, "0", "-k", "1").out
    head, line = by_url.out.splitlines()
    assert head.split() == ["score", "template", "page"]
    assert line.startswith(f"1.0000  {name_of(run, mold, found[0])}  http://")
    by_trees = lines(run("similar", mold, page, "--measure", "tree-edit", "-k", "1", "--json").out)
    assert (by_trees[0]["url"], by_trees[0]["score"]) == ("http://shop.example/0", 1.0)
    assert run("similar", mold, page, "--measure", "jaccard", "--thorough").code == 0
    command = [sys.executable, "-m", "pagemold", "similar", str(mold), "-", "-k", "1", "--json"]
    piped = subprocess.run(command, input=shop("7"), capture_output=True, check=True)
    assert lines(piped.stdout.decode())[0]["url"] == "http://shop.example/0"


def test_a_question_loads_nothing_heavy(mold: Path) -> None:
    heavy = ("pyarrow", "rich", "numpy", "typer", "pydantic")
    code = f"import sys, pagemold.cli as cli; cli.main(sys.argv[1:]); print({{*{heavy}}} & {{*sys.modules}})"
    command = [sys.executable, "-c", code, "similar", str(mold), "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["similar", "MOLD", "http://nowhere.example/"], "no page of"),
        (["similar", "MOLD", "0", "--measure", "x"], "no such measure"),
        (["similar", "nothing.mold", "0"], "no such collection"),
        (["decide", "MOLD", "name", "f"], "name wants"),
        (["decide", "MOLD", "think", "f"], "no such decision"),
        (["decide", "MOLD", "lock", "zzz"], "no such template"),
        (["export", "MOLD", "-o", "x.txt"], "must end in"),
        (["regroup", "MOLD", "-m", "guess"], "no such method"),
    ],
)
def test_wrong_calls_get_one_line(run: Run, mold: Path, words: list[str], said: str) -> None:
    done = run(*(str(mold) if word == "MOLD" else word for word in words))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ["--coarser", "20"],
            "--coarser: a collection cannot store a cut; leave --coarser out, and `pagemold decide MOLD ",
        ),
        (["--coarser", "20"], "decide MOLD merge` does it for good; or -o NAME.parquet, .jsonl or .csv writes"),
        (["--finer", "5"], "`pagemold decide MOLD split`"),
        (["--by", "host"], "--by: a collection is grouped by the method's own settings"),
        (["-m", "links", "--cut-off", "3"], "--cut-off: a collection is grouped by the method's own settings"),
    ],
)
def test_what_a_collection_does_not_keep_is_refused_by_name(
    run: Run, tmp_path: Path, given: list[str], said: str
) -> None:
    (tmp_path / "page.html").write_bytes(shop("new"))
    done = run("cluster", tmp_path / "page.html", *given, "-o", tmp_path / "new.mold")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not (tmp_path / "new.mold").exists()


def name_of(run: Run, mold: Path, row: dict[str, object]) -> str:
    """What `info` calls the template of a row."""
    (called,) = (
        it["called"] for it in json.loads(run("info", mold, "--json").out)["largest"] if it["id"] == row["group"]
    )
    return str(called)


def test_classify(run: Run, mold: Path, tmp_path: Path) -> None:
    (tmp_path / "new.html").write_bytes(shop("new"))
    (tmp_path / "other.html").write_text("<html><body>" + "<ol><li><b></b></ol>" * 9)
    done = run("classify", mold, tmp_path / "new.html", tmp_path / "other.html", "--json")
    first, second = lines(done.out)
    assert (first["path"], first["score"], second["group"]) == ("new.html", 1.0, None)
    assert first["group"] == lines(run("similar", mold, "0", "--json").out)[0]["group"]
    assert "2 pages · 1 of a known template" in done.err
    told = run("classify", mold, tmp_path / "new.html", tmp_path / "other.html").out.splitlines()
    assert [line.split()[0] for line in told] == ["score", "1.0000", "-"]
    assert told[0].index("template") == told[1].index(name_of(run, mold, first)) == told[2].rindex("- ")
    assert run("decide", mold, "name", first["group"], "product").code == 0
    told = run("classify", mold, tmp_path / "new.html").out.splitlines()
    assert told[1].split() == ["1.0000", "product", "new.html"]


def test_no_pages_are_said_to_be_none(run: Run, mold: Path, crawl: Path, tmp_path: Path) -> None:
    ended = run("classify", mold, crawl, "--status", "500")
    assert (ended.code, ended.out) == (0, "")
    assert "no pages to classify · 7 records passed over (status" in ended.err
    (tmp_path / "empty").mkdir()
    for words in (["classify", mold, tmp_path / "empty"], ["template", tmp_path / "empty", "g"]):
        ended = run(*words)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.endswith("empty: no HTML page and no archive in this folder\n")
        assert ended.err.count("\n") == 1
    for words in (["template", crawl, "g"], ["explain", crawl, "a", "b"]):
        ended = run(*words, "--status", "500")
        assert ended.code == 2
        assert "there are no pages in the sources · " in ended.err


def test_info_and_export(run: Run, mold: Path, tmp_path: Path) -> None:
    shown = run("info", mold).out
    assert "6, 1 without a template" in shown
    assert "2 by grammar, 0 decisions of people" in shown
    assert "3 distinct structures (binary_branches), 42 bands of 3 rows, 1 segment\n" in shown
    told = json.loads(run("info", mold, "--json").out)
    assert (told["pages"], told["templates"], told["segments"]) == (6, 2, 1)
    for name in ("x.parquet", "x.jsonl", "x.csv"):
        assert run("export", mold, "-o", tmp_path / name).code == 0
    table = pq.read_table(tmp_path / "x.parquet")
    assert table["group"].null_count == 1
    assert table["url"].to_pylist() == [it["url"] for it in lines((tmp_path / "x.jsonl").read_text())]


def test_rows_have_the_names_that_people_are_shown(run: Run, mold: Path, crawl: Path, tmp_path: Path) -> None:
    def told() -> list[dict[str, str | None]]:
        assert run("export", mold, "-o", tmp_path / "x.jsonl").code == 0
        kinds = ((tmp_path / "x.jsonl").read_text(), run("classify", mold, crawl, "--json").out)
        near = run("similar", mold, "0", "--json").out
        exported, classified, similar = (
            {it["group"]: it["group_name"] for it in lines(text)} for text in (*kinds, near)
        )
        assert exported == classified
        assert similar.items() <= exported.items()
        return [exported, {it["id"]: it["called"] for it in json.loads(run("info", mold, "--json").out)["largest"]}]

    exported, shown = told()
    assert exported == shown | {None: None}
    assert all(shown.values())
    template = next(iter(shown))
    assert run("decide", mold, "name", template, "product").code == 0
    assert told() == [exported | {template: "product"}, shown | {template: "product"}]


def test_decisions_and_regrouping(run: Run, mold: Path) -> None:
    template = json.loads(run("info", mold, "--json").out)["largest"][0]["id"]
    assert run("decide", mold, "name", template, "product").code == 0
    assert run("decide", mold, "split", "product", "http://shop.example/1").code == 0
    assert run("decide", mold, "lock", "product").code == 0
    assert (
        run("regroup", mold).err == "pagemold: 0 pages moved · 1 template kept · 0 templates born · 0 templates gone\n"
    )
    assert "product" in run("similar", mold, "0").out
    assert [line.split()[1] for line in run("decide", mold, "list").out.splitlines()] == ["name", "split", "lock"]


def test_diff_exits_with_one_on_change(run: Run, mold: Path, tmp_path: Path) -> None:
    assert run("diff", mold, mold).code == 0
    (tmp_path / "new.html").write_bytes(shop("new"))
    other = tmp_path / "other.mold"
    run("cluster", tmp_path / "new.html", "-o", other)
    done = run("diff", mold, other)
    assert done.code == 1
    assert [line.split()[0] for line in done.out.splitlines()] == ["change", "died"]
    assert lines(run("diff", mold, other, "--json").out)[0]["kind"] == "died"


def test_diff_tells_names_and_classes(run: Run, tmp_path: Path) -> None:
    for name, pages in {"old": PAGES, "new": [page.replace("class=", "class=new-") for page in PAGES]}.items():
        (tmp_path / name).mkdir()
        for number, page in enumerate(pages):
            (tmp_path / name / f"{'item' if number < 12 else 'list'}-{number}.html").write_text(page)
        run("cluster", tmp_path / name, "-o", tmp_path / f"{name}.mold")
    done = run("diff", tmp_path / "old.mold", tmp_path / "new.mold")
    assert done.code == 1
    assert "12 → 12  1.000    0." in done.out
    assert " /item-*.html  " in done.out
    assert "  - html/body/.list and 10 more\n" in done.out
    assert "2 templates with 24 pages kept the tags and changed the classes: classify by the old" in done.err
    row = lines(run("diff", tmp_path / "old.mold", tmp_path / "new.mold", "--json").out)[0]
    assert row["old_name"] == row["new_name"]
    assert float(str(row["classes"])) < 0.5


def test_diff_of_a_banner_renames_no_class(run: Run, tmp_path: Path) -> None:
    create_mold(tmp_path / "old.mold", PAGES)
    create_mold(
        tmp_path / "new.mold",
        [page.replace("<div class=top>", "<div class=cookie></div><div class=top>") for page in PAGES],
    )
    done = run("diff", tmp_path / "old.mold", tmp_path / "new.mold")
    assert done.code == 1
    assert done.out.count("  + html/body/div.cookie\n") == 2
    assert "changed the classes" not in done.err
    done = run("diff", tmp_path / "old.mold", tmp_path / "new.mold", "--same", "0.5")
    assert (done.code, done.out) == (0, "")


def test_diff_says_what_too_few_pages_leave_open(run: Run, tmp_path: Path) -> None:
    page = "<html><body>" + "".join(f"<p class=a{letter}><b></b></p>" for letter in "bcdefghijklmnopqrstuvwxyz")
    create_mold(tmp_path / "old.mold", [page])
    create_mold(tmp_path / "new.mold", [page + "<p class=cookie>"])
    done = run("diff", tmp_path / "old.mold", tmp_path / "new.mold")
    assert done.code == 0
    assert "1 template has paths that went or came on too few pages to tell: --same 1 shows all" in done.err
    assert run("diff", tmp_path / "old.mold", tmp_path / "new.mold", "--same", "1").code == 1


def test_diff_says_where_only_tags_are_compared_and_why(run: Run, mold: Path, crawl: Path, tmp_path: Path) -> None:
    assert "only tags" not in run("diff", mold, mold).err
    other = tmp_path / "other.mold"
    run("cluster", crawl, "-m", "fingerprint", "-o", other)
    assert "no template was born" in (said := run("diff", other, other).err)
    assert said.count(f"only tags were compared: {other} was grouped by fingerprint, not by grammar") == 1
    assert "OLD was grouped" not in said
    assert "OLD was grouped by grammar, NEW by fingerprint" in run("diff", mold, other).err


def test_verify_and_compact(run: Run, mold: Path, crawl: Path) -> None:
    assert run("compact", mold).code == 0
    assert run("verify", mold).err == f"pagemold: {mold}: sound\n"
    (segment,) = (mold / "segments").iterdir()
    whole = segment.read_bytes()
    segment.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    damaged = run("verify", mold)
    assert damaged.code == 2
    assert segment.name in damaged.err


def test_a_collection_is_not_overwritten(run: Run, mold: Path, crawl: Path) -> None:
    done = run("cluster", crawl, "-o", mold)
    assert done.code == 4
    assert "pagemold add" in done.err


def test_structural_only_is_for_collections(run: Run, crawl: Path, tmp_path: Path) -> None:
    assert run("cluster", crawl, "--structural-only").code == 2
    assert run("cluster", crawl, "--structural-only", "-o", tmp_path / "s.mold").code == 0
    assert "structural_branches" in run("info", tmp_path / "s.mold").out


def test_a_collection_of_nothing_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, mold = tmp_path / "empty", tmp_path / "x.mold"
    empty.mkdir()
    assert main(["cluster", str(empty), "-o", str(mold)]) == 2
    assert "no HTML page and no archive" in capsys.readouterr().err
    assert not mold.exists()
    (empty / "a.html").write_text("<html><body><p>x</p></body></html>")
    assert main(["cluster", str(empty), "-o", str(mold), "-q"]) == 0
    assert mold.exists()


def test_an_empty_collection_is_said_to_be_empty_and_taken_over(run: Run, crawl: Path, tmp_path: Path) -> None:
    mold, nothing = tmp_path / "empty.mold", tmp_path / "nothing"
    create_mold(mold, [])
    asked = run("classify", mold, crawl)
    assert (asked.code, asked.out) == (2, "")
    assert "empty.mold: is empty" in asked.err
    # What was there before is not removed, though nothing can be read.
    nothing.mkdir()
    assert run("cluster", nothing, "-o", mold).code == 2
    assert mold.exists()
    assert run("cluster", crawl, "-o", mold).code == 0
    assert "6, 1 without a template" in run("info", mold).out
    plain = tmp_path / "plain.mold"
    create_mold(plain, ["only words"])
    assert "plain.mold: has no page with a template" in run("classify", plain, crawl).err


SORRY = "<html><body class=error><h1>Sorry</h1><p>Nothing is here any more, please look elsewhere for it.</body></html>"
ITEM = "<html><body><article class=item><h1>Item {0}</h1><p>{1}</p><table><tr><td>{0}</table></article></body></html>"


def test_a_collection_shows_the_typical_page_as_cluster_does(run: Run, tmp_path: Path) -> None:
    pages, mold = tmp_path / "pages", tmp_path / "kept.mold"
    pages.mkdir()
    for number in range(8):
        more = "<aside class=odd><em>one</em><b>more</b></aside>" * (number == 0)
        (pages / f"{number}.html").write_text(ITEM.format(number, "text").replace("</article>", f"{more}</article>"))

    def example(shown: str) -> str:
        return shown.splitlines()[1].split()[-1]

    assert example(run("cluster", pages).out) == example(run("cluster", pages, "-o", mold).out) == "1.html"
    (id,) = (it["id"] for it in json.loads(run("info", mold, "--json").out)["largest"])
    assert "\nexample: 1.html\n" in run("template", mold, id).out
    # A page that a person gave to another template is no example of this one.
    assert run("decide", mold, "split", id, "1.html").code == 0
    assert "\nexample: 0.html\n" in run("template", mold, id).out
    # Grouping anew finds another.
    assert run("regroup", mold).code == 0
    assert "\nexample: 2.html\n" in run("template", mold, id).out


def test_a_collection_shows_names_and_stubs_as_cluster_does(run: Run, tmp_path: Path) -> None:
    pages, mold = tmp_path / "pages", tmp_path / "kept.mold"
    for number in range(8):
        for folder, text in (("item", ITEM.format(number, f"w{number} " * 500)), ("gone", SORRY)):
            (pages / folder).mkdir(parents=True, exist_ok=True)
            (pages / folder / f"{number}.html").write_text(text)
    plain = run("cluster", pages).out
    assert "/gone/*.html (stub)" in plain
    kept = run("cluster", pages, "-o", mold).out
    names = [[line.split()[0], line.split()[3]] for line in plain.splitlines()]
    assert [[line.split()[0], line.split()[3]] for line in kept.splitlines()] == names
    stub = next(line.split()[0] for line in plain.splitlines() if "(stub)" in line)
    assert f"8 {stub} /gone/*.html (stub)" in run("info", mold).out
    assert run("template", mold, stub).out.startswith(f"{stub} /gone/*.html: 8 pages, stub\nexample: gone/0.html\n")
    largest = {it["id"]: it for it in json.loads(run("info", mold, "--json").out)["largest"]}
    assert (largest[stub]["name"], largest[stub]["called"], largest[stub]["flags"]) == (None, "/gone/*.html", ["stub"])
    assert run("decide", mold, "name", stub, "sorry").code == 0
    assert f"8 {stub} sorry (stub)" in run("info", mold).out
    # By another method nothing is known of stubs, nor are there names; by the first they come back.
    assert "moved" in run("regroup", mold, "-m", "fingerprint").err
    assert "(stub)" not in run("info", mold).out
    run("regroup", mold, "-m", "grammar")
    assert "sorry (stub)" in run("info", mold).out
    assert "/item/*.html" in run("info", mold).out
    more = tmp_path / "more" / "item"
    more.mkdir(parents=True)
    for number in range(6):
        (more / f"{number}.html").write_text(f"<ul class=list><li><b class=x>{number}</b><ol><li>1</ol></ul><p>a<p>b")
    run("add", mold, more.parent)
    assert "/item/*.html .list" in run("info", mold).out


def test_what_is_found_to_be_a_stub_is_counted(tmp_path: Path) -> None:
    pages, more = tmp_path / "pages", tmp_path / "more"
    item = {"item": ITEM.format("{0}", "word{0} " * 500)}
    pages_of(pages, item, range(8))
    assert create_mold(tmp_path / "kept.mold", pm.read(str(pages))).summary.flags == {}
    pages_of(more, {"gone": SORRY, **item}, range(8, 16))
    with pm.open(str(tmp_path / "kept.mold")) as mold:
        added = mold.add(pm.read(str(more)))
    assert (added.assigned, added.grouped, added.summary.flags) == (8, 8, {"stub": 8})


def test_pages_that_join_a_stub_are_stubs_unless_they_have_much_to_say(run: Run, tmp_path: Path) -> None:
    pages, mold, more = tmp_path / "pages", tmp_path / "kept.mold", tmp_path / "more"
    pages_of(pages, {"gone": SORRY, "item": ITEM.format("{0}", "word{0} " * 500)}, range(8))
    assert run("cluster", pages, "-o", mold).code == 0
    stub = names_of(run, mold)["/gone/*.html"]
    pages_of(more, {"gone": SORRY, "item": ITEM.format("{0}", "word{0} " * 500)}, range(8, 20))
    (more / "gone" / "long.html").write_text(SORRY.replace("here", " ".join(f"word{n}" for n in range(900))))

    def flags(shown: str) -> dict[str, object]:
        return {str(it["path"]): it["flags"] for it in lines(shown) if it["group"] == stub}

    said = flags(run("classify", mold, more, "--json").out)
    assert said == {f"gone/{number}.html": ["stub"] for number in range(8, 20)} | {"gone/long.html": []}
    assert "25 joined a template · flags: stub 12 · " in run("add", mold, more).err
    assert f"21 {stub} /gone/*.html (stub)" in run("info", mold).out
    assert run("export", mold, "-o", tmp_path / "kept.jsonl").code == 0
    kept = flags((tmp_path / "kept.jsonl").read_text())
    assert {path: kept[path] for path in said} == said
    assert list(kept.values()).count(["stub"]) == 20
    # What is known already is not told anew, and the template goes on being one of stubs.
    assert run("add", mold, more).code == run("regroup", mold).code == 0
    assert f"21 {stub} /gone/*.html (stub)" in run("info", mold).out


KINDS = {
    "item": "<body class=item><h1 class=title>{0}</h1><table class=facts><tr><td>{0}</table><p class=price>{0}</p>",
    "post": "<body class=post><article class=entry><h2>{0}</h2><p>{0}<p>{0}</article><ol class=notes><li>{0}</ol>",
    "club": "<body class=club><main class=stage><h3 class=act>{0}</h3><ul class=band><li class=who>{0}</ul></main>",
}


def pages_of(folder: Path, kinds: dict[str, str], numbers: range = range(6)) -> Path:
    for kind, page in kinds.items():
        (folder / kind).mkdir(parents=True)
        for number in numbers:
            (folder / kind / f"{number}.html").write_text(page.format(number))
    return folder


def names_of(run: Run, mold: Path) -> dict[str, str]:
    """The ids of templates by what they are called."""
    return {it["called"]: it["id"] for it in json.loads(run("info", mold, "--json").out)["largest"]}


def test_a_template_goes_by_id_name_or_how_these_begin_even_where_it_was_merged(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", KINDS), "-o", mold)
    found = names_of(run, mold)
    item, post = found["/item/*.html"], found["/post/*.html"]
    for given in (item, item[:6], "/item/*.html", "/item"):
        assert run("template", mold, given).out.startswith(f"{item} /item/*.html: 6 pages")
    assert run("decide", mold, "name", "/item/*.html", "things").code == 0
    assert run("decide", mold, "merge", "thing", "/post/*.html").code == 0
    for given in ("things", item, post, post[:6], "/post/*.html"):
        assert run("template", mold, given).out.startswith(f"{item} things: 12 pages")
    assert "no such template" in run("template", mold, "nothing").err
    for given in ("", "g"):
        ended = run("template", mold, given)
        assert (ended.code, ended.out) == (2, "")
    said = "g: 2 templates may be meant: "
    assert said in ended.err
    assert f"{item} things" in ended.err
    assert f"{found['/club/*.html']} /club/*.html" in ended.err
    assert said in run("decide", mold, "lock", "g").err


def test_nothing_is_decided_by_a_part_from_inside_and_what_is_meant_is_said(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", KINDS), "-o", mold)
    item, post, club = (names_of(run, mold)[f"/{kind}/*.html"] for kind in ("item", "post", "club"))
    for part in (item[1:5], "item", "*.html"):
        ended = run("decide", mold, "name", part, "things")
        assert (ended.code, "no such template" in ended.err) == (2, True)
    assert run("template", mold, "item").code == 0
    assert run("template", mold, item[1:5]).code == 2
    for words, said in (
        (["name", item[:6], "things"], f"{item} /item/*.html is now called things"),
        (["lock", "/po"], f"{post} /post/*.html is locked"),
        (["merge", "/club", "/post"], f"{post} /post/*.html: is locked; unlock it first"),
        (["unlock", "/po"], f"{post} /post/*.html is unlocked"),
        (["merge", "thin", "/post", "/cl"], f"{post} /post/*.html, {club} /club/*.html now show as {item} things"),
        (["merge", "things", post], f"{post} is {item} things already"),
        (["split", "thing", "/2.html"], "/2.html: 3 pages end so: club/2.html; item/2.html; post/2.html"),
        (["split", "thing", "…lub/2.html"], f"1 page of {item} things is now s"),
        (["name", "things", ""], f"{item} things is now called /item/*.html"),
    ):
        assert said in run("decide", mold, *words).err


def test_it_is_said_how_many_templates_are_not_shown(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", KINDS), "-o", mold)
    assert run("info", mold, "--top", "1").out.endswith("… and 2 more templates (--top 0 shows all)\n")
    assert "more template" not in run("info", mold).out


def test_what_a_person_or_grouping_calls_a_template_no_other_is_called(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", {kind: KINDS[kind] for kind in ("item", "post")}), "-o", mold)
    ended = run("decide", mold, "name", "/item", "/post/*.html")
    assert ended.code == 2
    assert "grouping calls template" in ended.err
    assert run("decide", mold, "name", "/item", "/club/*.html").code == 0
    assert run("decide", mold, "lock", "/post").code == 0
    # A name of a person is not given to new groups, nor is that of a locked template when all are grouped anew.
    more = pages_of(tmp_path / "more", {"club": KINDS["club"]})
    pages_of(more, {"post": KINDS["club"].replace("stage", "ring").replace("act", "bout").replace("band", "crew")})
    run("add", mold, more)
    expected = {"/club/*.html", "/post/*.html", "/club/*.html .stage", "/post/*.html .ring"}
    assert set(names_of(run, mold)) == expected
    run("regroup", mold)
    assert set(names_of(run, mold)) == expected


def test_names_that_grouping_gave_stay_with_templates_that_are_renamed_or_merged(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", KINDS), "-o", mold)
    found = names_of(run, mold)
    assert run("decide", mold, "name", "/item", "things").code == 0
    ended = run("decide", mold, "name", "/club", "/item/*.html")
    assert ended.code == 2
    assert f"grouping calls template {found['/item/*.html']} so" in ended.err
    assert run("decide", mold, "name", "things", "").code == 0
    assert names_of(run, mold) == found
    assert run("decide", mold, "merge", "/item", "/post").code == 0
    assert run("decide", mold, "name", "/club", "/post/*.html").code == 2
    assert run("template", mold, "/post/*.html").out.startswith(f"{found['/item/*.html']} /item/*.html: 12 pages")
    assert run("decide", mold, "name", "/item", "/post/*.html").code == 0
    assert run("template", mold, "/post/*.html").out.startswith(f"{found['/item/*.html']} /post/*.html: 12 pages")


def test_names_that_an_older_version_gave_twice(run: Run, tmp_path: Path) -> None:
    mold = tmp_path / "kept.mold"
    run("cluster", pages_of(tmp_path / "pages", KINDS), "-o", mold)
    found = names_of(run, mold)
    item, post, club = (found[f"/{kind}/*.html"] for kind in ("item", "post", "club"))
    run("decide", mold, "name", "/item", "things")
    with closing(sqlite3.connect(mold / "pages.sqlite")) as connection, connection:
        connection.execute("UPDATE templates SET name = '/item/*.html' WHERE id = ?", (club,))
    ended = run("decide", mold, "name", "things", "")
    assert ended.code == 2
    assert f"/item/*.html: template {club} is called so" in ended.err
    with closing(sqlite3.connect(mold / "pages.sqlite")) as connection, connection:
        connection.execute("UPDATE templates SET name = '/post/*.html' WHERE id = ?", (club,))
    run("decide", mold, "merge", item, post)
    assert run("template", mold, "/post/*.html").out.startswith(f"{club} /post/*.html: 6 pages")


def test_a_template_beside_a_locked_one_of_the_same_addresses_keeps_its_name(run: Run, tmp_path: Path) -> None:
    sorry = "<body><main class=empty><h1>Sorry, not here</h1><p>{0}</main><ul class=more><li>a<li>b</ul>"
    pages_of(tmp_path / "pages", KINDS)
    for number in range(100, 103):
        (tmp_path / "pages" / "item" / f"{number}.html").write_text(sorry.format(number))
    mold = tmp_path / "kept.mold"
    run("cluster", tmp_path / "pages", "-o", mold)
    before = names_of(run, mold)
    assert "/item/*.html “Sorry, not here”" in before
    run("decide", mold, "lock", "/item/*.html")
    run("regroup", mold)
    assert names_of(run, mold) == before
