"""`pagemold decide`: what a person decides about templates."""

from typing import Annotated

import typer

from pagemold.cli import mold_options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.printable import printable
from pagemold.errors import UsageError
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
    from pagemold.store import decisions
    from pagemold.store.writer import Writer

    template, *rest = words
    with Collection(mold) as collection, Writer(mold, f"decide {kind}") as writer:
        if kind == "name":
            decisions.give_name(writer, template, rest[0])
            return f"{template} is called {rest[0]}"
        if kind == "merge":
            decisions.merge(writer, template, rest)
            return f"{', '.join(rest)} now {'shows' if len(rest) == 1 else 'show'} as {template}"
        if kind == "split":
            id = decisions.split(writer, template, [_page(collection, word) for word in rest])
            return f"{len(rest)} of {template} are now {id}"
        decisions.lock(writer, template, kind == "lock")
        return f"{template} is {kind}ed"


def _page(collection: Collection, word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() else collection.find(word).id


def _wanted(kind: str) -> str:
    return {
        "name": "a template and its name",
        "merge": "a template and others to show as it",
        "split": "a template and pages of it, by number, URL or path",
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
