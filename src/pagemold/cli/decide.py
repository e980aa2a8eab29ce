"""`pagemold decide`: what a person decides about templates."""

from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.printable import printable
from pagemold.errors import UsageError, counted
from pagemold.store import Collection

# How many words each kind wants, at least and at most.
_WORDS = {"name": (2, 2), "merge": (2, None), "split": (2, None), "lock": (1, 1), "unlock": (1, 1), "list": (0, 0)}
KINDS = tuple(_WORDS)


def decide(
    mold: mold_options.Folder,
    kind: Annotated[str, typer.Argument(metavar="WHAT", help=f"{', '.join(KINDS)}.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TEMPLATE [ARGUMENT]", help="A template and its name, others to merge, or pages to split off."
        ),
    ] = None,
    quiet: mold_options.Quiet = False,
) -> int:
    """Name, merge, split, lock or unlock templates; decisions survive adds and regrouping."""
    words = words or []
    if kind not in KINDS:
        raise UsageError("wrong_argument", f"{kind}: no such decision; there is {', '.join(KINDS)}")
    least, most = _WORDS[kind]
    if len(words) < least or (most is not None and len(words) > most):
        raise UsageError("wrong_argument", f"{kind} wants {_wanted(kind)}")
    if kind == "list":
        return _list(mold)
    said = _decide(mold, kind, words)
    if not quiet:
        say(said)
    return 0


def _decide(mold: str, kind: str, words: list[str]) -> str:
    """Decides, and says of which templates: what was given may be how an id or a name begins."""
    from pagemold.store import decisions
    from pagemold.store.templates import told
    from pagemold.store.writer import Writer

    with Collection(mold) as collection, Writer(mold, f"decide {kind}") as writer:
        id, rest = decisions.id_of(writer, words[0]), words[1:]
        template = told(writer.connection, id)
        if kind == "name":
            decisions.give_name(writer, id, rest[0])
            return f"{template} is now called {collection.called(id)}"
        if kind == "merge":
            others = [told(writer.connection, decisions.id_of(writer, word)) for word in rest]
            decisions.merge(writer, id, rest)
            return f"{', '.join(others)} now {'shows' if len(rest) == 1 else 'show'} as {template}"
        if kind == "split":
            pages = {_page(collection, word) for word in rest}
            new = decisions.split(writer, id, sorted(pages))
            return f"{counted(len(pages), 'page')} of {template} {'is' if len(pages) == 1 else 'are'} now {new}"
        decisions.lock(writer, id, kind == "lock")
        return f"{template} is {kind}ed"


def _page(collection: Collection, word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() else collection.find(word).id


def _wanted(kind: str) -> str:
    return {
        "name": "a template and its name",
        "merge": "a template and others to show as it",
        "split": "a template and pages of it, by number, URL or path, or how one of these ends",
        "lock": "one template",
        "unlock": "one template",
        "list": "nothing else",
    }[kind]


def _list(mold: str) -> int:
    with Collection(mold) as collection, writing("standard output"):
        for it in collection.decisions():
            line = f"{it['at']}  {it['kind']:<6}  {it['template']}  {it['argument'] or ''}"
            print(printable(line).rstrip(), file=standard_output())
    return 0
