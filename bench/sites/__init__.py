"""Sites as blogs and manuals are made today: themes of others, writing of ours, each page with its template.

Takes names of sites, gives labelled pages from the cache, promises the same writing and labels for the same versions of
the generators, and never keeps a page or a theme in this repository.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from bench.corpus import LabelledPage
from bench.corpus.labels import Rule, labelled, without_copies
from bench.sites.build import SITES, built

__all__ = ["SITES", "pages", "rules"]

TABLE = Path(__file__).with_name("labels.tsv")


def rules() -> dict[str, list[Rule]]:
    """The rules of labels.tsv by site, in their order."""
    found: dict[str, list[Rule]] = defaultdict(list)
    with TABLE.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found[row["site"]].append(Rule(f"{row['site']}/{row['template']}", re.compile(row["pattern"])))
    return dict(found)


def pages(names: Iterable[str] = SITES) -> list[LabelledPage]:
    """Labelled pages of these sites, which are built on first use; templates with a single page count, too."""
    by_site = rules()
    return without_copies(page for name in names for page in labelled(name, built(name), by_site[name]))
