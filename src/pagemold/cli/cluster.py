"""`pagemold cluster`: sources → groups."""

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from pagemold import flow
from pagemold.arrow import flag_counts
from pagemold.cli import options
from pagemold.cli.group_table import print_groups
from pagemold.cli.guard import say
from pagemold.cli.mold_groups import groups_of
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.output import check_output, print_lines, write_file
from pagemold.cli.progress import progress
from pagemold.cli.tree import print_tree, print_tree_lines
from pagemold.clustering import VARIANTS, Clustering
from pagemold.errors import UsageError, counted
from pagemold.keeping import create_mold
from pagemold.methods import DEFAULT_METHOD
from pagemold.mold import Mold
from pagemold.sources import Pages
from pagemold.store.emptiness import remove_if_empty

# Below this many seconds a rate says more about starting than about reading.
_WORTH_A_RATE = 1.0
# Of fewer pages too little is known of what varies in a template.
_FEW = 60


def cluster(
    sources: options.Sources,
    method: options.Method = DEFAULT_METHOD,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Keep as a collection: .mold. Or one row a page: .jsonl, .csv, .parquet.",
        ),
    ] = None,
    by: options.By = "all",
    coarser: options.Coarser = None,
    finer: options.Finer = None,
    tree: Annotated[
        bool,
        typer.Option(
            "--tree", help="For grammar: hosts, their templates, and the variants of these, instead of the table."
        ),
    ] = False,
    variants: Annotated[
        float | None,
        typer.Option(
            "--variants",
            metavar="BITS",
            help=f"With --tree: how much finer variants are than templates. Default: {VARIANTS:g}.",
            min=0,
            show_default=False,
        ),
    ] = None,
    structural_only: Annotated[
        bool, typer.Option("--structural-only", help="In a collection, leave out tags that only mark up text.")
    ] = False,
    json: options.Json = False,
    top: options.TopGroups = 25,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    links: Annotated[
        str | None,
        typer.Option(
            "--links",
            metavar="FILE",
            help="For links: the links of a crawl (FILE.crawl.sqlite), instead of looking for them in the pages.",
        ),
    ] = None,
    cut_off: Annotated[
        int | None,
        typer.Option(
            "--cut-off",
            metavar="N",
            help="For links: leave out places that lead to fewer pages. Default: 1 for every 765 pages, 100 at most.",
            min=1,
            show_default=False,
        ),
    ] = None,
    fold: Annotated[
        bool,
        typer.Option(
            "--fold",
            help="For links: take li[4] and li[7] for one place where their pages agree. For style: leave repeated "
            "siblings out.",
        ),
    ] = False,
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold",
            metavar="X",
            help="For style: how alike neighbours are, and share neighbours. Default: 0.85.",
            max=1.0,
            show_default=False,
        ),
    ] = None,
    kappa: options.Kappa = None,
    costs: options.Costs = None,
    assign: Annotated[
        bool, typer.Option("--assign", help="For links: give the pages left out to the nearest group.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="For links: which pages are sampled.", min=0, max=2**62, show_default=False
        ),
    ] = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
    strict: options.Strict = False,
) -> int:
    """Group pages by the template they came from.

    A table of the groups by default; --json gives one JSON object a page on standard output, or with --tree one a host.

    Flags: size, depth, nodes, time: the page met this limit and counts as far as it was read; body_truncated: its
    end is missing; encoding: a coding of it could not be undone; no_structure, failed: nothing to go by, in no
    group; stub: all pages of its group say nearly the same, and little (soft 404s, sign-in walls; grammar only).
    """
    if structural_only and not (output and is_mold(output)):
        raise UsageError("wrong_argument", "--structural-only is for collections: -o NAME.mold")
    if output and not is_mold(output):
        check_output(output, ".mold")
    if variants is not None and not tree:
        raise UsageError("wrong_argument", "--variants is for --tree")
    level = options.level(coarser, finer, method, tree=tree)
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=strict)
    began = time.monotonic()
    given: dict[str, Any] = {"links": links, "cut_off": cut_off, "assign": assign or None, "seed": seed}
    given |= {"threshold": threshold, "kappa": kappa, "costs": options.edit_costs(costs), "fold": fold or None}
    settings = {name: value for name, value in given.items() if value is not None}
    watch = progress(progress_bar, quiet)
    if output and is_mold(output):
        _refuse_for_mold([*(["by"] if by != "all" else []), *(["tree"] if tree else []), *settings], coarser, finer)
        clustering = _keep(output, pages, method, jobs, watch, structural_only)
    else:
        clustering = flow.cluster(pages, method, by=by, jobs=jobs, watch=watch, headings=True, **settings)
    if level is not None:
        clustering = clustering.cut(level)
    line = summary_line(clustering, time.monotonic() - began)
    if output and not is_mold(output):
        write_file(clustering.table(), output)
    if tree:
        below = max(level or 0.0, 0.0) + (VARIANTS if variants is None else variants)
        if json:
            print_tree_lines(clustering.walk(below))
        elif not (quiet and output):
            print_tree(clustering.walk(below), top)
    elif json:
        print_lines(clustering.table())
    elif len(clustering) and not (quiet and output):
        print_groups(clustering, top)
    # Where nothing could be read, the lines about that are enough.
    if not quiet and (len(clustering) or not clustering.summary.errors):
        say(line)
        if not (tree or json) and level is None and (hint := _hint_of_few(clustering)):
            say(hint)
        if output:
            say(f"wrote {counted(len(clustering), 'row')} to {output}")
    return outcome(clustering.summary, strict=strict, quiet=quiet)


def _hint_of_few(clustering: Clustering) -> str:
    """Where to look next if pages are so few that several templates may be one group; nothing where all of these are
    of one piece.
    """
    if clustering.tree is None or len(clustering) >= _FEW:
        return ""
    finer = len(clustering.tree.ids(VARIANTS))
    if finer <= len(clustering.found):
        return ""
    why = "of few pages, templates that differ little may be one group"
    return f"{why}: --tree shows the parts of groups, and --finer {VARIANTS:g} makes {finer} groups in all"


def _refuse_for_mold(settings: Sequence[str], coarser: float | None, finer: float | None) -> None:
    """What a collection does not keep would be gone with the next `add`: it is refused, with a way out."""
    table = "-o NAME.parquet, .jsonl or .csv writes such groups as a table"
    if coarser is not None or finer is not None:
        option, kind = ("--finer", "split") if coarser is None else ("--coarser", "merge")
        way = f"leave {option} out, and `pagemold decide MOLD {kind}` does it for good; or {table}"
        raise UsageError("wrong_argument", f"{option}: a collection cannot store a cut; {way}")
    if settings:
        given = ", ".join(f"--{name.replace('_', '-')}" for name in settings)
        why = "a collection is grouped by the method's own settings, all pages together"
        raise UsageError("wrong_argument", f"{given}: {why}; {table}")


def _keep(
    folder: str, pages: Pages, method: str, jobs: int, watch: flow.Watch | None, structural_only: bool
) -> Clustering:
    """A new collection, shown as any other clustering."""
    branches = "structural_branches" if structural_only else "binary_branches"
    was_there = os.path.lexists(folder)
    added = create_mold(folder, pages, method, jobs=jobs, watch=watch, branches=branches)
    if not added.added:
        # Nothing could be read: nobody wants an empty collection.
        if not was_there:
            remove_if_empty(folder)
        return replace(flow.cluster([], method), summary=added.summary)
    with Mold(folder) as mold:
        rows = mold.table(flags_in_words=False)
        return Clustering(method, groups_of(mold), rows, replace(added.summary, flags=flag_counts(rows["flags"])))


def summary_line(clustering: Clustering, seconds: float) -> str:
    """A run of grouping in one line."""
    pages = len(clustering)
    alone = clustering.rows["group"].null_count - clustering.left_out
    said = [f"{counted(pages, 'page')} in {counted(len(clustering.found), 'group')}"]
    if alone:
        said.append(f"{alone:,} without structure")
    if clustering.left_out:
        said.append(f"{clustering.left_out:,} in no group")
    said += clustering.notes
    said += remarks(clustering.summary)
    said.append(f"{seconds:.1f} s")
    if seconds >= _WORTH_A_RATE:
        said[-1] += f", {pages / seconds:,.0f} pages/s"
    return " · ".join(said)
