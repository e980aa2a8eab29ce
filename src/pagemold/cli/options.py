"""The options that commands share, spelled once."""

from typing import Annotated, TypeAlias

import typer

from pagemold.errors import MOST_JOBS, UsageError
from pagemold.methods import DEFAULT_METHOD, METHODS
from pagemold.sources import Pages, read

Sources: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE",
        help="Folders, HTML files, WARC (plain, gz, zst), WACZ, JSONL or Parquet (url, html), globs, - for stdin.",
        show_default=False,
    ),
]
GroupedSources: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="SOURCE", help="What was given to `cluster`.", show_default=False)
]
Status: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--status", metavar="CODES", help="Statuses to take, as 200,404. Default: 200.", show_default=False),
]
AllStatuses: TypeAlias = Annotated[bool, typer.Option("--all-statuses", help="Take every HTTP status.")]
AllTypes: TypeAlias = Annotated[bool, typer.Option("--all-types", help="Take every content type, not only HTML.")]
MinBytes: TypeAlias = Annotated[
    int, typer.Option("--min-bytes", metavar="N", help="Leave out smaller pages.", max=2**63 - 1)
]
Include: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--include", metavar="REGEX", help="Take only URLs (or paths of files) that match.", show_default=False
    ),
]
Exclude: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="REGEX", help="Leave out URLs (or paths) that match.", show_default=False),
]
Method: TypeAlias = Annotated[
    str, typer.Option("--method", "-m", metavar="NAME", help=f"How to group: {', '.join(METHODS)}.")
]
By: TypeAlias = Annotated[
    str, typer.Option("--by", metavar="WHAT", help="Group all pages together, or the pages of each host alone.")
]
Coarser: TypeAlias = Annotated[
    float | None,
    typer.Option("--coarser", metavar="BITS", help="For grammar: join groups at this price a page.", min=0),
]
Finer: TypeAlias = Annotated[
    float | None,
    typer.Option("--finer", metavar="BITS", help="For grammar: undo joins that saved no more a page.", min=0),
]
TopGroups: TypeAlias = Annotated[
    int, typer.Option("--top", metavar="N", help="Groups to show in the table; 0 for all.", min=0)
]
Kappa: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--kappa",
        metavar="K",
        help="Structure and style: the weight of structure, 0 to 1. Default: 0.5.",
        min=0.0,
        max=1.0,
        show_default=False,
    ),
]
Costs: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--costs",
        metavar="I,R,P",
        help="Tree edits: what it costs to insert, remove and replace an element. Default: 1,1,1.",
        show_default=False,
    ),
]
Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", help="Cores to use; 0 for all.", min=0, max=MOST_JOBS)
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="Errors and results only; no table where the results go to a file.")
]
Progress: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress", help="Progress bar on standard error. Default: on a terminal.", show_default=False
    ),
]
Strict: TypeAlias = Annotated[
    bool, typer.Option("--strict", help="Read every byte; exit with 3 if any input is damaged.")
]


def select(
    sources: list[str],
    status: list[str] | None,
    all_statuses: bool,
    all_types: bool,
    min_bytes: int,
    include: list[str] | None,
    exclude: list[str] | None,
    *,
    whole: bool,
) -> Pages:
    """The pages that these options ask for. One unreadable source does not stop the others."""
    if all_statuses and status:
        raise UsageError("wrong_argument", "--status and --all-statuses contradict each other")
    return read(
        *sources,
        statuses=None if all_statuses else _codes(status or []) or [200],
        html_only=not all_types,
        min_bytes=min_bytes,
        include=include or (),
        exclude=exclude or (),
        whole=whole,
        skip_unreadable=True,
    )


def level(
    coarser: float | None, finer: float | None, method: str = DEFAULT_METHOD, *, tree: bool = False
) -> float | None:
    """Where `--coarser` and `--finer` cut the tree of groups; they, and `--tree`, are refused at once where there will
    be none.
    """
    if coarser is not None and finer is not None:
        raise UsageError("wrong_argument", "--coarser and --finer exclude each other")
    asked = (("--coarser", coarser is not None), ("--finer", finer is not None), ("--tree", tree))
    given = [name for name, is_asked in asked if is_asked]
    if given and method != "grammar" and method in METHODS:
        raise UsageError("no_tree", f"--method {method} keeps no tree of groups; leave out {given[0]}")
    return finer if coarser is None else -coarser


def edit_costs(text: str | None) -> tuple[float, float, float] | None:
    """What `--costs` says."""
    if text is None:
        return None
    try:
        insert, remove, replace = map(float, text.split(","))
    except ValueError:
        raise UsageError("wrong_argument", f"--costs: {text!r} is not three numbers, as in 1,1,2") from None
    return insert, remove, replace


def _codes(texts: list[str]) -> list[int]:
    codes = [code.strip() for text in texts for code in text.split(",")]
    for code in codes:
        if not (code.isascii() and code.isdigit()):
            raise UsageError("wrong_argument", f"--status: {code!r} is not a number")
    return [int(code) for code in codes]
