"""`pagemold verify`: whether a collection is what was written."""

from pagemold.cli import mold_options
from pagemold.cli.guard import say
from pagemold.errors import CollectionError
from pagemold.store import Collection


def verify(mold: mold_options.Folder, quiet: mold_options.Quiet = False) -> int:
    """Read every byte of a collection and compare every checksum; exit with 2 if something is wrong."""
    with Collection(mold) as collection:
        faults = collection.verify()
    for fault in faults:
        say(fault)
    if not faults and not quiet:
        say(f"{mold}: sound")
    return CollectionError.exit_code if faults else 0
