"""The corpus: labelling rules, what is left out, sampling, and a cache that never takes half for whole."""

import gzip
import random
import re
import shutil
import subprocess
import warnings
from pathlib import Path

import pytest

from bench import corpus
from bench.corpus import labels, packages

PAGE = b"<!DOCTYPE html><html><head><title>A page</title></head><body>" + b"<p>text</p>" * 40 + b"</body></html>"


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGEMOLD_CACHE", str(tmp_path))
    return tmp_path / "corpus"


@pytest.mark.parametrize(
    ("package", "path", "label"),
    [
        ("ant-doc", "usr/share/doc/ant/api/org/apache/tools/ant/Task.html", "javadoc17/class"),
        ("ant-doc", "usr/share/doc/ant/api/org/apache/tools/ant/class-use/Task.html", "javadoc17/class-use"),
        ("ant-doc", "usr/share/doc/ant/api/org/doc-files/Task.html", None),  # `-` comes first
        ("ant-doc", "usr/share/doc/ant/manual/Tasks/copy.html", "ant/task-manual"),
        ("ant-doc", "usr/share/doc/ant/manual/index.html", None),  # no rule
        ("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html/sql-select.html", "pg-docbook/refentry"),
        ("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html/sql-syntax.html", "pg-docbook/section"),
        ("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html/sql-commands.html", None),
        ("qtdeclarative5-doc-html", "usr/share/qt5/doc/qtquick/qml-item-members.html", "qdoc/members"),
        ("qtdeclarative5-doc-html", "usr/share/qt5/doc/qtquick/qml-item.html", "qdoc/qml-type"),
        ("scala-doc", "usr/share/doc/scala-2.11/api/library/scala/Option$.html", "scaladoc/entity"),
        ("libgtk-3-doc", "usr/share/doc/libgtk-3-doc/gtk-doc/html/gtk3/api-index-full.html", None),
        ("slurm-wlm-doc", "usr/share/doc/slurm-wlm/html/sbatch.html", "slurm/man"),  # of the unseen corpus
        ("slurm-wlm-doc", "usr/share/doc/slurm-wlm/html/overview.html", "slurm/page"),
        ("slurm-wlm-doc", "usr/share/doc/slurm-wlm/html/configurator.html", None),
        ("grass-doc", "usr/share/doc/grass-doc/html/topic_editing.html", "grass/topic"),
        ("grass-doc", "usr/share/doc/grass-doc/html/raster.html", "grass/index"),
        ("mockito-1", "org/mockito/class-use/Mock.html", "javadoc7/class-use"),  # of other registries
        ("mockito-1", "org/mockito/Mock.html", "javadoc7/class"),
        ("jquery-mobile", "package/dist/demos/faq/index.html", None),
    ],
)
def test_first_matching_rule_gives_the_label(package: str, path: str, label: str | None) -> None:
    assert labels.label_of(path, labels.rules()[package]) == label


@pytest.mark.parametrize(
    ("html", "stub"),
    [
        (b'<head><meta http-equiv="refresh" content="0; url=x.html">', True),
        (b"<META content='0' HTTP-EQUIV = Refresh>", True),
        (b'<noscript>\n<meta http-equiv="refresh" content="0; url=n.html"></noscript><p>a real page', False),
        (b'<noscript>x</noscript><meta http-equiv="refresh" content="0">', True),
        (b'<meta http-equiv="content-type" content="text/html">', False),
        (b"<p>&lt;meta http-equiv=refresh&gt;", False),
    ],
)
def test_only_pages_that_lead_elsewhere_are_stubs(html: bytes, stub: bool) -> None:
    assert labels.is_stub(html) is stub


def test_short_pages_stubs_links_and_unlabelled_pages_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "doc" / "html"
    folder.mkdir(parents=True)
    (folder / "b.html").write_bytes(PAGE)
    (folder / "a.html").write_bytes(PAGE + b"a")
    (folder / "short.html").write_bytes(b"<p>".ljust(299))
    (folder / "just-long-enough.html").write_bytes(b"<p>".ljust(300))
    (folder / "stub.html").write_bytes(b"<meta http-equiv=refresh content=0>" + PAGE)
    (folder / "link.html").symlink_to("a.html")
    (folder / "page.txt").write_bytes(PAGE)
    (tmp_path / "unlabelled.html").write_bytes(PAGE)
    rule = labels.Rule("x/y", re.compile(r"html/[^/]+\.html$"))
    found = [page for page, _ in labels.labelled("some-doc", tmp_path, [rule])]
    assert [page.path for page in found] == ["doc/html/a.html", "doc/html/b.html", "doc/html/just-long-enough.html"]
    assert {page.label for page in found} == {"x/y"}


def made_up(count: int, label: str = "x/y") -> list[labels.LabelledPage]:
    return [labels.LabelledPage("some-doc", f"{label}/{n}.html", label, Path("none"), 400) for n in range(count)]


def test_first_of_identical_pages_stays() -> None:
    one, two, three = made_up(3)
    assert labels.without_copies([(one, b"same"), (two, b"other"), (three, b"same")]) == [one, two]


def test_sampling_depends_on_paths_only() -> None:
    pages = made_up(60) + made_up(25, "enough") + made_up(24, "too few")
    chosen = labels.sample(pages, minimum=25, maximum=30)
    assert [sum(page.label == label for page in chosen) for label in ("x/y", "enough", "too few")] == [30, 25, 0]
    assert labels.sample(random.Random(7).sample(pages, len(pages)), minimum=25, maximum=30) == chosen


def test_sampling_takes_the_smallest_hashes() -> None:
    pages = made_up(60)
    left_out = set(pages) - set(chosen := labels.sample(pages, minimum=25, maximum=30))
    assert max(page.order for page in chosen) < min(page.order for page in left_out)
    assert pages[0].order == "a1c40733d4c218614aea19098f62ecb5875f4f5e"  # sha1 of some-doc/x/y/0.html, on any machine


def test_tables_agree() -> None:
    tables = [packages.table(), *map(packages.table, packages.OTHER_TABLES.values())]
    rules = labels.rules()
    assert [len(table) for table in tables] == [43, 50, 30, 15, 35]
    assert sum(map(len, tables)) == len(set().union(*tables)) == len(rules)
    assert set(rules) == set().union(*tables)
    found = [{rule.label for name in table for rule in rules[name]} - {labels.LEFT_OUT} for table in tables]
    assert [len(names) for names in found] == [89, 99, 93, 34, 102]


def test_packages_labelled_later_are_tiers_of_their_own() -> None:
    for name, table in packages.OTHER_TABLES.items():
        assert packages.tier(name) == sorted(packages.table(table))
        assert set(packages.tier(name)).isdisjoint(packages.tier("full"))


def test_small_tier_is_what_fits() -> None:
    known, small = packages.table(), packages.tier("small")
    assert len(small) == 28
    assert sum(known[name].archive_bytes for name in small) <= packages.SMALL_TIER_BYTES
    largest = max(known[name].archive_bytes for name in small)
    assert all(known[name].archive_bytes > largest for name in set(packages.tier("full")) - set(small))


def test_another_version_is_a_warning(cached: Path) -> None:
    unpacked = cached / "unpacked" / "git-doc_1:9.9-1"
    unpacked.mkdir(parents=True)
    with pytest.warns(corpus.VersionDrift, match="git-doc is at 1:9.9-1"):
        assert corpus.fetch("git-doc") == unpacked


@pytest.mark.parametrize(
    ("name", "table"), [("git-doc", packages.TABLE), ("netwox-doc", packages.OTHER_TABLES["unseen"])]
)
def test_recorded_version_is_no_warning(cached: Path, name: str, table: Path) -> None:
    unpacked = cached / "unpacked" / f"{name}_{packages.table(table)[name].version}"
    unpacked.mkdir(parents=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert corpus.fetch(name) == unpacked


def test_unseen_tier_keeps_smaller_labels(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = cached / "unpacked" / "netwox-doc_5" / "usr" / "share" / "doc" / "netwox-doc" / "tools"
    tools.mkdir(parents=True)
    for number in range(12):
        (tools / f"{number}.html").write_bytes(PAGE + b"%d" % number)
    monkeypatch.setattr(corpus, "tier", lambda name: ["netwox-doc"])
    with pytest.warns(corpus.VersionDrift):
        assert len(corpus.pages("unseen")) == 12
    with pytest.warns(corpus.VersionDrift):
        assert len(corpus.pages("full")) == 0


def test_package_without_rules_is_refused(cached: Path) -> None:
    with pytest.raises(corpus.CorpusError, match="no labelling rules for no-such-doc"):
        corpus.pages(packages=["no-such-doc"])


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny package of our own under a known name: 30 labelled pages, one of them compressed as Debian does."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("no dpkg-deb here")
    root = tmp_path_factory.mktemp("deb")
    pages = root / "tree" / "usr" / "share" / "doc" / "git-doc"
    pages.mkdir(parents=True)
    for number in range(29):
        (pages / f"git-{chr(97 + number // 26)}{chr(97 + number % 26)}.html").write_bytes(PAGE + b"%d" % number)
    (pages / "git-changelog.html.gz").write_bytes(gzip.compress(PAGE))
    (root / "tree" / "DEBIAN").mkdir()
    control = "Package: git-doc\nVersion: 1:0.1-1\nArchitecture: all\nMaintainer: nobody\nDescription: pages\n"
    (root / "tree" / "DEBIAN" / "control").write_text(control)
    built = root / "git-doc_1%3a0.1-1_all.deb"
    subprocess.run(["dpkg-deb", "-b", root / "tree", built], check=True, capture_output=True)
    return built


def test_half_download_is_not_taken_for_whole(cached: Path, deb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(arguments: list[str], where: Path, private_lists: bool = False) -> str:
        (where / deb.name).write_bytes(deb.read_bytes()[:500])
        return "Connection timed out"

    def arrives(arguments: list[str], where: Path, private_lists: bool = False) -> str:
        shutil.copy(deb, where)
        return ""

    monkeypatch.setattr(packages, "_apt_get", breaks_off)
    with pytest.raises(corpus.CorpusError, match="Connection timed out"):
        corpus.fetch("git-doc")
    assert not any((cached / "debs").iterdir())
    monkeypatch.setattr(packages, "_apt_get", arrives)
    with pytest.warns(corpus.VersionDrift):
        assert len(corpus.pages(packages=["git-doc"])) == 30


def test_package_lists_are_fetched_when_the_download_fails_without(
    cached: Path, deb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def without_system_lists(arguments: list[str], where: Path, private_lists: bool = False) -> str:
        calls.append((*arguments, private_lists))
        if not private_lists:
            return "Unable to locate package"
        if arguments[0] == "download":
            shutil.copy(deb, where)
        return ""

    monkeypatch.setattr(packages, "_apt_get", without_system_lists)
    with pytest.warns(corpus.VersionDrift):
        corpus.fetch("git-doc")
    assert calls == [("download", "git-doc", False), ("update", True), ("download", "git-doc", True)]


def test_half_unpack_is_not_taken_for_whole(cached: Path, deb: Path) -> None:
    debs, unpacked = cached / "debs", cached / "unpacked"
    debs.mkdir(parents=True)
    (unpacked / ".part-left-by-a-killed-process" / "files").mkdir(parents=True)
    (debs / deb.name).write_bytes(deb.read_bytes()[:-100])
    with pytest.raises(corpus.CorpusError, match="is damaged"):
        corpus.fetch("git-doc")
    assert [path.name for path in unpacked.iterdir()] == [".part-left-by-a-killed-process"]
    shutil.copy(deb, debs)
    with pytest.warns(corpus.VersionDrift):
        found = corpus.fetch("git-doc")
    assert found.name == "git-doc_1:0.1-1"
    assert (found / "usr/share/doc/git-doc/git-changelog.html").read_bytes() == PAGE
