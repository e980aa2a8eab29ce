"""A collection that is asked: read → model or measure → answer. Beside `flow`, another joiner; `keeping` fills it.

    with pm.open("shop.mold") as mold:
        mold.add(pm.read("more.warc.gz"))
        mold.similar("<html>…", k=10)

Nothing heavy is imported before it is used: a question from the command line should not wait for what it does not ask.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pagemold.data import Page
from pagemold.errors import UsageError
from pagemold.store.collection import Collection, Neighbour, StoredPage

if TYPE_CHECKING:
    import pyarrow as pa

    from pagemold.flow import Watch
    from pagemold.keeping import Added
    from pagemold.sources import Pages
    from pagemold.store.model import Assignment

AnyPages: TypeAlias = "Pages | Iterable[Page | str | bytes]"

# Measures that look at the pages themselves, each under its name among the measures of two pages.
OF_PAGES = {"grammar": "grammar", "tree-edit": "tree_edit"}
# At least so many of the pages nearest by cosine are compared by such a measure; ten times as many if `thorough`.
_POOL = 50
# Pages that are asked for at most where candidates have to be read again.
_MOST_READ_AGAIN = 1_000


class Mold(Collection):
    """An open collection that can also be added to, asked for templates of new pages, and shown again."""

    def add(self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None) -> "Added":
        """Stores pages that are new. Those that the model knows join their template, the rest are grouped."""
        from pagemold.keeping import add

        return add(self.folder, pages, jobs=jobs, watch=watch)

    def classify(
        self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None
    ) -> "Iterator[tuple[Page, Assignment]]":
        """The template of each page, or none, with score and runner-up; nothing is stored."""
        from pagemold.sources.pages import pages_of

        for batch, found in self._assigned(pages, jobs, watch):
            yield from zip(pages_of(batch), found, strict=True)

    def classified(self, pages: "AnyPages", *, jobs: int = 0, watch: "Watch | None" = None) -> "Iterator[pa.Table]":
        """The same as Arrow tables, in the columns of `TemplateClassifier.classify`, some pages at a time."""
        from pagemold.store.model import assignment_table

        names = {it.id: it.called for it in self.templates()}
        for batch, found in self._assigned(pages, jobs, watch):
            yield assignment_table(batch, found, names)

    def _assigned(
        self, pages: "AnyPages", jobs: int, watch: "Watch | None"
    ) -> "Iterator[tuple[pa.RecordBatch, list[Assignment]]]":
        from pagemold.store.model import assignments
        from pagemold.store.models import model_of
        from pagemold.store.stubs import stub_features, stub_templates, with_stubs

        model, stubs = model_of(self), stub_templates(self)
        with reading(pages, (*model.features, *stub_features(stubs)), jobs) as read:
            for batch in watch(read) if watch else read:
                found = assignments(model, batch)
                yield with_stubs(batch, found, stubs), found

    def similar(
        self,
        page: "int | str | bytes | StoredPage",
        k: int = 10,
        *,
        measure: str = "cosine",
        thorough: bool = False,
    ) -> list[Neighbour]:
        """The pages most alike, as `Collection.similar`; `tree-edit` and `grammar` compare the nearest by cosine.

        For these, pages are read again from where they lie.
        """
        if measure not in OF_PAGES:
            return super().similar(page, k, measure=measure, thorough=thorough)
        if not 1 <= k <= _MOST_READ_AGAIN:
            raise UsageError(
                "wrong_argument", f"k: {k}, but {measure} reads pages again: from 1 to {_MOST_READ_AGAIN:,}"
            )
        own = self._stored(page)
        pool = super().similar(page if own is None else own, (10 if thorough else 1) * max(_POOL, 2 * k))
        texts = self.texts([it.page for it in pool] if own is None else [own, *(it.page for it in pool)])
        asked = page if own is None else texts.pop(0)
        scores = _similarities(asked, texts, OF_PAGES[measure])  # type: ignore[arg-type]
        ranked = sorted(zip(scores, pool, strict=True), key=lambda pair: (-pair[0], -pair[1].score, pair[1].page.id))
        return [Neighbour(it.page, score) for score, it in ranked[:k]]

    def html(self, page: "int | str | StoredPage") -> str:
        """A page's text, read again from where it lies: an archive, a file, a row of a table."""
        stored = page if isinstance(page, StoredPage) else self.page(page) if isinstance(page, int) else self.find(page)
        return self.texts([stored])[0]

    def _stored(self, page: "int | str | bytes | StoredPage") -> StoredPage | None:
        """The stored page that is meant, if it is one; HTML is none."""
        if isinstance(page, int):
            return self.page(page)
        if isinstance(page, str) and "<" not in page:
            return self.find(page)
        return page if isinstance(page, StoredPage) else None

    def texts(self, pages: Sequence[StoredPage], jobs: int = 0) -> list[str]:
        """The texts of stored pages, read again; an error names the first that is not there any more as it was."""
        from pagemold.sources import Place, read_pages
        from pagemold.store.missing_page import not_there

        places = [Place(page.location, page.path, page.offset, page.length) for page in pages]
        texts = []
        for stored, found in zip(pages, read_pages(places, jobs), strict=True):
            if found is None or (found.url, found.size) != (stored.url, stored.size):
                raise not_there(stored)
            texts.append(found.html or "")
        return texts

    def pages(self) -> Any:
        """One row a page as a pandas DataFrame; `table()` gives the same as Arrow."""
        from pagemold.arrow import frame

        return frame(self.table, "Mold.pages()")

    def kneighbors(
        self, pages: "Iterable[Page | str | bytes]", n_neighbors: int = 10, return_distance: bool = True
    ) -> Any:
        """As scikit-learn's: distances (1 - cosine) and page numbers, a row a page; infinity and -1 fill up."""
        import numpy as np

        from pagemold.features import features
        from pagemold.store.branches import bags_of_batch, columns
        from pagemold.store.segments import nearest

        self._refresh()
        feature = self.settings["branches"]
        found = []
        for batch in features(pages, columns(feature)):
            found += nearest(self._spans, bags_of_batch(batch, feature), n_neighbors, jobs=0)
        distances = np.full((len(found), n_neighbors), np.inf)
        numbers = np.full((len(found), n_neighbors), -1, np.int64)
        for row, hits in enumerate(found):
            for place, (page, score) in enumerate(hits):
                distances[row, place], numbers[row, place] = 1 - score, page
        return (distances, numbers) if return_distance else numbers


def open_mold(folder: str | os.PathLike[str]) -> Mold:
    """Opens a collection, `NAME.mold/`, to ask it and to add to it."""
    return Mold(folder)


def _similarities(page: str | bytes, others: list[str], measure: str) -> list[float]:
    """How alike a page and each of the others are."""
    from pagemold.features import features
    from pagemold.measures import MEASURES

    chosen = MEASURES[measure]
    rows = chosen.prepare(features([page, *others], chosen.features))
    found = chosen.matrix(rows.take([0]), rows.take(list(range(1, len(others) + 1))))
    return [float(score) for score in found[0]]


def reading(pages: "AnyPages", names: tuple[str, ...], jobs: int) -> Any:
    """The rows of pages with these features, wherever the pages are."""
    from pagemold.features import features
    from pagemold.features.memory import Memory
    from pagemold.sources import Pages

    if isinstance(pages, Pages):
        return pages.batches(names, jobs=jobs)
    return Memory(features(pages, names, jobs=jobs))
