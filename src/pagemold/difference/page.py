"""A difference as a page of HTML: one file, no script, readable in light and dark."""

from collections.abc import Iterable
from html import escape

from pagemold.data import Comparison, Line
from pagemold.difference.outline import CHANGED, FOLDED, INSERTED, REMOVED, SAME

_KIND = {SAME: "same", CHANGED: "changed", REMOVED: "removed", INSERTED: "inserted", FOLDED: "folded"}
_STYLE = """
:root { color-scheme: light dark; --soft: #8885; --bar: #4a90d9; --less: #d9364a2c; --more: #1f9d552c;
  --new: #d08a002c }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left }
td.number { text-align: right; font-variant-numeric: tabular-nums }
.bar { width: 14rem; background: var(--soft); height: .6rem; border-radius: .3rem; overflow: hidden }
.bar i { display: block; height: 100%; background: var(--bar) }
.lines { font: 13px/1.6 ui-monospace, monospace; border: 1px solid var(--soft); border-radius: .4rem; padding: .6rem 0;
  overflow-x: auto }
.lines div { padding: 0 .8rem; white-space: pre; min-width: max-content }
.removed { background: var(--less) } .inserted { background: var(--more) } .changed { background: var(--new) }
.folded { opacity: .6; font-style: italic }
"""


def page(names: tuple[str, str], found: Comparison) -> str:
    """Names, verdict, measures and lines in one document."""
    title = escape(f"{names[0]} and {names[1]}")
    rows = "\n".join(_row(name, value, found.seconds[name]) for name, value in found.similarities.items())
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{_STYLE}</style></head>
<body><h1>{title}</h1><p><strong>{escape(found.verdict)}</strong><br>{escape(found.caveat)}</p>
<h2>How alike</h2><table><tr><th>measure</th><th></th><th>similarity</th><th>time</th></tr>
{rows}</table>
<h2>Where they differ</h2>
<p><span class="removed">- only in the first</span> · <span class="inserted">+ only in the second</span> ·
<span class="changed">~ changed</span></p>
<div class="lines">
{_lines(found.lines)}
</div></body></html>
"""


def _row(name: str, value: float | None, seconds: float) -> str:
    share = 0.0 if value is None else value
    said = "too large" if value is None else f"{value:.3f}"
    return (
        f'<tr><td>{escape(name)}</td><td><div class="bar"><i style="width:{share:.1%}"></i></div></td>'
        f'<td class="number">{said}</td><td class="number">{seconds * 1000:,.1f} ms</td></tr>'
    )


def _lines(lines: Iterable[Line] | None) -> str:
    if lines is None:
        return '<div class="folded">The pages are too large to be aligned.</div>'
    return "\n".join(f'<div class="{_KIND[line.sign]}">{escape(written(line))}</div>' for line in lines)


def written(line: Line) -> str:
    """A line as text: sign, depth, element."""
    text = line.text
    if line.sign == FOLDED:
        text = f"{line.count:,} the same"
    elif line.count > 1:
        text += f", {line.count:,} times"
    return f"{line.sign} {'  ' * line.depth}{text}"
