"""Packages of other registries: what is kept of an archive, what is refused, and that half is never taken for whole."""

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench import corpus
from bench.corpus import packages, registry

FILES = {"package/docs/a.html": b"<p>a", "package/b.js": b"1", "package/../../out.html": b"<p>out", "/c.html": b"<p>c"}


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGEMOLD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "registry"


def tar_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, html in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(html)
            archive.addfile(member, io.BytesIO(html))
        link = tarfile.TarInfo("package/link.html")
        link.type, link.linkname = tarfile.SYMTYPE, "docs/a.html"
        archive.addfile(link)
    return packed.getvalue()


def zip_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, html in files.items():
            archive.writestr(name, html)
    return packed.getvalue()


def leaves(monkeypatch: pytest.MonkeyPatch, name: str, archive: bytes) -> list[Sequence[str]]:
    """Every client leaves this file and succeeds; the commands it was called by."""
    calls: list[Sequence[str]] = []

    def run(command: Sequence[str], where: Path, may_fail: bool = False, **environment: str) -> str:
        calls.append(command)
        target = where / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive)
        return "metadata-generation-failed" if may_fail else ""

    monkeypatch.setattr(registry, "_run", run)
    return calls


def kept(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("source", "name", "archive", "asked"),
    [
        ("npm:@scope/name", "x.tgz", tar_of(FILES), "@scope/name@1.0"),
        ("maven:g:a:javadoc", "x.jar", zip_of(FILES), "-Dartifact=g:a:1.0:jar:javadoc"),
    ],
)
def test_only_pages_inside_the_archive_are_kept(
    cached: Path, monkeypatch: pytest.MonkeyPatch, source: str, name: str, archive: bytes, asked: str
) -> None:
    calls = leaves(monkeypatch, name, archive)
    found = registry.fetch("some", source, "1.0", hashlib.sha256(archive).hexdigest())
    assert found == cached / "some_1.0"
    assert kept(found) == {"package/docs/a.html": b"<p>a"}
    assert asked in calls[0]
    registry.fetch("some", source, "1.0", "not looked at again")
    assert len(calls) == 1
    assert not (cached.parent.parent / "out.html").exists()


def test_source_packages_are_taken_from_where_pip_unpacked_them(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = leaves(monkeypatch, "pip-download-x/some_123/doc/a.html", b"<p>a")
    assert kept(registry.fetch("some", "pypi:Some", "1.0", "0" * 64)) == {"doc/a.html": b"<p>a"}
    assert "--require-hashes" in calls[0]


def test_nothing_from_pip_is_an_error_with_its_words(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves(monkeypatch, "elsewhere/a.html", b"<p>a")
    with pytest.raises(corpus.CorpusError, match="metadata-generation-failed"):
        registry.fetch("some", "pypi:Some", "1.0", "0" * 64)


@pytest.mark.parametrize(
    ("source", "name", "archive", "said"),
    [
        ("npm:name", "x.tgz", b"half", "is not the one of the table"),
        ("npm:name", "x.txt", b"", "no archive appeared"),
        ("gopher:name", "x.tgz", b"", "no such registry"),
    ],
)
def test_other_archives_are_refused(
    cached: Path, monkeypatch: pytest.MonkeyPatch, source: str, name: str, archive: bytes, said: str
) -> None:
    leaves(monkeypatch, name, archive)
    with pytest.raises(corpus.CorpusError, match=said):
        registry.fetch("some", source, "1.0", "0" * 64)
    assert not list(cached.iterdir())


def test_damaged_archive_is_refused(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves(monkeypatch, "x.jar", b"damaged")
    with pytest.raises(corpus.CorpusError, match="some: maven:g:a:javadoc"):
        registry.fetch("some", "maven:g:a:javadoc", "1.0", hashlib.sha256(b"damaged").hexdigest())
    assert not list(cached.iterdir())


def test_client_that_is_not_there_or_fails_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(corpus.CorpusError, match="there is no no-such-client here"):
        registry._run(["no-such-client"], tmp_path)
    with pytest.raises(corpus.CorpusError, match="sh failed: because"):
        registry._run(["sh", "-c", "echo because >&2; exit 1"], tmp_path)
    assert registry._run(["sh", "-c", "echo because >&2; exit 1"], tmp_path, may_fail=True) == "because"
    assert registry._run(["sh", "-c", "echo $NAMED >&2; exit 1"], tmp_path, may_fail=True, NAMED="so") == "so"


def test_client_that_never_ends_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_PATIENCE", 0.1)
    with pytest.raises(corpus.CorpusError, match=r"sleep did not end within 0\.1 seconds"):
        registry._run(["sleep", "60"], tmp_path)


def test_rows_of_the_table_come_from_their_registry(cached: Path) -> None:
    for name, row in packages.table(packages.OTHER_TABLES["registry"]).items():
        assert row.source.split(":")[0] in ("npm", "maven", "pypi")
        ready = cached / f"{name}_{row.version}"
        ready.mkdir(parents=True)
        assert corpus.fetch(name) == ready
