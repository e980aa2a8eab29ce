"""Anything → pages.

Takes folders, files, archives (WARC, WACZ), tables (JSONL, Parquet), globs and standard input, several at once.
Gives `Pages`: lazy, re-iterable, in the order given; batches of Arrow rows, or one `Page` after another.
Promises that one bad source or damaged record never costs the others, and says what it passed over and
what damage it met; damage below the part that is read goes unnoticed unless the whole is asked for.
Never writes outside its own temporary folder, never trusts a name from inside an archive, never holds a whole source.
"""

from pagemold.sources.pages import Pages, Reading, read
from pagemold.sources.single import Place, read_page, read_pages

__all__ = ["Pages", "Place", "Reading", "read", "read_page", "read_pages"]
