"""`pagemold info`: what is in these sources."""

import json as json_format
from collections import Counter
from dataclasses import asdict
from typing import Annotated, Any

import pyarrow as pa
import pyarrow.compute as pc
import typer
from rich.table import Table
from rich.text import Text

from pagemold.cli import options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.mold_info import info_of_molds
from pagemold.cli.mold_options import is_mold, refuse_filters
from pagemold.cli.outcome import outcome
from pagemold.cli.output import show
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.data import Summary
from pagemold.errors import UsageError, counted

_HOST = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(?P<host>\[[^\]]*\]|[^/:?#]*)"
_TYPE = r"^\s*(?P<type>[^;\s]+)"
# Asked for because flags come from looking at the page: without it, nobody would notice a picture called HTML.
_FEATURES = ("fingerprint",)


def info(
    sources: options.Sources,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    top: Annotated[
        int, typer.Option("--top", metavar="N", help="Hosts to show, or templates of a collection; 0 for all.", min=0)
    ] = 10,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
    strict: options.Strict = False,
) -> int:
    """Show what is in the sources: pages, sizes, encodings, statuses, types, hosts, flags, damage.

    Of a collection (NAME.mold): pages, templates, decisions, settings, room on disk.

    Flags: size, depth, nodes, time: the page met this limit and counts as far as it was read; body_truncated: its
    end is missing; encoding: a coding of it could not be undone; no_structure, failed: nothing to go by, in no
    group; stub: all pages of its group say nearly the same, and little (soft 404s, sign-in walls; grammar only).
    """
    chosen = (status, all_statuses, all_types, min_bytes, include, exclude)
    if mold := next(filter(is_mold, sources), None):
        refuse_filters(mold, chosen)
        if strict:
            raise UsageError("wrong_argument", f"{mold}: --strict: not for a collection; verify reads every byte of it")
        return info_of_molds(sources, json, top)
    pages = options.select(sources, *chosen, whole=True)
    watch = progress(progress_bar, quiet)
    tally = Tally()
    with pages.batches(_FEATURES, jobs=jobs) as reading:
        for batch in watch(reading) if watch else reading:
            tally.add(batch)
        summary = reading.summary
    if json:
        with writing("standard output"):
            print(json_format.dumps(tally.as_json(summary, top)), file=standard_output())
    elif tally.pages:
        show(_table(tally, summary, top))
    elif not summary.errors:
        say("no page")
    return outcome(summary, strict=strict, quiet=quiet)


class Tally:
    """Counts over batches. Memory grows by eight bytes a page, the sizes for the median, and by a counter for each
    distinct host, type, status and encoding.
    """

    def __init__(self) -> None:
        self._sizes: list[pa.Array] = []
        self.encodings: Counter[tuple[str, str]] = Counter()
        self.statuses: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.hosts: Counter[str] = Counter()

    def add(self, batch: pa.RecordBatch) -> None:
        """Counts one batch, column by column."""
        self._sizes.append(batch["size"])
        pairs = pa.table({"encoding": batch["encoding"], "why": batch["encoding_source"]})
        for row in pairs.group_by(["encoding", "why"]).aggregate([([], "count_all")]).to_pylist():
            self.encodings[row["encoding"], row["why"]] += row["count_all"]
        _count(self.statuses, batch["status"].cast(pa.large_utf8()))
        _count(self.types, _found(batch["content_type"].cast(pa.large_utf8()), _TYPE))
        _count(self.hosts, _found(batch["url"], _HOST))

    @property
    def pages(self) -> int:
        return sum(len(sizes) for sizes in self._sizes)

    def sizes(self) -> dict[str, int]:
        """Total, median and largest size of a page in bytes."""
        if not self.pages:
            return {"total": 0, "median": 0, "largest": 0}
        sizes = pa.chunked_array(self._sizes)
        return {
            "total": pc.sum(sizes).as_py(),
            "median": pc.quantile(sizes, 0.5, interpolation="lower")[0].as_py(),
            "largest": pc.max(sizes).as_py(),
        }

    def as_json(self, summary: Summary, top: int) -> dict[str, Any]:
        """Everything as one object."""
        return {
            "pages": self.pages,
            "bytes": self.sizes(),
            "encodings": [
                {"encoding": encoding, "chosen_by": why, "pages": count}
                for (encoding, why), count in self.encodings.most_common()
            ],
            "statuses": dict(self.statuses.most_common()),
            "content_types": dict(self.types.most_common()),
            "hosts": dict(self.hosts.most_common(top or None)),
            "flags": dict(summary.flags.most_common()),
            "skipped": dict(summary.skipped.most_common()),
            "problem_count": summary.problem_count,
            "problems": [asdict(problem) for problem in summary.problems],
            "errors": [{"code": error.code, "message": error.message} for error in summary.errors],
        }


def _found(texts: pa.Array, pattern: str) -> pa.Array:
    """The named part of each text in lower case, null where the pattern is not found."""
    return pc.utf8_lower(pc.struct_field(pc.extract_regex(texts, pattern), 0))


def _count(counts: Counter[str], texts: pa.Array) -> None:
    for pair in texts.value_counts().to_pylist():
        counts[pair["values"] or "unknown"] += pair["counts"]


def _table(tally: Tally, summary: Summary, top: int) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    sizes = {name: _bytes(size) for name, size in tally.sizes().items()}
    encodings = Counter({f"{encoding} by {why}": count for (encoding, why), count in tally.encodings.items()})
    lines = {
        "pages": [f"{tally.pages:,}"],
        "sizes": [f"{sizes['total']} in total, median {sizes['median']}, largest {sizes['largest']}"],
        "encodings": _counted(encodings),
        "statuses": _counted(tally.statuses),
        "types": _counted(tally.types),
        "hosts": _counted(tally.hosts, top),
        "flags": _counted(summary.flags),
        "passed over": _counted(summary.skipped),
        "damage": [counted(summary.problem_count, "place")] if summary.problem_count else [],
    }
    for name, values in lines.items():
        table.add_row(name, Text("\n".join(values or ["none"])))
    return table


def _counted(counts: Counter[str], top: int = 0) -> list[str]:
    shown = [f"{count:>9,}  {printable(name, limit=100)}" for name, count in counts.most_common(top or None)]
    left = len(counts) - len(shown)
    return [*shown, f"{'…':>9}  and {left:,} more"] if left else shown


def _bytes(size: int) -> str:
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return counted(size, "byte")
