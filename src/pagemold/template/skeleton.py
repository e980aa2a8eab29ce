"""A template as a web page that shows its skeleton: a tree of parts, slots lit with samples of what fills them,
optional parts with their share, what is the same on every page and what is rare closed.

Everything that comes from pages is escaped; the page loads nothing and runs nothing.
"""

from collections.abc import Iterator, Sequence
from html import escape

from pagemold.data import Part, Template
from pagemold.errors import counted
from pagemold.template.outline import RARE, constant_parts, times, varying_classes

_STYLE = """
:root { --ink: #1b1f24; --dim: #5c6670; --rail: #d5dbe1; --slot: #fff6cf; --slot-edge: #e0b93c; --tag: #0550ae; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2.5rem auto; max-width: 64rem; padding: 0 1.25rem;
  color: var(--ink); background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
.facts { list-style: none; margin: 0 0 1.25rem; padding: .75rem 1rem; background: #f5f7f9; border-radius: 8px; }
.facts li { overflow-wrap: anywhere; } .facts .path { font: 12.5px/1.6 ui-monospace, monospace; white-space: pre-wrap; }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; color: var(--dim); font-size: 13px; list-style: none;
  margin: 0 0 1rem; padding: 0; }
.part { border-left: 2px solid var(--rail); margin: 1px 0 1px .55rem; padding: 1px 0 1px .7rem; }
.optional { border-left-style: dashed; } .slot { border-left-color: var(--slot-edge); border-left-style: solid; }
summary { cursor: pointer; } summary::marker { color: var(--dim); font-size: 11px; }
code { color: var(--tag); font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
.badge { display: inline-block; font-size: 12px; line-height: 1.35; color: var(--dim); border: 1px solid var(--rail);
  border-radius: 9px; padding: 0 .5em; margin-left: .35em; white-space: nowrap; }
.share { border-style: dashed; } .text { color: var(--dim); font-style: italic; margin-left: .35em; }
.samples { background: var(--slot); border-radius: 5px; box-sizing: border-box; font-size: 14px; list-style: none;
  margin: 2px 0 4px; max-width: 100%; padding: .15rem .6rem; width: fit-content; }
.samples li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.samples .more { color: var(--dim); font-size: 13px; }
"""
_KEY = (
    '<ul class="key"><li><code>part</code> on every page that has the part above</li>'
    '<li><code>part</code><span class="badge share">70%</span> on this share of them</li>'
    '<li><code>part</code><span class="badge">&times; 3</span> several times a page</li>'
    '<li><code>part</code><span class="badge">@href</span> attribute that varies</li>'
    "<li><code>part.post-#</code> # is any number in a class, or what a tool made up</li>"
    '<li><code>part</code><span class="text">text</span> that all pages have</li>'
    '<li><span class="samples">text</span> that a page was filled with</li></ul>'
)
# What nobody sees of a page comes first, and is for those who ask.
_CLOSED = ("head",)


def skeleton(template: Template, title: str, facts: Sequence[str] = ()) -> str:
    """The whole page as HTML; `facts` are lines about the template that stand above its parts, indented ones paths."""
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    read_off = f"{counted(len(template.parts), 'part')}, read off {counted(template.pages, 'page')}"
    about = [*facts[:1], read_off, *facts[1:]]
    lines = "".join(f"<li{' class=path' if fact.startswith('  ') else ''}>{escape(fact)}</li>" for fact in about)
    top = f'<h1>{escape(title)}</h1><ul class="facts">{lines}</ul>'
    return "".join([head, top, _KEY, *_boxes(template), "</html>"])


def _boxes(template: Template) -> Iterator[str]:
    depth = 0
    constant = constant_parts(template)
    for place, part in enumerate(template.parts):
        yield "</details>" * (depth - part.depth)
        depth = part.depth
        if place + 1 < len(template.parts) and template.parts[place + 1].depth > depth:
            is_rare = part.pages < RARE * template.pages
            is_open = "" if place in constant or is_rare or part.segment in _CLOSED else " open"
            below = counted(constant.get(place, place) - place, "part")
            summary = _summary(part, f"{below} below, the same on every page" if place in constant else "")
            yield f'<details{is_open} class="{_classes(part)}"><summary>{summary}</summary>{_samples(part)}'
            depth += 1
        else:
            yield f'<div class="{_classes(part)}">{_summary(part)}{_samples(part)}</div>'
    yield "</details>" * depth


def _classes(part: Part) -> str:
    kinds = {"optional": not part.is_mandatory, "repeated": part.is_repeated, "slot": part.is_slot}
    return " ".join(["part", *(kind for kind, holds in kinds.items() if holds)])


def _summary(part: Part, remark: str = "") -> str:
    said = [f"<code>{escape(part.segment)}</code>"]
    if not part.is_mandatory:
        said.append(f'<span class="badge share">{part.share:.0%}</span>')
    if part.is_repeated:
        said.append(f'<span class="badge">&times; {times(part)}</span>')
    said += [f'<span class="badge">@{escape(name)}</span>' for name in part.attributes]
    said += [f'<span class="badge share">{escape(told)}</span>' for told in varying_classes(part)]
    if part.constant:
        more = f" … and {part.more_texts:,} more" if part.more_texts else ""
        said.append(f'<span class="text">{escape(part.constant)}{more}</span>')
    if remark:
        said.append(f'<span class="badge">{remark}</span>')
    return "".join(said)


def _samples(part: Part) -> str:
    if not part.samples:
        return ""
    lines = "".join(f"<li>{escape(sample)}</li>" for sample in part.samples)
    more = f'<li class="more">… and {part.more_texts:,} more</li>' if part.more_texts else ""
    return f'<ul class="samples">{lines}{more}</ul>'
