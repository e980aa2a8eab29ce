"""`pagemold hash`: files → fingerprints, one line each, as checksum tools write them."""

import json as json_format
from typing import Annotated

import typer

from pagemold import features
from pagemold.arrow import flag_names
from pagemold.cli import options
from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.page_file import read_page
from pagemold.cli.printable import printable
from pagemold.data import fingerprint_string
from pagemold.errors import SourceError


def hash_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="HTML files; - for stdin.", show_default=False)],
    json: options.Json = False,
) -> int:
    """Print the fingerprint of each file: lzw1: and hexadecimal digits, two spaces, the path."""
    code = 0
    for file in files:
        try:
            html = read_page(file)
        except OSError as error:
            say(f"{file}: {error.strerror or error}")
            code = SourceError.exit_code
            continue
        batch = next(features.features([html], ["fingerprint"], jobs=1))
        flags = flag_names(batch["flags"][0].as_py())
        if "no_structure" in flags:
            say(f"warning: {file}: this is no HTML; archives are for pagemold cluster")
        with writing("standard output"):
            print(_line(file, batch["fingerprint"][0].as_py(), flags, json), file=standard_output())
    return code


def _line(file: str, entries: bytes, flags: tuple[str, ...], json: bool) -> str:
    fingerprint = fingerprint_string(entries)
    if not json:
        return f"{fingerprint}  {printable(file, limit=None)}"
    known = None if "no_structure" in flags else fingerprint
    return json_format.dumps({"url": None, "path": file, "group": None, "flags": flags, "fingerprint": known})
