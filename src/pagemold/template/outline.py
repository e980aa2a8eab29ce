"""A template as lines that a person reads: the tree of its parts, with what never varies folded away."""

from collections.abc import Iterator

from pagemold.data import Part, Template

# Parts on fewer of the pages are counted, not shown.
RARE = 0.1
_SHOWN = 60


def outline(template: Template, *, everything: bool = False) -> Iterator[str]:
    """One line a part, indented by depth: `?` optional, `*` repeated, `{…}` a slot with samples of what fills it.

    What is the same on every page takes one line for all of it, unless `everything` is asked for.
    """
    folded_below = constant_parts(template) if not everything else {}
    skip_to = 0
    for place, part in enumerate(template.parts):
        if place < skip_to:
            continue
        indent = "  " * part.depth
        last = folded_below.get(place)
        if not everything and part.pages < RARE * template.pages:
            skip_to = _end_of_rare(template, place)
            yield f"{indent}… {skip_to - place} rare part{'s' if skip_to - place > 1 else ''}"
        elif last is not None and last > place:
            skip_to = last + 1
            below = last - place
            yield f"{indent}{_label(part)}  … {below} part{'s' if below > 1 else ''} below, the same on every page"
        else:
            yield f"{indent}{_label(part)}"


def constant_parts(template: Template) -> dict[int, int]:
    """For each part below which nothing varies, the last part below it."""
    last = list(range(len(template.parts)))
    is_constant = [not (part.is_slot or part.attributes) and part.is_mandatory for part in template.parts]
    for place in range(len(template.parts) - 1, 0, -1):
        parent = template.parts[place].parent
        if parent is not None:
            last[parent] = max(last[parent], last[place])
            is_constant[parent] = is_constant[parent] and is_constant[place]
    return {place: last[place] for place, constant in enumerate(is_constant) if constant}


def _end_of_rare(template: Template, place: int) -> int:
    """The place after rare neighbours and all below them."""
    depth = template.parts[place].depth
    while place < len(template.parts):
        part = template.parts[place]
        if part.depth < depth or (part.depth == depth and part.pages >= RARE * template.pages):
            break
        place += 1
    return place


def _label(part: Part) -> str:
    said = [part.segment]
    if not part.is_mandatory:
        said.append(f"? {_part_of_all(part.share)}")
    if part.is_repeated:
        said.append(f"* {times(part)}")
    if part.attributes:
        said.append(" ".join("@" + name for name in part.attributes))
    if part.classes:
        said.append("{" + " | ".join(varying_classes(part)) + "}")
    if part.is_slot:
        said.append("{" + " | ".join(map(_short, part.samples)) + more_texts(part) + "}")
    elif part.constant:
        said.append(f'"{_short(part.constant)}"{more_texts(part)}')
    return "  ".join(said)


def times(part: Part) -> str:
    """How often a page that has the part has it."""
    usual, most = part.count
    return f"{usual}" if usual == most else f"{usual}, at most {most}"


def varying_classes(part: Part) -> list[str]:
    """The classes of `html` or `body` that not all pages have, with the share of pages that do."""
    shown = [f".{_short(token)} {_part_of_all(share)}" for token, share in part.classes]
    return [*shown, f"… {part.more_classes:,} more"] if part.more_classes else shown


def _part_of_all(share: float) -> str:
    """Neither none nor all, however it is rounded."""
    return f"{min(max(share, 0.01), 0.99):.0%}"


def more_texts(part: Part) -> str:
    """How many texts there are that are not shown."""
    return f" … and {part.more_texts:,} more" if part.more_texts else ""


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
