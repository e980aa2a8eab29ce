"""`pagemold template`: what the pages of a group have in common."""

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from pagemold import flow
from pagemold.cli import options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.mold_options import is_mold
from pagemold.cli.outcome import outcome
from pagemold.cli.output import show, write_text
from pagemold.cli.printable import printable
from pagemold.cli.progress import progress
from pagemold.data import Group, Neighbour, Summary, Template
from pagemold.methods import DEFAULT_METHOD
from pagemold.mold import open_mold
from pagemold.reasons import find_group, neighbour
from pagemold.sources import read
from pagemold.template import describe, outline, skeleton

# Paths that are shown of what separates a template from the nearest one.
SEPARATORS = 5


def template(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A collection, or what was given to `cluster`.", show_default=False)
    ],
    group: Annotated[
        str, typer.Argument(metavar="ID", help="The id of a group, or how it begins.", show_default=False)
    ],
    method: options.Method = DEFAULT_METHOD,
    json: options.Json = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write the skeleton as a web page.", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also parts that never vary, and rare ones.")] = False,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
    progress_bar: options.Progress = None,
) -> int:
    """Show the template of a group: mandatory, optional and repeated parts, slots, texts that all pages share."""
    summary, nearest, names = Summary(), None, {}
    if is_mold(source):
        found, described = _from_mold(source, group)
    else:
        pages = read(source)
        clustering = flow.cluster(pages, method, jobs=jobs, watch=progress(progress_bar, quiet))
        found = find_group(clustering.groups, group)
        described, summary = flow.describe(pages, clustering, found.id), clustering.summary
        nearest, names = neighbour(clustering, found.id), {it.id: it.name or it.id for it in clustering.groups}
    about = facts(found, described, nearest, names)
    if html:
        write_text(skeleton(described, f"Template {found.name or found.id}", about), html)
    if json:
        print_json(found, described, nearest)
    elif not html:
        print_outline(about, described, everything)
    if html and not quiet:
        say(f"wrote the skeleton of {found.id} to {html}")
    return outcome(summary, strict=False, quiet=quiet)


def _from_mold(folder: str, id: str) -> tuple[Group, Template]:
    """The template of a collection, read off pages that are read again from where they lie."""
    with open_mold(folder) as mold:
        pages = max(len(mold), 1)
        known = [Group(it.id, it.pages, it.pages / pages, it.example, it.fingerprint) for it in mold.templates()]
        found = find_group(known, id)
        members = list(mold.pages_of(found.id))
        chosen = members[:: -(-len(members) // flow.SAMPLE) or 1]
        return found, describe([mold.html(page) for page in chosen])


def facts(group: Group, template: Template, nearest: Neighbour | None, names: Mapping[str, str]) -> list[str]:
    """What is known of a template beside its parts, in a few lines."""
    read_off = "" if template.pages == group.size else f", read off {template.pages:,} of them"
    called = f" {group.name}" if group.name else ""
    flags = "".join(f", {flag}" for flag in group.flags)
    said = [f"{group.id}{called}: {group.size:,} pages{read_off}{flags}"]
    said += [f"typical page: {group.example}"] if group.example else []
    said += (
        [f"cohesion: {group.cohesion:.2f} (1: every page is exactly what the template says)"] if group.cohesion else []
    )
    if nearest:
        name = names.get(nearest.group, nearest.group)
        said.append(
            f"nearest: {nearest.group} {name}, {nearest.bits:+,.0f} bits for one template; what separates them:"
        )
        said += [
            f"  {reason.path.rpartition('/')[2]}  on {reason.share:.0%} here, {reason.other_share:.0%} there"
            f"  {reason.bits:+,.1f} bits"
            for reason in nearest.reasons[:SEPARATORS]
            if reason.bits <= -1
        ]
    return said


def print_outline(about: Sequence[str], template: Template, everything: bool) -> None:
    """What is known of the template, what the signs mean, and the tree of parts."""
    for line in about:
        show(Text(printable(line, limit=300)))
    show(Text('? optional, share of pages   * repeated   @ varying attribute   {slot}   "text on every page"\n'))
    for line in outline(template, everything=everything):
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
