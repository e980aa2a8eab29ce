"""`python -m bench.corpus --tier small --index pages.tsv`: fetch a tier and list its labelled pages."""

import argparse
import csv
from pathlib import Path

from bench import corpus
from bench.corpus.packages import OTHER_TABLES


def write_index(pages: list[corpus.LabelledPage], target: Path) -> None:
    """One line a page: label, package, path inside the package, bytes, and the file in the cache."""
    with target.open("w", encoding="utf-8", newline="") as lines:
        rows = csv.writer(lines, delimiter="\t", lineterminator="\n")
        rows.writerow(["label", "package", "path", "bytes", "file"])
        rows.writerows([page.label, page.package, page.path, page.size, page.file] for page in pages)


def main() -> None:
    """Fetch, label, list."""
    parser = argparse.ArgumentParser(prog="python -m bench.corpus", description=__doc__)
    parser.add_argument("--tier", choices=("small", "full", *OTHER_TABLES), default="small")
    parser.add_argument("--package", action="append", metavar="NAME", help="this package instead of a tier; repeatable")
    parser.add_argument("--index", type=Path, metavar="TSV", help="write the list of pages here")
    given = parser.parse_args()
    pages = corpus.pages(given.tier, packages=given.package)
    if given.index:
        write_index(pages, given.index)
    labels = len({page.label for page in pages})
    megabytes = sum(page.size for page in pages) / 1e6
    print(f"{labels} labels, {len(pages):,} pages, {megabytes:.0f} MB")


if __name__ == "__main__":
    main()
