"""How a run ended: the lines about damage and unreadable sources, the summary line, the exit code."""

from collections import Counter

from pagemold.cli.guard import say, show_trace
from pagemold.data import Summary
from pagemold.errors import DamagedInput, InternalError, SourceError, UsageError, counted

_PROBLEMS_SHOWN = 10


def outcome(summary: Summary, *, strict: bool, quiet: bool) -> int:
    """Says what went wrong on standard error; gives the exit code."""
    if strict or not quiet:
        for problem in summary.problems[:_PROBLEMS_SHOWN]:
            say(f"warning: {problem}")
        if summary.problem_count > _PROBLEMS_SHOWN:
            say(f"warning: and damage in {counted(summary.problem_count - _PROBLEMS_SHOWN, 'more place')}")
    for error in summary.errors:
        if error.code == "internal":
            show_trace(error)
        say(str(error))
    if any(error.code == "internal" for error in summary.errors):
        return InternalError.exit_code
    if summary.errors:
        return SourceError.exit_code
    if strict and summary.problem_count:
        raise DamagedInput("damaged_input", f"damaged input in {counted(summary.problem_count, 'place')}")
    return 0


def without_pages(summary: Summary, *, quiet: bool) -> int:
    """The exit code of a command that can do nothing without pages, after a line that says why there are none."""
    if not summary.errors:
        raise UsageError("no_pages", " · ".join(["there are no pages in the sources", *remarks(summary)]))
    return outcome(summary, strict=False, quiet=quiet)


def remarks(summary: Summary) -> list[str]:
    """What is worth saying about a run in a few words, beside its result."""
    said = []
    if summary.skipped:
        said.append(f"{counted(summary.skipped.total(), 'record')} passed over ({_list(summary.skipped)})")
    if summary.flags:
        said.append(f"flags: {_list(summary.flags)}")
    if summary.problem_count:
        said.append(f"damage in {counted(summary.problem_count, 'place')}")
    if summary.errors:
        said.append(f"{counted(len(summary.errors), 'source')} not read")
    return said


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
