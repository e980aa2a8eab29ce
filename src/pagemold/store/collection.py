"""A collection as a reader sees it: the last committed state, at every call the newest."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from pagemold.errors import CollectionError, UsageError, listed
from pagemold.store import schema
from pagemold.store.branches import bag_of_html
from pagemold.store.segments import Bags, Hit, Span, bag_of, nearest, open_spans
from pagemold.store.settings import read_settings
from pagemold.store.templates import Template, called, read_templates, shown_name, template_number

if TYPE_CHECKING:
    import pyarrow as pa

MEASURES = ("cosine", "jaccard")
_AT_ONCE = 500
_PAGE = """
SELECT pages.id, pages.url, pages.path, sources.name, sources.location, pages.offset, pages.length,
    shown.id, {shown_name}, pages.size
FROM pages JOIN sources ON sources.number = pages.source LEFT JOIN templates ON templates.number = pages.template
LEFT JOIN templates AS shown ON shown.number = templates.shown_as WHERE
"""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One page of a collection: its number, where it lies, its template."""

    id: int
    url: str | None
    path: str | None
    source: str
    location: str
    offset: int
    length: int
    group: str | None
    group_name: str | None
    size: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page and how alike it is, from 0 to 1."""

    page: StoredPage
    score: float


class Collection:
    """An open collection. Several may read one, while another process writes to it; a context manager."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._connection = schema.connect(self.folder)
        self._version: int | None = None
        self._spans: list[Span] = []
        with schema.sqlite_errors(self.folder):
            self.settings = read_settings(self.folder, self._connection)
        self._refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the files."""
        self._connection.close()
        self._spans = []

    def __len__(self) -> int:
        """How many pages there are."""
        return int(self._one("SELECT count(*) FROM pages"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.folder!r})"

    def similar(
        self,
        page: "int | str | bytes | StoredPage",
        k: int = 10,
        *,
        measure: str = "cosine",
        thorough: bool = False,
    ) -> list[Neighbour]:
        """The pages most alike to a stored page (by number or URL) or to HTML; a stored one is not its own neighbour.

        Candidates come from an index that finds nearly all of them; `thorough` compares everything that it touches.
        """
        if measure not in MEASURES:
            # Those that need the pages themselves are `Mold.similar`'s.
            known = ", ".join((*MEASURES, "grammar", "tree-edit"))
            raise UsageError("wrong_argument", f"{measure}: no such measure; there is {known}")
        if not 1 <= k <= 1_000_000:
            raise UsageError("wrong_argument", f"k: {k} is not between 1 and 1,000,000")
        bags, own = self._query(page)
        hits = self._nearest(bags, k + (own is not None), measure, thorough)
        hits = [hit for hit in hits if hit[0] != own][:k]
        pages = self._pages([number for number, _ in hits])
        return [Neighbour(pages[number], score) for number, score in hits]

    def _query(self, page: "int | str | bytes | StoredPage") -> tuple[Bags, int | None]:
        self._refresh()
        if isinstance(page, StoredPage):
            page = page.id
        if isinstance(page, str) and "<" not in page:
            page = self.find(page).id
        if isinstance(page, int):
            return bag_of(self._spans, page), page
        bags, flags = bag_of_html(page, self.settings["branches"])
        if flags & 1 << _no_structure():
            raise UsageError("no_structure", "this page has no structure to go by")
        return bags, None

    def _nearest(self, bags: Bags, k: int, measure: str, thorough: bool) -> list[Hit]:
        return nearest(self._spans, bags, k, measure, thorough=thorough)[0]

    def _page(self) -> str:
        """The query for a `StoredPage`, up to its condition."""
        return _PAGE.format(shown_name=shown_name(self._connection))

    def _pages(self, numbers: Sequence[int]) -> dict[int, StoredPage]:
        """Pages by their numbers, in few looks into the database."""
        found: dict[int, StoredPage] = {}
        with schema.sqlite_errors(self.folder):
            for start in range(0, len(numbers), _AT_ONCE):
                some = numbers[start : start + _AT_ONCE]
                query = f"{self._page()} pages.id IN ({', '.join('?' * len(some))})"
                found |= {row[0]: StoredPage(*row) for row in self._connection.execute(query, some)}
        missing = next((number for number in numbers if number not in found), None)
        if missing is not None:
            raise CollectionError("no_such_page", f"{self.folder}: there is no page {missing:,}")
        return found

    def page(self, number: int) -> StoredPage:
        """A page by its number."""
        return self._pages([number])[number]

    def find(self, address: str) -> StoredPage:
        """A page by its URL, or by its path or the file it came from, or by how its URL or path ends, from a `/` on or
        behind the `…` of a table; of several captures the latest.
        """
        with schema.sqlite_errors(self.folder):
            for column in ("pages.url", "pages.path", "sources.location"):
                given = os.path.abspath(address) if column == "sources.location" else address
                query = f"{self._page()} {column} = ? ORDER BY pages.id DESC LIMIT 1"
                row = self._connection.execute(query, (given,)).fetchone()
                if row is not None:
                    return StoredPage(*row)
            found = self._by_ending(address)
        if len(found) == 1:
            return self.page(found[0][0])
        if found:
            told = listed([known_by for _, known_by in found], "pages end so")
            raise CollectionError("ambiguous_page", f"{address}: {told}")
        raise CollectionError("no_such_page", f"{address}: no page of {self.folder} has this address, or ends so")

    def _by_ending(self, given: str) -> list[tuple[int, str]]:
        """The latest page of each URL, or else of each path, that ends so. All pages are looked at."""
        ending = given.removeprefix("…") if given.startswith("…") else f"/{given.removeprefix('/')}"
        if not given.strip("…/"):
            return []
        for column in ("url", "path"):
            ends_so = f"substr({column}, -length(?1)) = ?1"
            query = f"SELECT max(id), {column} FROM pages WHERE {ends_so} GROUP BY {column} ORDER BY {column}"
            if found := self._connection.execute(query, (ending,)).fetchall():
                return found
        return []

    def templates(self) -> list[Template]:
        """The templates that have pages, largest first."""
        with schema.sqlite_errors(self.folder):
            return read_templates(self._connection)

    def template(self, given: str) -> Template:
        """The template that an id or a name means, or how one begins; one that was merged is the one it shows as."""
        with schema.sqlite_errors(self.folder):
            number = template_number(self._connection, given)
        id = self._one("SELECT id FROM templates WHERE number = ?", (number,))
        found = next((it for it in self.templates() if it.id == id), None)
        if found is None:
            raise CollectionError("no_such_template", f"{given}: no page has this template any more")
        return found

    def called(self, template: str) -> str:
        """What people are shown for a template, by its id: a name, or the id."""
        with schema.sqlite_errors(self.folder):
            return called(self._connection, template)

    def pages_of(self, template: str) -> Iterator[StoredPage]:
        """The pages of a template, by number."""
        with schema.sqlite_errors(self.folder):
            name = shown_name(self._connection)
            query = f"{self._page()} shown.id = ?1 OR {name} = ?1 ORDER BY pages.id"
            for row in self._connection.execute(query, (template,)):
                yield StoredPage(*row)

    def decisions(self) -> list[dict[str, Any]]:
        """What people decided, oldest first."""
        names = ("at", "kind", "template", "argument")
        with schema.sqlite_errors(self.folder):
            rows = self._connection.execute("SELECT at, kind, template, argument FROM decisions ORDER BY number")
            return [dict(zip(names, row, strict=True)) for row in rows.fetchall()]

    def table(self, *, flags_in_words: bool = True) -> "pa.Table":
        """One row a page as an Arrow table, in the columns of `Clustering.table()`, and `score`."""
        from pagemold.store.table import pages_table

        with schema.sqlite_errors(self.folder):
            return pages_table(self._connection, flags_in_words=flags_in_words)

    def info(self) -> dict[str, Any]:
        """Pages, templates, segments, bytes on disk, settings."""
        self._refresh()
        kept = [os.path.join(self.folder, schema.SEGMENTS, span.file) for span in self._spans]
        size = sum(map(os.path.getsize, [os.path.join(self.folder, schema.DATABASE), *kept]))
        return {
            "pages": len(self),
            "templates": len(self.templates()),
            "without_template": self._one("SELECT count(*) FROM pages WHERE template IS NULL"),
            "decisions": self._one("SELECT count(*) FROM decisions"),
            "segments": len(self._spans),
            "distinct_structures": sum(span.segment.bags for span in self._spans),
            "bytes": size,
            "settings": self.settings,
        }

    def verify(self) -> list[str]:
        """Reads every byte; gives what is wrong, in words. Nothing wrong is an empty list."""
        from pagemold.store.check import faults

        return faults(self.folder, self._connection)

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        with schema.sqlite_errors(self.folder):
            return self._connection.execute(query, values).fetchone()[0]

    def _refresh(self) -> None:
        """Follows a writer: when something was committed, the segments may be others."""
        for attempt in range(5):
            version = self._one("PRAGMA data_version")
            if version == self._version:
                return
            try:
                with schema.sqlite_errors(self.folder):
                    self._spans = open_spans(self.folder, self._connection)
            except CollectionError:
                # Joined and swept away between the look into the database and the one into the folder.
                if attempt == 4 or version == self._one("PRAGMA data_version"):
                    raise
                continue
            self._version = version


def _no_structure() -> int:
    from pagemold._native import FLAG_NAMES

    return FLAG_NAMES.index("no_structure")
