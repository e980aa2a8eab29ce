"""The result of the index bench as a Markdown table."""

from typing import Any

from bench.table import ROOT, TIMES

STORED = ROOT / "bench" / "results" / "index.json"


def render(result: dict[str, Any]) -> str:
    """Two lines, and one below them on where it was measured."""
    ours, dicts = (result["cases"][name] for name in ("split_index", "two_dicts"))
    used, data, machine = result["memory"], result["data"], result["machine"]
    rates = [f"{case['lookups_per_s']:,.0f} lookups/s" for case in (ours, dicts)]
    spread = f"{result['low']:.0f} {TIMES} to {result['high']:.0f} {TIMES}"
    commit = (result["commit"] or "no commit")[:12] + (" with changes" if result["dirty"] else "")
    times = f"**{result['ratio']:.0f} {TIMES}**"
    prints = f"{data['stored']:,} fingerprints mutated from {data['distinct']:,} distinct ones"
    lines = [
        "| what | Pagemold | compared with | its figure | ratio | rounds | wanted |",
        "|---|---:|---|---:|---:|---:|---|",
        f"| fingerprints within one edit | {rates[0]} | {dicts['title']} | {rates[1]} | {times} | {spread} "
        f"| ≥ {result['target']} {TIMES}: {_verdict(result['met'])} |",
        f"| memory of the index | {used['bytes_each']:.1f} bytes each | growth of the process "
        f"| {used['resident_bytes_each']:.1f} bytes each | | | ≤ {used['target']} bytes: {_verdict(used['met'])} |",
        "",
        f"{prints} of {data['real']:,} real pages, {data['queries']:,} queries, "
        f"{data['found'] / data['queries']:.1f} found each; split at 17, break-even of the "
        f"entropies at {result['split']['break_even']}; one core, medians of {result['rounds']} interleaved rounds; "
        f"{machine['cpu']}, {machine['os']}, Python {machine['python']}; {result['date'][:10]}, {commit}.",
    ]
    return "\n".join(lines) + "\n"


def _verdict(met: bool) -> str:
    return "met" if met else "missed"
