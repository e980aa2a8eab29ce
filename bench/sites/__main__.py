"""`python -m bench.sites`: groups of the default method on each site alone and on all together, beside their labels.

Stored in bench/results/sites.json. The first run installs the generators and builds the sites, which takes minutes.
"""

import argparse
import json
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pagemold as pm
from bench import sites
from bench.corpus import LabelledPage
from bench.machine import ROOT, commit, machine
from bench.quality.run import scores

STORED = ROOT / "bench/results/sites.json"


def main() -> None:
    """Builds what is missing, measures, prints a row a site."""
    parser = argparse.ArgumentParser(prog="python -m bench.sites", description=__doc__)
    parser.add_argument(
        "--site", action="append", choices=sites.SITES, help="only this one, nothing stored; repeatable"
    )
    given = parser.parse_args()
    pages = sites.pages(given.site or sites.SITES)
    rows = [_judged(name, [page for page in pages if page.package == name]) for name in given.site or sites.SITES]
    print(f"mean of sites: F1 {fmean(row['f1'] for row in rows):.3f}")
    together = _judged("together", pages)
    if not given.site:
        kept = json.loads(STORED.read_text())["first_sight"]  # before anything was chosen with these sites in view
        found = {
            "commit": commit(),
            "machine": machine(),
            "sites": rows,
            "together": together,
            "first_sight": kept,
        }
        STORED.write_text(json.dumps(found, indent=1) + "\n")


def _judged(name: str, pages: Sequence[LabelledPage]) -> dict[str, Any]:
    found = pm.cluster([page.read() for page in pages]).labels
    counts = {"pages": len(pages), "templates": len({page.label for page in pages})}
    row = {"site": name, **counts, **scores(pages, found)}
    print(*(f"{key} {value}" for key, value in row.items()), sep="  ", flush=True)
    return row


if __name__ == "__main__":
    main()
