"""`pagemold template`: what the pages of a group have in common."""

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from pagemold import flow
from pagemold._native import EXCHANGED
from pagemold.cli import options
from pagemold.cli.explain import LEFT_APART, LONGEST_PATH, SIGNS, WRAPPERS, price
from pagemold.cli.folded import folded
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.mold_groups import groups_of
from pagemold.cli.mold_options import is_mold, refuse_filters
from pagemold.cli.outcome import outcome, without_pages
from pagemold.cli.output import line_width, show, write_text
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.clustering import Group
from pagemold.data import Neighbour, Reason, Summary, Template
from pagemold.errors import counted
from pagemold.lookup import find_group
from pagemold.methods import DEFAULT_METHOD, METHODS
from pagemold.mold import open_mold
from pagemold.reasons import neighbour, with_names
from pagemold.template import describe, outline, skeleton

# Paths that are shown of what separates a template from the nearest one.
SEPARATORS = 5
# Where so little of a line is left, a path stands below what is said of it.
_LEAST_ROOM = 24
_BELOW = " " * 6


def template(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help="A collection, or what was given to `cluster`.", show_default=False),
    ],
    group: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="The id or name of a group, or how one begins, or a part of a name; `cluster` or `info` shows them.",
            show_default=False,
        ),
    ],
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            "-m",
            metavar="NAME",
            help=f"How the groups were made: {', '.join(METHODS)}. Default: {DEFAULT_METHOD}.",
            show_default=False,
        ),
    ] = None,
    by: options.By = "all",
    coarser: options.Coarser = None,
    finer: options.Finer = None,
    json: options.Json = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write the skeleton as a web page.", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also parts that never vary, and rare ones.")] = False,
    status: options.Status = None,
    all_statuses: options.AllStatuses = False,
    all_types: options.AllTypes = False,
    min_bytes: options.MinBytes = 0,
    include: options.Include = None,
    exclude: options.Exclude = None,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Show the template of a group: mandatory, optional and repeated parts, slots, texts that all pages share.

    The options that say which pages count and how they are grouped must be those that `cluster` was called with; a
    collection has its groups and takes none of them.
    """
    chosen = (status, all_statuses, all_types, min_bytes, include, exclude)
    summary, nearest, names = Summary(), None, {}
    if len(sources) == 1 and is_mold(sources[0]):
        refuse_filters(sources[0], chosen, method=method, by=by != "all", coarser=coarser, finer=finer)
        found, described = _from_mold(sources[0], group, jobs)
    else:
        method = method or DEFAULT_METHOD
        level = options.level(coarser, finer, method)
        pages = options.select(sources, *chosen, whole=False)
        clustering = flow.cluster(pages, method, by=by, jobs=jobs, watch=progress(progress_bar, quiet), headings=True)
        if not len(clustering):
            return without_pages(clustering.summary, quiet=quiet)
        clustering = clustering if level is None else clustering.cut(level)
        found = find_group(with_names(clustering.groups, clustering.rows), group, clustering.tree)
        described, summary = flow.describe(pages, clustering, found.id), clustering.summary
        nearest, names = neighbour(clustering, found.id), {it.id: it.name or it.id for it in clustering.groups}
        if nearest and nearest.group not in names:
            nearest = None  # a cut has torn it
    if html:
        about = facts(found, described, nearest, names)
        write_text(skeleton(described, f"Template {found.name or found.id}", about), html)
    if json:
        print_json(found, described, nearest)
    elif not html:
        print_outline(facts(found, described, nearest, names, line_width()), described, everything)
    if html and not quiet:
        say(f"wrote the skeleton of {found.id} to {html}")
    return outcome(summary, strict=False, quiet=quiet)


def _from_mold(folder: str, given: str, jobs: int) -> tuple[Group, Template]:
    """The template of a collection, read off pages that are read again from where they lie."""
    with open_mold(folder) as mold:
        id = mold.template(given).id
        found = next(group for group in groups_of(mold) if group.id == id)
        return found, describe(mold.texts(flow.sample_of(list(mold.pages_of(found.id))), jobs))


def facts(
    group: Group, template: Template, nearest: Neighbour | None, names: Mapping[str, str], width: int | None = None
) -> list[str]:
    """What is known of a template beside its parts, in a few lines; paths are folded where they are so wide."""
    called = f" {group.name}" if group.name else ""
    flags = "".join(f", {flag}" for flag in group.flags)
    said = [f"{group.id}{called}: {counted(group.size, 'page')}{flags}"]
    if template.pages < group.size:
        spread = "chosen evenly from all of them"
        said.append(f"read off {template.pages:,} of its pages, {spread}: shares and counts below are of these")
    if template.pages == 1:
        said.append("one page alone cannot tell what varies: all its parts are shown, and no text")
    # Only the model knows which page is typical; of others the first is shown, and a collection does not say which.
    kind = "example" if group.cohesion is None else "typical page"
    said += [f"{kind}: {group.example}"] if group.example else []
    if group.cohesion is not None:
        said.append(f"cohesion: {group.cohesion:.2f} (1: every page is exactly what the template says)")
    if nearest:
        said.append(f"nearest: {nearest.group} {names[nearest.group]}, {_by_what(nearest)}{_cut(nearest)}")
        said += _separators(nearest, width)
    return said


def _by_what(nearest: Neighbour) -> str:
    """What makes it the nearest, and the bits in all, which would rank groups by their sizes."""
    if not nearest.one_family:
        return f"by paths in common: {price(nearest.bits)}"
    a_page = f"{abs(nearest.bits_a_page):,.1f} a page of the smaller group"
    return f"by bits a page: {price(nearest.bits)}, {a_page}"


def _cut(nearest: Neighbour) -> str:
    """Which cut would do it, which bits of all pages do not tell."""
    if not nearest.one_family:
        return " (they share too little of a frame to be joined)"
    why = f"; left apart all the same, as {LEFT_APART}" if nearest.bits > 0 else ""
    if nearest.coarser is None:
        return f"{why}; no --coarser joins them"
    return f"{why}; one group from --coarser {nearest.coarser:.2f} on"


def _separators(nearest: Neighbour, width: int | None) -> list[str]:
    if not nearest.reasons:
        return ["what separates them: no single path; they only have the same things more or less often"]
    shown = [line for reason in nearest.reasons[:SEPARATORS] for line in _separator(reason, width)]
    wrappers = [f"  ({WRAPPERS})"] if any(EXCHANGED in line for line in shown) else []
    return [f"what separates them ({SIGNS}):", *shown, *wrappers]


def _separator(reason: Reason, width: int | None) -> list[str]:
    """What is said of a path, and below it the rest of one that is too long for a line."""
    said = f"  {reason.bits:+7,.1f}  on {reason.share:4.0%} here, {reason.other_share:4.0%} there  "
    path = printable(reason.path, limit=LONGEST_PATH)
    if width is None:
        return [said + path]
    if width - len(said) < _LEAST_ROOM:
        return [said.rstrip(), *(_BELOW + line for line in folded(path, width - len(_BELOW)))]
    first, *rest = folded(path, width - len(said))
    return [said + first, *(" " * len(said) + line for line in rest)]


def print_outline(about: Sequence[str], template: Template, everything: bool) -> None:
    """What is known of the template, what the signs mean, and the tree of parts."""
    for line in about:
        show(Text(printable(line, limit=LONGEST_PATH + 100)))
    signs = (
        "? optional: share of the pages that have the part above   * repeated: times a page   @ varying attribute",
        '# in a class: any number, or what a tool made up   {slot}   "text on every page"',
    )
    show(Text("\n".join([*signs, ""])))
    for line in outline(template, everything=everything or template.pages == 1):
        show(Text(printable(line, limit=2_000)))


def print_json(group: Group, template: Template, nearest: Neighbour | None) -> None:
    """One JSON object."""
    parts = [
        asdict(part) | {"path": template.path(place), "mandatory": part.is_mandatory, "repeated": part.is_repeated}
        for place, part in enumerate(template.parts)
    ]
    found = {
        "group": group.id,
        "name": group.name,
        "size": group.size,
        "flags": group.flags,
        "example": group.example,
        "cohesion": group.cohesion,
        "nearest": asdict(nearest) if nearest else None,
        "pages": template.pages,
        "parts": parts,
    }
    with writing("standard output"):
        print(json_format.dumps(found, ensure_ascii=False), file=standard_output())
