"""`pagemold compact`: a collection in as little room as it can be."""

from pagemold.cli import mold_options, options
from pagemold.cli.guard import say
from pagemold.errors import counted
from pagemold.store import schema
from pagemold.store.writer import Writer


def compact(mold: mold_options.Folder, jobs: options.Jobs = 0, quiet: mold_options.Quiet = False) -> int:
    """Join all segments into one and give back the room of what was deleted; readers go on reading."""
    with Writer(mold, "compact") as writer:
        segments = writer.settle(jobs, all_into_one=True)
        with schema.sqlite_errors(mold):
            writer.connection.execute("VACUUM")
            writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not quiet:
        say(f"{mold}: {counted(segments, 'segment')}")
    return 0
