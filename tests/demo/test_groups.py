"""The demo site grouped: its groups are its templates, and those that say little are flagged."""

from collections import Counter, defaultdict
from functools import cache

import pagemold as pm
from pagemold.clustering import Clustering
from pagemold.demo.site import Site
from pagemold.quality import evaluate


@cache
def grouped() -> tuple[Clustering, list[str]]:
    """The groups of all pages of the site, and the template that made each page."""
    site = Site()
    gold = site.labels()
    pages = [pm.Page(url=f"http://demo.example{path}", html=site.reply(path).body.decode()) for path in gold]
    return pm.cluster(pages), list(gold.values())


def confusions() -> list[str]:
    """Groups that hold several templates, and templates that are in several groups."""
    clustering, gold = grouped()
    groups: dict[str | None, Counter[str]] = defaultdict(Counter)
    templates: dict[str, Counter[str | None]] = defaultdict(Counter)
    for group, template in zip(clustering.labels, gold, strict=True):
        groups[group][template] += 1
        templates[template][group] += 1
    glued = [f"together: {dict(held)}" for held in groups.values() if len(held) > 1]
    return glued + [f"apart: {name} {sorted(held.values())}" for name, held in templates.items() if len(held) > 1]


def test_groups_are_the_templates() -> None:
    clustering, gold = grouped()
    assert evaluate(gold, clustering.labels).b_cubed.f1 == 1, confusions()
    assert None not in clustering.labels


def test_what_says_the_same_everywhere_is_flagged() -> None:
    clustering, gold = grouped()
    flags = clustering.table()["flags"].to_pylist()
    flagged = {template for template, page in zip(gold, flags, strict=True) if "stub" in page}
    assert flagged == {"stub", "soft-404", "sign-in"}


def test_the_example_of_a_stub_is_one() -> None:
    clustering, _ = grouped()
    rows = {row["url"]: row["flags"] for row in clustering.table().select(["url", "flags"]).to_pylist()}
    stubs = [group for group in clustering.groups if group.flags]
    assert len(stubs) == 3
    assert all("stub" in rows[group.example] for group in stubs)
