"""A template as a web page that shows its skeleton: a box a part, slots lit, optional parts dashed, repeats stacked,
what is the same on every page closed.

Everything that comes from pages is escaped; the page loads nothing and runs nothing.
"""

from collections.abc import Iterator, Sequence
from html import escape

from pagemold.data import Part, Template
from pagemold.template.outline import constant_parts, times

_STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.3rem; margin: 0 0 .25rem; } .about { color: #57606a; margin: 0 0 1.25rem; }
.key span { display: inline-block; margin-right: .75rem; padding: 0 .4rem; }
.part { border: 1px solid #d0d7de; border-radius: 5px; margin: 3px 0 3px 14px; padding: 2px 6px; }
.optional { border-style: dashed; } .repeated { box-shadow: 3px 3px 0 #fff, 4px 4px 0 #afb8c1; margin-bottom: 8px; }
.slot { background: #fff8c5; border-color: #d4a72c; }
code { color: #0550ae; font: 12px ui-monospace, monospace; } small { color: #57606a; }
.text { color: #57606a; font-style: italic; } .sample { display: block; color: #633c01; overflow-wrap: anywhere; }
summary { cursor: pointer; } .facts { list-style: none; padding: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
"""
_KEY = (
    '<p class="key"><span class="part">mandatory</span><span class="part optional">optional</span>'
    '<span class="part repeated">repeated</span><span class="part slot">slot</span></p>'
)


def skeleton(template: Template, title: str, facts: Sequence[str] = ()) -> str:
    """The whole page as HTML; `facts` are lines about the template that stand above its parts."""
    about = f"{len(template.parts):,} parts, read off {template.pages:,} pages"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    lines = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    known = f'<ul class="facts">{lines}</ul>' if lines else ""
    top = f'<h1>{escape(title)}</h1><p class="about">{about}</p>{known}'
    return "".join([head, top, _KEY, *_boxes(template), "</html>"])


def _boxes(template: Template) -> Iterator[str]:
    depth = 0
    constant = constant_parts(template)
    for place, part in enumerate(template.parts):
        yield "</details>" * (depth - part.depth)
        depth = part.depth
        if place + 1 < len(template.parts) and template.parts[place + 1].depth > depth:
            is_open = "" if place in constant else " open"
            yield f'<details{is_open} class="{_classes(part)}"><summary>{_summary(part)}</summary>{_samples(part)}'
            depth += 1
        else:
            yield f'<div class="{_classes(part)}">{_summary(part)}{_samples(part)}</div>'
    yield "</details>" * depth


def _classes(part: Part) -> str:
    kinds = {"optional": not part.is_mandatory, "repeated": part.is_repeated, "slot": part.is_slot}
    return " ".join(["part", *(kind for kind, holds in kinds.items() if holds)])


def _summary(part: Part) -> str:
    said = [f"<code>{escape(part.segment)}</code>"]
    if not part.is_mandatory:
        said.append(f"<small>on {part.share:.0%}</small>")
    if part.is_repeated:
        said.append(f"<small>&times; {times(part)}</small>")
    if part.attributes:
        said.append(f"<small>varying: {escape(', '.join(part.attributes))}</small>")
    if part.constant:
        said.append(f'<span class="text">{escape(part.constant)}</span>')
    return " ".join(said)


def _samples(part: Part) -> str:
    return "".join(f'<span class="sample">{escape(sample)}</span>' for sample in part.samples)
