"""Puts a measured table into a page of the documentation, between two comments that name it."""

import re

from bench.machine import ROOT


def quote(page: str, name: str, table: str) -> None:
    """Replaces what stands between `<!-- name -->` and `<!-- /name -->`."""
    path = ROOT / page
    marked = re.compile(f"<!-- {name} -->.*<!-- /{name} -->", re.DOTALL)
    text, found = marked.subn(lambda _: f"<!-- {name} -->\n{table}\n<!-- /{name} -->", path.read_text(encoding="utf-8"))
    if found != 1:
        raise ValueError(f"{page}: has no place for {name}")
    path.write_text(text, encoding="utf-8")
