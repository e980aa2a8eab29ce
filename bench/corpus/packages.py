"""Documentation packages: which there are, and a package name turned into a folder of unpacked pages.

Nothing is installed: `apt-get download` and `dpkg-deb -x`, as root or not, into the cache. Packages that are not
Debian's come by `registry`.
"""

import csv
import gzip
import subprocess
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench import cache
from bench.corpus import registry
from bench.corpus.errors import CorpusError

Tier = Literal["small", "full", "unseen", "fresh", "latest", "registry"]

TABLE = Path(__file__).with_name("packages.tsv")
# Packages that were labelled after the method had been tuned on those of TABLE, in four turns.
OTHER_TABLES: dict[Tier, Path] = {
    "unseen": Path(__file__).with_name("unseen-packages.tsv"),
    "fresh": Path(__file__).with_name("fresh-packages.tsv"),
    "latest": Path(__file__).with_name("latest-packages.tsv"),
    "registry": Path(__file__).with_name("registry-packages.tsv"),
}
SMALL_TIER_BYTES = 40_000_000  # of .deb files: what CI may download in a minute


class VersionDrift(UserWarning):
    """The archive now carries another version than the one the table was made from; counts may differ a little."""


@dataclass(frozen=True)
class Package:
    """One row of packages.tsv or of OTHER_TABLES: the figures are those of `version` on the day the table was made."""

    package: str
    source: str  # "" is Debian; else npm:, maven: or pypi: and the name there
    site: str
    version: str
    archive_bytes: int
    html_files: int
    html_bytes: int
    labelled_pages: int
    labels: int
    sha256: str


def table(file: Path = TABLE) -> dict[str, Package]:
    """Every package of packages.tsv, or of one of OTHER_TABLES, by name."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["package"]: _package(row) for row in rows}


def _package(row: dict[str, str]) -> Package:
    return Package(
        package=row["package"],
        source=row.get("source", ""),
        site=row["site"],
        version=row["version"],
        archive_bytes=int(row.get("deb_bytes") or row["archive_bytes"]),
        html_files=int(row["html_files"]),
        html_bytes=int(row["html_bytes"]),
        labelled_pages=int(row["labelled_pages"]),
        labels=int(row["labels"]),
        sha256=row["sha256"],
    )


def tier(name: Tier) -> list[str]:
    """Package names of a tier: `full` is all that methods were tuned on, `small` the smallest ones of them that fit in
    40 MB together, those of OTHER_TABLES were labelled later."""
    if name in OTHER_TABLES:
        return list(table(OTHER_TABLES[name]))
    known = table()
    if name == "full":
        return list(known)
    chosen, total = [], 0
    for package in sorted(known.values(), key=lambda package: package.archive_bytes):
        total += package.archive_bytes
        if total > SMALL_TIER_BYTES:
            break
        chosen.append(package.package)
    return sorted(chosen)


def fetch(name: str) -> Path:
    """The folder with the package's files; downloads and unpacks what the cache does not hold yet.

    The folder is called NAME_VERSION and appears by one rename, so a half unpack is never taken for whole.
    """
    recorded = _recorded(name)
    if recorded is not None and recorded.source:
        return registry.fetch(name, recorded.source, recorded.version, recorded.sha256)
    home = cache.folder("corpus", "unpacked")
    ready = sorted(home.glob(f"{name}_*"))
    unpacked = ready[-1] if ready else _unpack(_download(name), home)
    version = unpacked.name.partition("_")[2]
    if recorded is not None and recorded.version != version:
        message = f"{name} is at {version}, the table was made from {recorded.version}: counts may differ a little"
        warnings.warn(message, VersionDrift, stacklevel=2)
    return unpacked


def _recorded(name: str) -> Package | None:
    """The row of a package, in whichever table it is."""
    return next((known[name] for known in map(table, [TABLE, *OTHER_TABLES.values()]) if name in known), None)


def _download(name: str) -> Path:
    """The .deb of a package. apt checks its bytes against the signed index, so no second check is made here."""
    debs = cache.folder("corpus", "debs")
    ready = sorted(debs.glob(f"{name}_*.deb"))
    if ready:
        return ready[-1]
    with cache.scratch(debs) as part:
        problem = _apt_get(["download", name], part)
        if problem:  # no package lists, or stale ones: fetch our own, which needs no root and leaves the system's alone
            _apt_get(["update"], part, private_lists=True)
            problem = _apt_get(["download", name], part, private_lists=True)
        found = list(part.glob("*.deb"))
        if problem or len(found) != 1:
            raise CorpusError(f"{name}: apt-get download failed: {problem or 'no .deb appeared'}")
        return found[0].rename(debs / found[0].name)


def _apt_get(arguments: list[str], where: Path, private_lists: bool = False) -> str:
    """Run apt-get in a folder; the last line of its complaint, or "" when it succeeded."""
    options = ["-q", "-o", "APT::Sandbox::User=root"]  # the sandbox user cannot write into our folder
    if private_lists:
        lists, archives = cache.folder("apt", "lists"), cache.folder("apt", "cache")
        for partial in (lists / "partial", archives / "archives" / "partial"):
            partial.mkdir(parents=True, exist_ok=True)
        options += ["-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache={archives}"]
    try:
        done = subprocess.run(["apt-get", *options, *arguments], cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "there is no apt-get here: the corpus needs a Debian or a Debian container"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]


def _unpack(deb: Path, home: Path) -> Path:
    with cache.scratch(home) as part:
        files = part / "files"
        try:
            subprocess.run(["dpkg-deb", "-x", deb, files], check=True, capture_output=True, text=True)
            asked = subprocess.run(["dpkg-deb", "-f", deb, "Version"], check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as error:
            raise CorpusError(f"{deb.name} is damaged, remove it from the cache: {error.stderr.strip()}") from error
        for packed in files.rglob("*.html.gz"):  # Debian compresses changelogs; a browser would see the page
            packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
            packed.unlink()
        return files.rename(home / f"{deb.name.partition('_')[0]}_{asked.stdout.strip()}")
