"""What `pagemold similar` does. Imports neither the command framework nor Arrow: it should answer at once."""

import json as json_format
import os
from collections.abc import Iterator, Mapping, Sequence

from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.page_file import read_page
from pagemold.cli.printable import printable
from pagemold.cli.shortened import padded
from pagemold.errors import SourceError
from pagemold.mold import Mold
from pagemold.store import Collection, Neighbour


def show_similar(
    mold: str, page: str, k: int = 10, measure: str = "cosine", thorough: bool = False, json: bool = False
) -> int:
    """Prints the pages most alike to a page, nearest first."""
    with Mold(mold) as collection:
        found = collection.similar(_query(collection, page), k, measure=measure, thorough=thorough)
        templates = {it.page.group for it in found if it.page.group}
        names = {} if json else {id: collection.called(id) for id in templates}
    if not found:
        say("no page of the collection is alike")
    output = standard_output()
    with writing("standard output"):
        for line in map(_json, found) if json else _lines(found, names):
            print(line, file=output)
    return 0


def _query(collection: Collection, page: str) -> int | str | bytes:
    """What the user means: standard input, a number, a stored address, or else a file."""
    if page.isascii() and page.isdigit() and not os.path.exists(page):
        return int(page)
    if page == "-" or ("://" not in page and os.path.isfile(page)):
        try:
            return read_page(page)
        except OSError as error:
            raise SourceError("source_unreadable", f"{page}: {error.strerror or error}") from error
    return collection.find(page).id


def _lines(found: Sequence[Neighbour], names: Mapping[str, str]) -> Iterator[str]:
    pages = [neighbour.page for neighbour in found]
    templates = padded(["template", *(names[page.group] if page.group else "-" for page in pages)])
    scores = ["score ", *(f"{neighbour.score:.4f}" for neighbour in found)]
    addresses = ["page", *(printable(page.url or page.path or page.source) for page in pages)]
    if found:
        yield from map("  ".join, zip(scores, templates, addresses, strict=True))


def _json(neighbour: Neighbour) -> str:
    page = neighbour.page
    return json_format.dumps(
        {
            "url": page.url,
            "path": page.path,
            "score": round(neighbour.score, 6),
            "group": page.group,
            "group_name": page.group_name,
            "page": page.id,
            "source": page.source,
            "offset": page.offset,
        }
    )
