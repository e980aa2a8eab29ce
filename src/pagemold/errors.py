"""The exception tree. Each error has a stable `code` for programs and an `exit_code` for the shell.

Damage inside a page or an archive is not an error: it is a `Problem` in the summary, and the run goes on.
Damage below the part that is read goes unnoticed, unless the whole is asked for (`--strict`, `whole=True`).

Behind the tree stands what the messages of all rooms are made of: bounds, what somebody may have meant, numbers with
their nouns. It is here because every room raises errors and says the like in them.
"""

from collections.abc import Iterator, Sequence


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


class CollectionError(PagemoldError):
    """A collection that cannot be used: missing, damaged, of a newer version, or being written by somebody else."""

    exit_code = 2


class OutputError(PagemoldError):
    """A result could not be written."""

    exit_code = 4


class InternalError(PagemoldError):
    """Pagemold itself is at fault; the message is worth a report."""

    exit_code = 1


# Far above any machine and any use; far below what no memory could hold.
MOST_JOBS = 4_096
MOST_MINHASHES = 65_536


def check_numbers(*, jobs: int, minhash: int, seed: int) -> None:
    """Refuses numbers that the core has no room for."""
    bounds = {"jobs": (jobs, 0, MOST_JOBS), "minhash": (minhash, 1, MOST_MINHASHES), "seed": (seed, 0, 2**64 - 1)}
    for name, (value, least, most) in bounds.items():
        if not least <= value <= most:
            raise UsageError("wrong_argument", f"{name}: {value} is not between {least} and {most:,}")


def meant(known: Sequence[tuple[str, str | None]], given: str, *, parts: bool = True) -> list[int]:
    """The places of those, each an id and a name, that somebody means: by the id, else by the name, else by how either
    begins, else, where `parts` do, by a part of the name. Names go by what a keyboard has, too, and in small letters.

    A part from inside of an id means nobody: ids are hexadecimal, and many a word or number is in one by chance.

    >>> meant([("g12", "/a/*"), ("g13", "/a/b"), ("g2", None)], "/a/b"), meant([("g12", "x"), ("g13", "y")], "g1")
    ([1], [0, 1])
    >>> meant([("g12", "“Part …”"), ("g13", "…/sql-*.html")], "sql"), meant([("g12", "“Part …”")], '"Part ..."')
    ([1], [0])
    """
    if not given:
        return []
    typed, plain = typable(given), [tuple(typable(it or "") for it in both) for both in known]
    ways: tuple[Iterator[bool], ...] = (
        (id == given for id, _ in known),
        (name == given for _, name in known),
        (typed == name for _, name in plain),
        (any(it.startswith(typed) for it in both) for both in plain),
        (parts and typed in name for _, name in plain),
    )
    found = ([place for place, fits in enumerate(way) if fits] for way in ways)
    return next(filter(None, found), [])


# Dots and quotes that names have, then quotes, dashes and spaces that headings may have.
_TYPED = str.maketrans(
    {"…": "...", "“": '"', "”": '"', "„": '"'}
    | {"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u00a0": " "}
)


def typable(text: str) -> str:
    """A text in small letters, with the signs that any keyboard has for those that few have.

    >>> typable("…/SQL-*.html"), typable("“Part …”")
    ('.../sql-*.html', '"part ..."')
    """
    return text.translate(_TYPED).casefold()


# So many of those that somebody may mean are named.
_CANDIDATES = 10


def counted(number: int, noun: str) -> str:
    """A number with its noun, for people.

    >>> counted(1, "page"), counted(2_000, "page")
    ('1 page', '2,000 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(candidates: Sequence[str], what: str) -> str:
    """How many are meant by something, and which, or some of them.

    >>> listed(["g1 /a", "g2"], "groups begin so")
    '2 groups begin so: g1 /a; g2'
    """
    rest = [f"and {len(candidates) - _CANDIDATES:,} more"] if len(candidates) > _CANDIDATES else []
    return f"{len(candidates):,} {what}: {'; '.join([*candidates[:_CANDIDATES], *rest])}"
