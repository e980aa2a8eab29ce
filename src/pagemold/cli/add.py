"""`pagemold add`: more pages for a collection."""

import time

from pagemold.cli import mold_options, options
from pagemold.cli.guard import say
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.progress import progress
from pagemold.errors import counted
from pagemold.keeping import Added, add


def add_pages(
    mold: mold_options.Folder,
    sources: options.Sources,
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
    """Add pages to a collection: those of a known template join it, the rest are grouped.

    Pages that are there already are not stored twice, so a run that was cut short can simply be repeated.
    """
    pages = options.select(sources, status, all_statuses, all_types, min_bytes, include, exclude, whole=strict)
    began = time.monotonic()
    added = add(mold, pages, jobs=jobs, watch=progress(progress_bar, quiet))
    if not quiet:
        say(added_line(added, time.monotonic() - began))
    return outcome(added.summary, strict=strict, quiet=quiet)


def added_line(added: Added, seconds: float) -> str:
    """An addition in one line."""
    said = [f"{counted(added.added, 'page')} added"]
    if added.seen > added.added:
        said.append(f"{added.seen - added.added:,} known already")
    said.append(f"{added.assigned:,} joined a template")
    if added.grouped:
        said.append(f"{added.grouped:,} grouped into {counted(len(added.new_templates), 'new template')}")
    return " · ".join([*said, *remarks(added.summary), f"{seconds:.1f} s"])
