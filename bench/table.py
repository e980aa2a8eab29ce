"""A result as a Markdown table, and the same table quoted in README and docs between two markers.

`python -m bench.table` quotes the stored result anew; a test keeps the quotation equal to the JSON.
"""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STORED = ROOT / "bench" / "results" / "speed.json"
TIMES = "\N{MULTIPLICATION SIGN}"
BEGIN, END = "<!-- bench:speed -->", "<!-- /bench:speed -->"

Result = dict[str, Any]


def render(result: Result) -> str:
    """The table and, below it, one line on where it was measured."""
    lines = [
        "| what | Pagemold | compared with | its figure | ratio | rounds | wanted |",
        "|---|---:|---|---:|---:|---:|---|",
    ]
    lines += [_speed_line(result, row) for row in result["comparisons"]]
    lines += [_memory_line(row) for row in result["memory"]]
    return "\n".join([*lines, "", _where(result)]) + "\n"


def _speed_line(result: Result, row: Result) -> str:
    ours, beside = result["cases"][row["ours"]], result["cases"][row["beside"]]
    figures = f"| {row['title']} | {_rate(ours)} | {beside['title']} | {_rate(beside)} "
    if row["ratio"] is None:
        return f"{figures}| not run | | {_wanted(row)} |"
    return f"{figures}| **{_times(row['ratio'])}** | {_times(row['low'])} to {_times(row['high'])} | {_wanted(row)} |"


def _rate(case: Result) -> str:
    return f"{case['median_pages_per_s']:,.0f} pages/s" if case["missing"] is None else "not run"


def _times(ratio: float) -> str:
    return f"{ratio:.2f} {TIMES}" if ratio < 10 else f"{ratio:.0f} {TIMES}"


def _wanted(row: Result, sign: str = "≥") -> str:
    if row["target"] is None:
        return ""
    verdict = {True: "met", False: "missed", None: "not run"}[row["met"]]
    return f"{sign} {row['target']:g} {TIMES}: {verdict}"


def _memory_line(row: Result) -> str:
    wanted = _wanted(row, "≤")
    if row["ratio"] is None:
        return f"| {row['title']} | not run | the file itself | not run | not run | | {wanted} |"
    long, short = (f"{row[name] / 1e6:.0f} MB" for name in ("long_bytes", "short_bytes"))
    return f"| {row['title']} | {long} | the file itself | {short} | **{_times(row['ratio'])}** | | {wanted} |"


def _where(result: Result) -> str:
    machine, data = result["machine"], result["data"]
    peers = ", ".join(f"{name} {version}" for name, version in sorted(result["peers"].items()))
    commit = (result["commit"] or "no commit")[:12] + (" with changes" if result["dirty"] else "")
    return (
        f"{data['pages']:,} real pages ({data['html_bytes'] / 1e6:.0f} MB of HTML, {data['warc_bytes'] / 1e6:.0f} MB "
        f"packed), one core unless said, medians of {result['rounds']} interleaved rounds; {machine['cpu']}, "
        f"{machine['cores']} cores, {machine['os']}, Python {machine['python']}; {peers}; {result['date'][:10]}, "
        f"{commit}."
    )


def quoting() -> list[Path]:
    """The files that quote the table: README and pages of docs that carry the markers."""
    candidates = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in candidates if path.exists() and BEGIN in path.read_text(encoding="utf-8")]


def quoted(text: str) -> str:
    """What stands between the markers."""
    return text.partition(BEGIN)[2].partition(END)[0].strip() + "\n"


def quote(result: Result) -> list[Path]:
    """Put the table between the markers of every file that has them; returns those files."""
    files = quoting()
    for path in files:
        before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        if END not in rest:
            raise ValueError(f"{path.name} has {BEGIN} without {END}")
        after = rest.partition(END)[2]
        path.write_text(f"{before}{BEGIN}\n{render(result)}{END}{after}", encoding="utf-8")
    return files


if __name__ == "__main__":
    for changed in quote(json.loads(STORED.read_text(encoding="utf-8"))):
        print(changed.relative_to(ROOT))
