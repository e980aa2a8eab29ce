"""Pages made to cost time and memory: rows 1 to 5 and 10 to 12 of the table of hostile input."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@dataclass
class Bound:
    """What one bomb may cost, and which flags it may carry: exactly one of the sets."""

    bomb: str
    seconds: float
    megabytes: float
    flags: list[set[str]]
    link_found: bool = False


DEPTH, NONE = [{"depth"}], [set[str]()]
# Where the table names no figure: the 2 seconds a page may take with a little to stop in, and half a gigabyte.
TIME, MEMORY = 2.5, 500
BOUNDS = [
    Bound("100,000 nested div", 1, MEMORY, DEPTH, link_found=True),
    Bound("100,000 nested div, closed", 1, MEMORY, DEPTH, link_found=True),
    Bound("1,000,000 nested div", 1, MEMORY, DEPTH, link_found=True),
    Bound("300 nested div", 1, MEMORY, NONE, link_found=True),
    Bound("formatting bomb", 3, 300, [{"nodes"}, {"nodes", "depth"}]),
    Bound("formatting bomb that is none", 3, 300, NONE),
    Bound("1,000,000 attributes", 2.5, MEMORY, [{"time"}, {"size"}]),
    Bound("1,000,000 short attributes", 2.5, MEMORY, [{"time"}, {"size"}]),
    Bound("10 MB attribute value", 1, 200, [{"size"}]),
    Bound("10 MB tag name", 1, 200, [{"size"}]),
    Bound("10 MB unclosed comment", 1, 200, [{"size"}]),
    Bound("50,000 nested template", TIME, MEMORY, DEPTH, link_found=True),
    Bound("50,000 nested svg", TIME, MEMORY, DEPTH, link_found=True),
    Bound("50,000 nested svg g", TIME, MEMORY, DEPTH, link_found=True),
    Bound("50,000 nested table", TIME, MEMORY, DEPTH, link_found=True),
    Bound("5,000,000 less-than signs", 3, MEMORY, NONE),
    Bound("1,000,000 bogus comments", 3, MEMORY, NONE),
    Bound("1,000,000 processing instructions", 3, MEMORY, NONE),
    Bound("1,000,000 entities", 3, MEMORY, NONE),
    Bound("1,000,000 unknown entities", 3, MEMORY, NONE),
    Bound("1,000,000 unclosed comments", 3, MEMORY, NONE),
    Bound("1,000,000 unclosed CDATA sections", 3, MEMORY, NONE),
    Bound("1,000,000 half end tags in a script", 3, MEMORY, NONE),
    Bound("1,000,000 flat siblings", 3, MEMORY, [{"nodes"}, set()]),
    Bound("1,000,000 paragraphs", 3, MEMORY, [{"nodes"}, set()]),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.bomb)
def test_stays_within_its_bounds(bound: Bound) -> None:
    command = [sys.executable, "-m", "tests.hostile.measure", bound.bomb]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True, timeout=60)
    report = json.loads(done.stdout)
    assert set(report["flags"]) in bound.flags
    assert report["seconds"] < bound.seconds
    assert report["megabytes"] < bound.megabytes
    assert report["link_found"] or not bound.link_found
