"""Whether a collection is what was written: the database, every segment, and whether they fit each other."""

import sqlite3

from pagemold.errors import PagemoldError, counted
from pagemold.store.joined import faults_of_joined
from pagemold.store.schema import sqlite_errors
from pagemold.store.segments import open_spans


def faults(folder: str, connection: sqlite3.Connection) -> list[str]:
    """What is wrong, in words."""
    found: list[str] = []
    try:
        with sqlite_errors(folder):
            rows = connection.execute("PRAGMA integrity_check(10)").fetchall()
            found += [f"{folder}: {line}" for (line,) in rows if line != "ok"]
            found += [f"{folder}: {line}" for line in faults_of_joined(connection)]
            spans = open_spans(folder, connection)
            pages = connection.execute("SELECT count(*), coalesce(max(id) + 1, 0) FROM pages").fetchone()
        for span in spans:
            span.segment.verify()
        covered = sum(span.segment.pages for span in spans)
        if pages != (covered, covered):
            found.append(f"{folder}: {counted(pages[0], 'page')}, but segments for {covered:,}")
    except PagemoldError as error:
        found.append(str(error))
    return found
