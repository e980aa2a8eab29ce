"""Class names that tools for style sheets make, told by their form: what of them a person chose."""

import re
from collections.abc import Callable, Sequence

WORDS = re.compile(
    # Not four consonants in a row, and in each word two letters and a vowel.
    r"(?!.*[bcdfghjklmnpqrstvwxz]{4})(?=.+[aeiouy]|[aeiouy].)[a-z]+",
    re.IGNORECASE | re.ASCII,
)
COMPONENT = re.compile(r"(?:(?P<named>.*)(?:-|__))?sc-(?P<id>.*)", re.DOTALL)
NUMBERED = re.compile(r"(?P<hash>[a-z0-9]{5,8})-[0-9]+")
EMOTION = re.compile(r"css-(?P<hash>0|[a-z0-9]{6,7})(?:-(?P<label>.*))?", re.DOTALL)
# The marks of tools that have words beside what was made up among those who use them, and of those that have none.
MARKS_OR_WORDS = re.compile("svelte-(?P<svelte>[a-z0-9]{5,7})|astro-(?P<astro>[a-z0-9]{8}|[A-Z]{8})")
MARKS = re.compile(
    "jss[0-9]+|astro-(?=.*[0-9])(?=.*[A-Z])[A-Z0-9]{8}|ng-tns-c[0-9]+(-[0-9]+)*|__(className|variable)_[0-9a-f]{6}"
)


def is_word(text: str) -> bool:
    return bool(WORDS.fullmatch(text)) and (text[1:].islower() or text.isupper())


def reads_as_words(text: str) -> bool:
    parts = [part.rstrip("0123456789") for part in re.split("[-_]", text)]
    return all(is_word(word) for part in parts if part for word in re.split("(?<=[a-z])(?=[A-Z])", part))


def without_dash(text: str) -> str:
    """`a-d` is written for `ad`."""
    return re.sub("(?<=a)-(?=d)", "", text, flags=re.IGNORECASE)


def is_generated(token: str) -> bool:
    return bool(re.fullmatch("[A-Za-z]{4,8}", without_dash(token)))


def component_id(token: str, looks_random: Callable[[str], bool]) -> tuple[str, str] | None:
    """What a person chose of an id of styled-components, and whether it is one for `sure` or `perhaps`."""
    found = COMPONENT.fullmatch(token)
    if not found:
        return None
    named, text = found["named"] or "", found["id"]
    if numbered := NUMBERED.fullmatch(text):
        is_sure = not numbered["hash"].isalpha() or not reads_as_words(numbered["hash"])
        return named, "sure" if is_sure else "perhaps"
    if re.fullmatch("[A-Za-z0-9]+", text) and looks_random(text):
        return named, "sure"
    if not re.fullmatch("[A-Za-z]{5,6}", without_dash(text)):
        return None
    is_mixed = bool(re.search("[A-Z]", text[1:]) and re.search("[a-z]", text))
    doubts = [is_mixed, not reads_as_words(text)]
    return (named, "sure" if all(doubts) else "perhaps") if any(doubts) else None


def without_mark(token: str) -> str:
    """The label of a class of Emotion, nothing of a mark of another tool, all of any other."""
    emotion = EMOTION.fullmatch(token)
    if emotion and (not emotion["hash"].isalpha() or not reads_as_words(emotion["hash"])):
        return emotion["label"] or ""
    perhaps = MARKS_OR_WORDS.fullmatch(token)
    is_mark = MARKS.fullmatch(token) or (perhaps and not reads_as_words(perhaps["svelte"] or perhaps["astro"]))
    return "" if is_mark else token


def chosen(written: Sequence[str], looks_random: Callable[[str], bool]) -> list[str]:
    left: list[str] = []
    ids = [component_id(token, looks_random) for token in written]
    for place, id in enumerate(ids):
        behind = next((written[n] for n in range(place + 1, len(ids)) if ids[n] is None), "")
        if id and id[1] == "perhaps" and not (is_generated(behind) and not reads_as_words(behind)):
            ids[place] = None
    place = 0
    while place < len(written):
        run = 0
        while place < len(written) and (id := ids[place]):
            left.append(id[0])
            run, place = run + 1, place + 1
        for nth in range(run):
            if place == len(written) or ids[place] or not is_generated(written[place]):
                break
            if nth > 0 and reads_as_words(written[place]):
                break
            place += 1
        if place < len(written) and not ids[place]:
            left.append(without_mark(written[place]))
            place += 1
    return [token for token in left if token]
