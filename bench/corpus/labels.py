"""From a package's files to labelled pages: path rules, what is left out, and which pages of a label are kept."""

import csv
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bench.corpus.packages import OTHER_TABLES

TABLES = [Path(__file__).with_name(name) for name in ("labels.tsv", *(f"{tier}-labels.tsv" for tier in OTHER_TABLES))]
LEFT_OUT = "-"
SMALLEST_PAGE = 300  # bytes; what is shorter has no structure to speak of

_NOSCRIPT = re.compile(rb"<noscript\b.*?</noscript\s*>", re.DOTALL | re.IGNORECASE)
_REFRESH = re.compile(rb"<meta\b[^>]*http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)


@dataclass(frozen=True)
class LabelledPage:
    """A real page and the template that made it. `path` is its path inside the package."""

    package: str
    path: str
    label: str
    file: Path
    size: int

    @property
    def url(self) -> str:
        """A made-up address, one host a package; `.example` can never be a real one."""
        return f"https://{self.package}.example/{quote(self.path)}"

    @property
    def order(self) -> str:
        """SHA-1 of package and path: the same arbitrary order everywhere, by which pages are chosen."""
        return hashlib.sha1(f"{self.package}/{self.path}".encode(), usedforsecurity=False).hexdigest()

    def read(self) -> bytes:
        """The page's bytes."""
        return self.file.read_bytes()


@dataclass(frozen=True)
class Rule:
    """Pages whose path matches `pattern` anywhere came from the template `label`."""

    label: str
    pattern: re.Pattern[str]


def rules() -> dict[str, list[Rule]]:
    """The rules of all tables by package, in their order."""
    found: dict[str, list[Rule]] = defaultdict(list)
    for table in TABLES:
        with table.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                found[row["package"]].append(Rule(row["label"], re.compile(row["pattern"])))
    return dict(found)


def label_of(path: str, package_rules: Iterable[Rule]) -> str | None:
    """The label of the first rule that matches; None when that is `-`, or when no rule matches."""
    for rule in package_rules:
        if rule.pattern.search(path):
            return None if rule.label == LEFT_OUT else rule.label
    return None


def is_stub(html: bytes) -> bool:
    """A page that only sends the browser elsewhere. A refresh for browsers without scripts does not make a stub."""
    return _REFRESH.search(_NOSCRIPT.sub(b"", html)) is not None


def labelled(package: str, root: Path, package_rules: list[Rule]) -> Iterator[tuple[LabelledPage, bytes]]:
    """Every page under `root` that a rule labels, in path order, with its bytes; short pages and stubs left out."""
    for path, file in sorted((file.relative_to(root).as_posix(), file) for file in _html_files(root)):
        label = label_of(path, package_rules)
        if label is None:
            continue
        html = file.read_bytes()
        if len(html) >= SMALLEST_PAGE and not is_stub(html):
            yield LabelledPage(package, path, label, file, len(html)), html


def _html_files(root: Path) -> Iterator[Path]:
    for file in root.rglob("*.html"):
        if file.is_file() and not file.is_symlink():  # a link is a copy under another name
            yield file


def without_copies(pages: Iterable[tuple[LabelledPage, bytes]]) -> list[LabelledPage]:
    """The first of each set of byte-identical pages."""
    first: dict[bytes, LabelledPage] = {}
    for page, html in pages:
        first.setdefault(hashlib.sha256(html).digest(), page)
    return list(first.values())


def sample(pages: Iterable[LabelledPage], minimum: int, maximum: int) -> list[LabelledPage]:
    """Labels with at least `minimum` pages, at most `maximum` of each, chosen by the hash of the path.

    The hash makes the choice independent of file order and stable when other pages come or go.
    """
    by_label: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        by_label[page.label].append(page)
    kept: list[LabelledPage] = []
    for label in sorted(by_label):
        if len(by_label[label]) >= minimum:
            kept += sorted(by_label[label], key=lambda page: page.order)[:maximum]
    return kept
