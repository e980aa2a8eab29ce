"""What goes wrong while the corpus is fetched."""


class CorpusError(Exception):
    """A package could not be downloaded or unpacked; the message says which and why."""
