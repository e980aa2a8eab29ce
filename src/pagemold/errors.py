"""The exception tree. Each error has a stable `code` for programs and an `exit_code` for the shell.

Damage inside a page or an archive is not an error: it is a `Problem` in the summary, and the run goes on.
"""


class PagemoldError(Exception):
    """Root of every error that Pagemold raises on purpose: a stable code and one line for a person."""

    exit_code = 1

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class UsageError(PagemoldError):
    """A wrong call: an unknown method or feature, a value that makes no sense."""

    exit_code = 2


class SourceError(PagemoldError):
    """A source that cannot be read at all: missing, empty, or not what it was taken for."""

    exit_code = 2


class DamagedInput(PagemoldError):
    """Sources were read, but parts of them are damaged, and the caller asked to be strict about it."""

    exit_code = 3


class OutputError(PagemoldError):
    """A result could not be written."""

    exit_code = 4


class InternalError(PagemoldError):
    """Pagemold itself is at fault; the message is worth a report."""

    exit_code = 1
