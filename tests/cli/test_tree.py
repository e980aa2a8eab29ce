"""`pagemold cluster --tree`: hosts, templates and variants as lines, and as JSON."""

import json
from pathlib import Path

import pytest

from pagemold.cli import output
from pagemold.cli.shortened import cells
from pagemold.cli.tree import print_tree
from pagemold.clustering import Group, Host, HostTemplate, Variant
from pagemold.demo.site import Site
from tests.archives import pack, record
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site, path = Site(), tmp_path_factory.mktemp("demo") / "demo.warc.gz"
    path.write_bytes(pack(*(record(f"http://demo.example{it}", site.reply(it).body) for it in site.labels())))
    return path


def test_the_demo_site(run: Run, demo: Path) -> None:
    ended = run("cluster", demo, "--tree")
    assert ended.code == 0, ended.err
    first, *lines = ended.out.splitlines()
    assert first == f"demo.example  {len(Site().labels()):,} pages in 14 templates"
    product = next(at for at, line in enumerate(lines) if line.endswith("  /products/*"))
    assert lines[product].startswith("  gd5392ac4f7  120  ")
    assert any("with form.notify, without form.buy  http://demo" in line for line in lines[product + 1 :])
    assert any(line.split()[2:4] == ["/category/*", "http://demo.example/category/packs-bags?page=2"] for line in lines)
    assert "in 14 groups" in ended.err
    short = run("cluster", demo, "--tree", "--top", "2").out
    assert "  … and 12 more templates (--top 0 shows all)" in short
    # The cut of templates can be moved, and that of variants.
    assert "more variants" in run("cluster", demo, "--tree", "--variants", "20").out
    assert run("cluster", demo, "--tree", "--variants", "0").out.count("\n") == 15
    coarse = run("cluster", demo, "--tree", "--coarser", "1000", "--by", "host").out
    assert " in 14 templates" not in coarse.splitlines()[0]


@pytest.mark.parametrize("by", ["all", "host"])
def test_json_is_one_object_a_host(run: Run, demo: Path, crawl: Path, by: str) -> None:
    found = [json.loads(line) for line in run("cluster", demo, crawl, "--tree", "--json", "--by", by).out.splitlines()]
    assert [host["host"] for host in found] == ["demo.example", "blog.example", "shop.example"]
    assert (found[1]["pages"], found[1]["ungrouped"]) == (3, 1)
    for host in found:
        assert list(host) == ["host", "pages", "ungrouped", "templates"]
        assert host["pages"] - host["ungrouped"] == sum(template["pages"] for template in host["templates"])
        for template in host["templates"]:
            assert list(template) == ["group", "name", "pages", "flags", "example", "variants"]
            assert template["pages"] == sum(variant["pages"] for variant in template["variants"])
            assert all(list(it) == ["group", "pages", "example", "has", "lacks"] for it in template["variants"])


def test_pages_of_a_folder_have_no_host(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    assert run("cluster", tmp_path, "--tree").out.startswith("(pages without a host)  1 page in 1 template\n")
    assert json.loads(run("cluster", tmp_path, "--tree", "--json").out)["host"] is None


def test_what_cannot_be_is_refused_at_once(run: Run) -> None:
    assert (
        "--method links keeps no tree of groups; leave out --tree" in run("cluster", "-", "--tree", "-m", "links").err
    )
    assert "--variants is for --tree" in run("cluster", "-", "--variants", "3").err
    assert "--tree: a collection is grouped" in run("cluster", "-", "--tree", "-o", "new.mold").err


@pytest.mark.parametrize("width", [160, 80, 50, 30])
def test_lines_fit_and_text_from_the_web_is_harmless(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(output, "_FILE_WIDTH", width)
    path = "html/body/" + "/".join(f"div.宽{number}\x1b[31m" for number in range(30))
    some = [
        Variant(f"g{number}", 1, "http://[b]/\u202e" + "x" * 300, path if number % 2 else None, path)
        for number in range(9)
    ]
    group = Group("g0123456789", 1234567, 0.5, None, name="/products/*" * 30, flags=("stub",))
    hosts = [
        Host(f"h{number}", 9, (HostTemplate(group, 9, None, tuple(some)), HostTemplate(group, 1, "http://e", ())), 1)
        for number in range(4)
    ]
    print_tree(iter(hosts), 3)
    out = capsys.readouterr().out
    assert not {"\x1b", "\u202e"} & set(out)
    lines = out.splitlines()
    told = [line for line in lines if line.startswith("  ") and "… and" not in line]
    assert len(told) == 3 * (2 + 6)
    assert max(map(cells, told)) <= width
    assert lines[-1] == "… and 1 more host (--top 0 shows all)"
    assert out.count("… and 3 more variants, 3 pages (--top 0 shows all)") == 3
    print_tree(iter(hosts), 0)
    assert "more" not in capsys.readouterr().out


def test_marks_of_one_segment_are_told_by_where_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    here, there = "html/body/main/p/em.new", "html/body/nav.menu/p/em.new"
    variants = (Variant("g1", 3, None, here, there), Variant("g2", 2, None, there, here))
    template = HostTemplate(Group("g0", 5, 1.0, None), 5, None, variants)
    print_tree([Host("a", 5, (template,), 0)], top=0)
    said = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()[2:]]
    assert said == ["with main/p/em.new, without nav.menu/p/em.new", "with nav.menu/p/em.new, without main/p/em.new"]
