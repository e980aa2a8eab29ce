"""The most typical page of each template, as grouping knew it: it takes all pages of a template to tell."""

from collections.abc import Mapping

from pagemold.store.notes import note
from pagemold.store.writer import Writer


def set_examples(writer: Writer, pages: Mapping[str, int], *, instead: bool = False) -> None:
    """Notes the typical page of templates, by their ids, with the next commit; `instead` of all but those of locked
    ones.
    """
    note(writer, "examples", "page INTEGER", pages, instead=instead)
