"""Hosts, their templates and the variants of these: as indented lines that fit the terminal, or as JSON."""

import json as json_format
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from pagemold.cli.group_table import flags_of, name_of
from pagemold.cli.guard import standard_output, writing
from pagemold.cli.output import line_width, show
from pagemold.cli.printable import printable
from pagemold.cli.shortened import beginning, cells, ending, shortened
from pagemold.clustering import Host, HostTemplate, Variant
from pagemold.errors import counted

NO_HOST = "(pages without a host)"
# Variants of a template that are shown, unless all is asked for.
_VARIANTS = 6
# Names and marks may take this share of what a line has left beside numbers; examples get the rest, if it is enough.
_WORDS = 2 / 3
_LEAST = 12
_GAP = "  "
_SEGMENTS = re.compile(r"(?<!\\)/")
# A segment that says something alone; before others stands what they are in.
_SAYS = re.compile(r"[.#\[]")


def print_tree(hosts: Iterable[Host], top: int) -> None:
    """The largest hosts, the largest templates of each, their largest variants, and how many more there are of each;
    `top=0` shows all.
    """
    left = 0
    for place, host in enumerate(hosts):
        if top and place >= top:
            left += 1
            continue
        for line in _host_lines(host, top, line_width()):
            show(Text(line.rstrip()))
    if left:
        show(Text(f"… and {counted(left, 'more host')} (--top 0 shows all)"))


def _host_lines(host: Host, top: int, width: int) -> Iterator[str]:
    alone = f", {host.ungrouped:,} in no template" if host.ungrouped else ""
    name = NO_HOST if host.name is None else printable(host.name, limit=300)
    yield f"{name}{_GAP}{counted(host.size, 'page')} in {counted(len(host.templates), 'template')}{alone}"
    shown = host.templates[: top or None]
    first = max((len(template.group.id) for template in shown), default=0)
    numbers = max((len(f"{template.size:,}") for template in shown), default=0)
    left = width - len(_GAP) * 3 - first - numbers
    rooms = [max(left - len(flags_of(template.group)), 1) for template in shown]
    names = shortened([name_of(template.group) for template in shown], rooms)
    called = [name + flags_of(template.group) for template, name in zip(shown, names, strict=True)]
    # A template that is torn is shown by pages of its variants.
    examples = [template.example if len(template.variants) == 1 else None for template in shown]
    for template, said in zip(shown, _with_examples(called, examples, left), strict=True):
        yield f"{_GAP}{template.group.id:<{first}}{_GAP}{template.size:>{numbers},}{_GAP}{said}"
        if len(template.variants) > 1:
            yield from _variant_lines(template, top, first + len(_GAP) * 2 + numbers, width)
    if len(host.templates) > len(shown):
        yield f"{_GAP}… and {counted(len(host.templates) - len(shown), 'more template')} (--top 0 shows all)"


def _variant_lines(template: HostTemplate, top: int, indent: int, width: int) -> Iterator[str]:
    """Below a template, one step further in than its name."""
    shown: Sequence[Variant] = template.variants[: _VARIANTS if top else None]
    numbers = max(len(f"{variant.size:,}") for variant in shown)
    lead = " " * (indent + len(_GAP))
    left = width - len(lead) - numbers - len(_GAP)
    tails = _tails(path for variant in shown for path in (variant.has, variant.lacks) if path)
    words, examples = [_mark(variant, tails) for variant in shown], [variant.example for variant in shown]
    for variant, said in zip(shown, _with_examples(words, examples, left), strict=True):
        yield f"{lead}{variant.size:>{numbers},}{_GAP}{said}"
    if len(template.variants) > len(shown):
        rest = template.variants[len(shown) :]
        pages = sum(variant.size for variant in rest)
        yield f"{lead}… and {counted(len(rest), 'more variant')}, {counted(pages, 'page')} (--top 0 shows all)"


def _with_examples(words: Sequence[str], examples: Sequence[str | None], room: int) -> list[str]:
    """Words, and in a column behind those that have one as much of an example as there is room for."""
    widest = max((cells(said) for said, example in zip(words, examples, strict=True) if example), default=0)
    column = min(widest, int(room * _WORDS))
    left = room - column - len(_GAP)
    if left < _LEAST:
        return [beginning(said, room) for said in words]
    found = []
    for said, example in zip(words, examples, strict=True):
        short = beginning(said, column if example else room)
        padded = short + " " * (column - cells(short)) + _GAP
        found.append(padded + ending(printable(example, limit=2_000), left) if example else short)
    return found


def _mark(variant: Variant, tails: Mapping[str, str]) -> str:
    """What tells a variant, in words."""
    said = [f"{word} {tails[path]}" for word, path in (("with", variant.has), ("without", variant.lacks)) if path]
    return ", ".join(said)


def _tails(paths: Iterable[str]) -> dict[str, str]:
    """The end of each path that says something, and as much before it as tells paths apart, also from what is above
    them: `without div.b` would be untrue of what is with `div.b/p`.

    >>> _tails(["html/body/div.notes/dd/a", "html/body/p.price"])
    {'html/body/div.notes/dd/a': 'div.notes/dd/a', 'html/body/p.price': 'p.price'}
    >>> _tails(["html/body/ul/li/a.new", "html/body/a.new"]).values()
    dict_values(['li/a.new', 'body/a.new'])
    >>> _tails(["html/div.b/p", "html/div.b/div.b"]).values()
    dict_values(['div.b/p', 'div.b/div.b'])
    >>> _tails(["html/div.b/p", "html/div.b"]).values()
    dict_values(['div.b/p', 'div.b'])
    """
    segments = {path: _SEGMENTS.split(printable(path, limit=400)) for path in paths}
    starts = {path: _telling(some) for path, some in segments.items()}
    while True:
        tails = {path: "/".join(some[starts[path] :]) for path, some in segments.items()}
        times = Counter(tails.values())
        is_taken = {
            path: times[tail] > 1
            or any(_is_above(tail, it) for other, it in tails.items() if not _is_above(path, other))
            for path, tail in tails.items()
        }
        alike = [path for path in tails if is_taken[path] and starts[path] > 0]
        if not alike:
            return tails
        starts.update({path: starts[path] - 1 for path in alike})


def _is_above(path: str, other: str) -> bool:
    return other.startswith(f"{path}/")


def _telling(segments: Sequence[str]) -> int:
    """Where the end of a path begins that says something."""
    telling = [place for place, segment in enumerate(segments) if _SAYS.search(segment)]
    return telling[-1] if telling else max(len(segments) - 2, 0)


def print_tree_lines(hosts: Iterable[Host]) -> None:
    """One JSON object a host."""
    output = standard_output()
    with writing("standard output"):
        for host in hosts:
            print(json_format.dumps(_as_json(host)), file=output)


def _as_json(host: Host) -> dict[str, Any]:
    templates = [
        {
            "group": template.group.id,
            "name": template.group.name,
            "pages": template.size,
            "flags": template.group.flags,
            "example": template.example,
            "variants": [
                {
                    "group": variant.id,
                    "pages": variant.size,
                    "example": variant.example,
                    "has": variant.has,
                    "lacks": variant.lacks,
                }
                for variant in template.variants
            ],
        }
        for template in host.templates
    ]
    return {"host": host.name, "pages": host.size, "ungrouped": host.ungrouped, "templates": templates}
