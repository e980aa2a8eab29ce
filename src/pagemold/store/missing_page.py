"""What is said of a page that is not where it lay when it was added."""

import os

from pagemold.errors import SourceError
from pagemold.store.collection import StoredPage


def not_there(page: StoredPage) -> SourceError:
    """The error for it: what came of the place."""
    who = f"page {page.id:,} ({page.url or page.path or page.source})"
    if not page.location or page.location == "-":
        return SourceError("no_such_page", f"{who} came from {page.source}: it is kept nowhere")
    if not os.path.exists(page.location) and not os.path.exists(page.location.rpartition("#")[0]):
        return SourceError("source_missing", f"{who} lay in {page.location}, which is not there any more")
    message = f"{who} lay in {page.location}, which has changed since: this page is not at {page.offset:,} any more"
    return SourceError("source_changed", message)
