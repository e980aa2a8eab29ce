"""What a user typed → parts to read: globs, folders, single files, standard input."""

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pagemold.errors import SourceError
from pagemold.sources.folder import walk
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part, readable_name, unreadable
from pagemold.sources.sniff import has_html_name, head_of, is_packed, kind_of
from pagemold.sources.spool import Spool


def expand(sources: Sequence[str], ledger: Ledger, spool: Spool) -> Iterator[Part]:
    """The parts of all sources in the order given. A source that cannot be read goes into the ledger."""
    for source in sources:
        names = _names(source)
        for name in names:
            try:
                for part in _parts(name, ledger, spool):
                    yield part if names == [source] else _as_matched(part)
            except SourceError as error:
                ledger.fail(error)
            except OSError as error:
                ledger.fail(unreadable(name, error))
            except Exception as error:
                ledger.stumble(name, error)


def _names(source: str) -> list[str]:
    """The files a pattern stands for, sorted. A file whose name looks like a pattern is itself."""
    if source == "-" or not glob.has_magic(source) or os.path.lexists(source):
        return [source]
    return sorted(glob.glob(source, recursive=True)) or [source]


def _as_matched(part: Part) -> Part:
    """A page that a pattern led to is known by all of its path: patterns reach into many folders at once."""
    return part if part.path is None else replace(part, path=part.source.replace(os.sep, "/"))


def _parts(name: str, ledger: Ledger, spool: Spool) -> Iterator[Part]:
    if name == "-":
        yield _file(spool.stdin(), "-")
        return
    if "\0" in name:
        raise SourceError("source_missing", f"{name}: no such file or folder")
    mode = os.stat(name).st_mode
    if stat.S_ISDIR(mode):
        yield from _folder(name, ledger)
    elif stat.S_ISREG(mode):
        yield _file(name, name)
    else:
        raise SourceError("source_format", f"{readable_name(name)}: not a regular file; use - to read from a pipe")


def _folder(name: str, ledger: Ledger) -> Iterator[Part]:
    if name.rstrip("/").endswith(".mold"):
        raise SourceError("source_format", f"{readable_name(name)}: a collection; this wants the pages it was made of")
    empty = True
    for part in walk(name, ledger):
        empty = False
        yield part
    if empty:
        raise SourceError("no_pages", f"{readable_name(name)}: no HTML page and no archive in this folder")


def _file(location: str, name: str) -> Part:
    """A single file. Standard input has no name to go by and is taken for a page where it is nothing else.

    An empty file is a page, one without structure, only where its name says so: as in a folder.
    """
    source = readable_name(name)
    size = os.path.getsize(location)
    if not size and not has_html_name(name):
        raise SourceError("source_empty", f"{source}: empty")
    head = head_of(location)
    kind = kind_of(head, name)
    if kind is None and name == "-" and not is_packed(head):
        kind = Kind.DOCUMENT
    if kind is None:
        raise SourceError("source_format", f"{source}: not a WARC, WACZ, HTML, JSONL or Parquet file")
    path = os.path.basename(source) if kind is Kind.DOCUMENT and name != "-" else None
    return Part(kind=kind, location=location, source=source, path=path, size=size)
