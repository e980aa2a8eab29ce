"""The templates of a collection as groups, for the commands that show either."""

from pagemold.clustering import Group
from pagemold.store import Collection


def groups_of(collection: Collection) -> tuple[Group, ...]:
    """Largest first, as `cluster` shows them."""
    pages = max(len(collection), 1)
    return tuple(
        Group(it.id, it.pages, it.pages / pages, it.example, it.fingerprint, name=it.called, flags=it.flags)
        for it in collection.templates()
    )
