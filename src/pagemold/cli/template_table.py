"""Which templates pages were found to have, and how many each: what both forms of `pagemold classify` show."""

from collections.abc import Mapping
from types import MappingProxyType

import pyarrow as pa
import pyarrow.compute as pc
from rich.table import Table
from rich.text import Text

from pagemold.cli.output import show
from pagemold.cli.printable import printable

NO_NAMES: Mapping[str | None, str] = MappingProxyType({})


def rounded(rows: pa.Table) -> pa.Table:
    """Rows of classified pages with no more decimals than say something."""
    for name in ("score", "margin", "bits"):
        rows = rows.set_column(rows.column_names.index(name), name, pc.round(rows[name], 6))
    return rows


def print_templates(rows: pa.Table, names: Mapping[str | None, str] = NO_NAMES) -> None:
    """The templates as a table, by their names if they have any: pages, share, the first page as an example."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("template", overflow="ellipsis")
    table.add_column("pages", justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("example", overflow="ellipsis")
    examples: dict[str | None, str] = {}
    counts: dict[str | None, int] = {}
    addresses = zip(rows["group"].to_pylist(), rows["url"].to_pylist(), rows["path"].to_pylist(), strict=True)
    for template, url, path in addresses:
        counts[template] = counts.get(template, 0) + 1
        examples.setdefault(template, url or path or "")
    # The largest first, none last.
    for template in sorted(counts, key=lambda name: (name is None, -counts[name], name or "")):
        share = f"{counts[template] / rows.num_rows:.1%}"
        cells = [names.get(template) or template or "-", f"{counts[template]:,}", share, examples[template]]
        table.add_row(*(Text(printable(cell, limit=300)) for cell in cells))
    show(table)
