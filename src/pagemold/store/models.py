"""Which model tells templates of new pages: the one of the method that made them."""

from pagemold.store.collection import Collection
from pagemold.store.grammar_model import GrammarModel, read_model
from pagemold.store.model import Model
from pagemold.store.near_fingerprints import FingerprintModel
from pagemold.store.neighbours import NeighbourModel


def model_of(collection: Collection) -> Model:
    """What tells templates of new pages, by the method that made them."""
    collection._refresh()
    if collection.settings["method"] == "fingerprint":
        return FingerprintModel(collection._connection)
    templates = (
        read_model(collection.folder, collection._connection) if collection.settings["method"] == "grammar" else None
    )
    if templates is not None:
        return GrammarModel(templates, collection.folder, collection._connection)
    return NeighbourModel(collection._connection, collection._spans, collection.settings["branches"])
