"""`pagemold evaluate`: groups that were found, next to the true labels → how good they are."""

import json as json_format
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pagemold.cli import options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.judged import Judged, judged
from pagemold.cli.output import line_width, show
from pagemold.cli.printable import printable
from pagemold.cli.shortened import cells, shortened
from pagemold.errors import counted
from pagemold.quality import Evaluation, LabelFit, Scores, evaluate

_HEADING = "worst labels"
_COMPANY = "which also holds"
_COMPANY_ROOM = 30
_GAP = 2
# A label is not cut shorter while there is a column that can be left out.
_LEAST = 20


def evaluate_groups(
    found: Annotated[
        str,
        typer.Argument(metavar="FOUND", help="What cluster -o wrote: .jsonl, .csv or .parquet.", show_default=False),
    ],
    gold: Annotated[
        str,
        typer.Option(
            "--gold", metavar="FILE", help="True labels: TSV with url or path, and label.", show_default=False
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    top: Annotated[int, typer.Option("--top", metavar="N", help="Labels to show, worst first; 0 for all.", min=0)] = 15,
    quiet: options.Quiet = False,
) -> int:
    """Compare the groups that were found with the true labels of the pages."""
    pages = judged(found, gold)
    result = evaluate(pages.labels, pages.groups)
    if json:
        with writing("standard output"):
            print(json_format.dumps(_as_json(result, pages), ensure_ascii=False), file=standard_output())
    else:
        show(_measures(result))
        show(Text())
        show(_labels(result, top, line_width()))
        if 0 < top < len(result.labels):
            show(Text(f"… and {counted(len(result.labels) - top, 'better label')} (--top 0 shows all)"))
    if not quiet:
        _say_what_is_missing(pages)
    return 0


def _as_json(result: Evaluation, pages: Judged) -> dict[str, Any]:
    facts = {name: value for name, value in asdict(result).items() if name not in ("labels", "pairs", "b_cubed")}
    facts["pairs"], facts["b_cubed"] = result.pairs._asdict(), result.b_cubed._asdict()
    facts |= {"only_found": pages.only_found, "only_gold": pages.only_gold}
    return facts | {"labels": [_fit_as_json(fit) for fit in result.labels]}


def _fit_as_json(fit: LabelFit) -> dict[str, Any]:
    facts = {"label": fit.label, "support": fit.support, "fragments": fit.fragments, "group": fit.group}
    confused = [{"label": label, "pages": pages} for label, pages in fit.confused_with]
    return facts | fit.scores._asdict() | {"confused_with": confused}


def _measures(result: Evaluation) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("measure", no_wrap=True)
    for name in ("value", "precision", "recall", "F1"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, count in (("pages", result.pages), ("labels", result.label_count), ("groups", result.group_count)):
        table.add_row(name, f"{count:,}")
    if result.alone:
        table.add_row("pages without a group", f"{result.alone:,}")
    table.add_row("B-cubed", "", *_figures(result.b_cubed))
    table.add_row("pairs of pages", "", *_figures(result.pairs))
    for name in ("adjusted_rand", "rand", "purity", "inverse_purity"):
        table.add_row(name.replace("_", " ").replace("rand", "Rand"), f"{getattr(result, name):.4f}")
    return table


def _labels(result: Evaluation, top: int, width: int) -> Table:
    """The worst labels in as many columns as fit; labels are cut as names of groups are, numbers and ids never."""
    shown = result.labels[: top or None]
    columns = {
        "pages": [f"{fit.support:,}" for fit in shown],
        "groups": [f"{fit.fragments:,}" for fit in shown],
        **dict(
            zip(("precision", "recall", "F1"), zip(*(_figures(fit.scores) for fit in shown), strict=True), strict=True)
        ),
        "best group": [printable(str(fit.group or "a page alone")) for fit in shown],
    }
    labels, company = ([printable(text, limit=200) for text in some] for some in _words(shown))
    room = width
    for dropped in ((), ("precision", "recall"), ("groups",), ("best group",)):
        columns = {name: column for name, column in columns.items() if name not in dropped}
        room = width - sum(max(map(cells, (name, *column))) + _GAP for name, column in columns.items())
        if room >= min(max(map(cells, (_HEADING, *labels))), _LEAST):
            break
    # What else a group holds is said where labels leave enough for it.
    widest = min(max(map(cells, (_HEADING, *labels))), max(room // 2, room - _COMPANY_ROOM - _GAP))
    left = room - widest - _GAP
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(_HEADING, no_wrap=True)
    for name in columns:
        table.add_column(name, justify="left" if name == "best group" else "right", no_wrap=True)
    has_company = left >= _COMPANY_ROOM
    if has_company:
        table.add_column(_COMPANY, overflow="fold")
    short = shortened(labels, [max(widest if has_company else room, 1)] * len(labels))
    for label, said, *cells_of in zip(short, company, *columns.values(), strict=True):
        # Text, not str: a label may look like markup to rich.
        table.add_row(*map(Text, [label, *cells_of, *([said] if has_company else [])]))
    return table


def _words(shown: Sequence[LabelFit]) -> tuple[list[str], list[str]]:
    return [str(fit.label) for fit in shown], [_confusion(fit) for fit in shown]


def _confusion(fit: LabelFit, most: int = 3) -> str:
    named = [f"{label} ({pages:,})" for label, pages in fit.confused_with[:most]]
    left = len(fit.confused_with) - len(named)
    return ", ".join([*named, f"{left:,} more"] if left else named)


def _figures(found: Scores) -> list[str]:
    return [f"{value:.4f}" for value in found]


def _say_what_is_missing(pages: Judged) -> None:
    if pages.only_found:
        say(f"warning: {counted(pages.only_found, 'page')} found without a true label: left out")
    if pages.only_gold:
        say(f"warning: {counted(pages.only_gold, 'page')} with a true label not found: left out")
