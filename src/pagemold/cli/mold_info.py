"""`pagemold info` of a collection."""

import json as json_format
from typing import Any

from pagemold.cli.guard import standard_output, writing
from pagemold.cli.mold_options import is_mold
from pagemold.cli.printable import printable
from pagemold.errors import UsageError, counted
from pagemold.store import Collection


def info_of_molds(folders: list[str], json: bool, top: int) -> int:
    """One JSON object, or a few lines, for each collection, with its `top` largest templates, or all."""
    if other := next((it for it in folders if not is_mold(it)), None):
        raise UsageError("wrong_argument", f"{other}: collections and other sources are asked one by one")
    for folder in folders:
        with Collection(folder) as collection:
            found = collection.info()
            templates = collection.templates()[: top or None]
        shown = [
            {
                "id": it.id,
                "name": it.name,
                "called": it.called,
                "pages": it.pages,
                "locked": it.locked,
                "flags": it.flags,
            }
            for it in templates
        ]
        with writing("standard output"):
            text = (
                json_format.dumps({"mold": folder, **found, "largest": shown}) if json else _lines(folder, found, shown)
            )
            print(text, file=standard_output())
    return 0


def _lines(folder: str, found: dict[str, Any], templates: list[dict[str, Any]]) -> str:
    settings = found["settings"]
    lines = {
        "collection": printable(folder),
        "pages": f"{found['pages']:,}, {found['without_template']:,} without a template",
        "templates": f"{found['templates']:,} by {settings['method']}, "
        f"{counted(found['decisions'], 'decision')} of people",
        "index": f"{counted(found['distinct_structures'], 'distinct structure')} ({settings['branches']}), "
        f"{counted(int(settings['bands']), 'band')} of {counted(int(settings['rows']), 'row')}, "
        f"{counted(found['segments'], 'segment')}",
        "on disk": f"{found['bytes'] / 1e6:,.1f} MB",
        "made": settings["created"],
    }
    told = [f"{name:<11} {value}" for name, value in lines.items()]
    for it in templates:
        remarks = "".join(f" ({flag})" for flag in [*it["flags"], *(["locked"] if it["locked"] else [])])
        called = f" {printable(it['called'])}" if it["called"] else ""
        told.append(f"{it['pages']:>11,} {it['id']}{called}{remarks}")
    if left := found["templates"] - len(templates):
        told.append(f"… and {counted(left, 'more template')} (--top 0 shows all)")
    return "\n".join(told)
