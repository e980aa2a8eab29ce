"""The public corpus: real pages of documentation packages with the template each came from.

Takes a tier or package names, gives labelled pages from the cache, promises the same pages for the same package
versions on any machine, and never installs anything or fails because a package moved to a newer version.
"""

from collections.abc import Iterable

from bench.corpus.errors import CorpusError
from bench.corpus.labels import LabelledPage, labelled, rules, sample, without_copies
from bench.corpus.packages import Package, Tier, VersionDrift, fetch, table, tier

__all__ = ["CorpusError", "LabelledPage", "Package", "Tier", "VersionDrift", "fetch", "pages", "table", "tier"]

# Fewest pages of a label. Sites that nobody chose for their size have small templates too.
MINIMUM: dict[Tier, int] = {"small": 25, "full": 25, "unseen": 10, "fresh": 10, "latest": 10, "registry": 10}


def pages(
    size: Tier = "small", *, packages: Iterable[str] | None = None, minimum: int | None = None, maximum: int = 200
) -> list[LabelledPage]:
    """Labelled pages of a tier, or of the packages named, sorted by label and then by the hash of the path.

    >>> pages(packages=["docbook-xsl-doc-html"], maximum=50)  # doctest: +SKIP
    """
    chosen = sorted(packages) if packages is not None else tier(size)
    by_package = rules()
    unknown = [name for name in chosen if name not in by_package]
    if unknown:
        raise CorpusError(f"no labelling rules for {', '.join(unknown)}")
    found = (page for name in chosen for page in labelled(name, fetch(name), by_package[name]))
    return sample(without_copies(found), MINIMUM[size] if minimum is None else minimum, maximum)
