"""`pagemold diff`: what changed between two collections."""

import json as json_format
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.printable import printable
from pagemold.errors import counted
from pagemold.store import Collection
from pagemold.store.difference import SAME, Change, Differences, differences
from pagemold.store.nearby_tags import MATCHED


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The collection as it was.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The collection as it is.", show_default=False)],
    same: Annotated[
        float | None,
        typer.Option(
            "--same",
            metavar="SIMILARITY",
            help="Take templates whose tags and classes are at least so alike for unchanged, whatever went or came.",
            min=0,
            max=1,
            show_default=False,
        ),
    ] = None,
    json: mold_options.Json = False,
    quiet: mold_options.Quiet = False,
) -> int:
    """Show templates born, died and changed, with a page each; exit with 1 if there are any."""
    with Collection(old) as before, Collection(new) as after:
        found = differences(before, after, same)
        methods = [it.settings["method"] for it in (before, after) if len(it)]
    changes = found.changes
    output = standard_output()
    with writing("standard output"):
        if changes and not json:
            print(f"{'change':<8}  {'pages':>15}  {'tags':>5}  {'classes':>7}  template, example", file=output)
        for change in changes:
            print(json_format.dumps(asdict(change)) if json else "\n".join(_lines(change)), file=output)
    if not quiet:
        for remark in _remarks(found, SAME if same is None else same, methods):
            say(remark)
    return 1 if changes else 0


def _lines(change: Change) -> list[str]:
    """A change in a line, and below it the class paths that most pages had or have, and none of the other has."""
    pages = " → ".join(f"{it:,}" for it in (change.old_pages, change.new_pages))
    classes = "-" if change.classes is None else f"{change.classes:.3f}"
    about = f"{_called(change)}  {printable(change.example or '-')}"
    first = f"{change.kind:<8}  {pages:>15}  {change.similarity:.3f}  {classes:>7}  {about}"
    return [first, *_paths("-", change.gone, change.gone_count), *_paths("+", change.come, change.come_count)]


def _called(change: Change) -> str:
    """The template by its ids and what people call it, what did not change said once."""
    ids = [id for id in (change.old, change.new) if id]
    names = [printable(name or "", limit=300) for name in (change.old_name, change.new_name)]
    if change.old == change.new:
        return f"{change.old} {names[1]}"
    if len(ids) == 1 or names[0] == names[1]:
        return f"{' → '.join(ids)} {names[0] or names[1]}"
    return " → ".join(f"{id} {name}" for id, name in zip(ids, names, strict=True))


def _paths(sign: str, paths: Sequence[str], count: int) -> list[str]:
    more = f" and {count - 1:,} more" if count > 1 else ""
    return [f"{'':8}  {sign} {printable(path)}{more}" for path in paths[:1]]


def _remarks(found: Differences, same: float, methods: Sequence[str]) -> Iterator[str]:
    """What the lines do not say, or not plainly."""
    if not found.changes:
        yield "no template was born, died or changed"
    if found.doubtful:
        said = "1 template has" if found.doubtful == 1 else f"{found.doubtful:,} templates have"
        yield f"{said} paths that went or came on too few pages to tell: --same 1 shows all"
    renamed = [it for it in found.changes if it.renamed and it.similarity >= same]
    if renamed:
        said = f"{counted(len(renamed), 'template')} with {counted(sum(it.new_pages for it in renamed), 'page')}"
        yield f"{said} kept the tags and changed the classes: classify by the old collection may not know these pages"
    left = [it for it in found.changes if it.kind != "changed" and min(it.similarity, it.classes or 0) >= MATCHED]
    if left:
        said = counted(len(left), "template")
        yield f"{said} born or died beside another that is much alike: some pages may only be grouped otherwise"
    if len(set(methods)) > 1:
        old, new = methods
        yield f"OLD was grouped by {old}, NEW by {new}: templates may be born, or die, of that alone"
    yield from map(printable, found.without_classes)
