"""The bar on a real terminal of any width: one line, drawn in place."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from pagemold.demo import Site, serve

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# What a bar is drawn over when a line of it has to be gone back up.
UP = "\x1b[1A"


# A reading of millions of pages, as the bar sees it.
LONG = """
import sys, time
from types import SimpleNamespace
from pagemold.cli.progress import progress

class Reading:
    bytes_total, bytes_done = 987_654_321_000, 0
    def __iter__(self):
        for _ in range(5):
            time.sleep(0.12)
            self.bytes_done += 123_456_789_000
            yield SimpleNamespace(num_rows=12_345_678)

list(progress(None, False)(Reading()))
"""


def shown(width: int, *words: str | Path) -> str:
    """What a command writes to a terminal of this width on its standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    # These would speak louder than the terminal does.
    given = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "TERM")}
    command = [sys.executable, *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=given | {"TERM": "xterm"}) as running:
        os.close(theirs)
        said = b""
        while True:
            try:
                more = os.read(ours, 65_536)
            except OSError:  # how Linux says that nobody has the other end any more
                break
            if not more:
                break
            said += more
        os.close(ours)
    assert running.returncode == 0
    return said.decode()


def check(said: str, width: int, ending: str) -> None:
    drawn, _, _ = said.partition(ending)
    lines = [CONTROL.sub("", line) for line in re.split(r"[\r\n]", drawn)]
    assert max(map(len, lines)) <= width
    assert any(re.search(r"\d pages?\b", line) for line in lines)
    # Once, when all is done and the line makes room.
    assert drawn.count(UP) <= 1
    assert drawn.count("\n") <= 1


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_the_bar_is_one_line(crawl: Path, width: int) -> None:
    check(shown(width, "-m", "pagemold", "cluster", crawl, "--json"), width, "pagemold: ")


@pytest.mark.parametrize("width", [20, 21, 33, 60, 61, 80, 100])
def test_large_numbers_fit(width: int) -> None:
    check(shown(width, "-c", LONG), width, "no line behind it")


@pytest.mark.parametrize("width", [20, 60])
def test_the_line_of_a_crawl_is_one_line(tmp_path: Path, width: int) -> None:
    with serve(Site()) as url:
        bounds = ("--allow-private", "--rate", "0", "--pages", "40", "--json")
        said = shown(width, "-m", "pagemold", "crawl", url, "-o", tmp_path / "x.warc.gz", *bounds)
    check(said, width, "pagemold: ")


def test_a_wide_terminal_gets_all_of_it(crawl: Path) -> None:
    said = CONTROL.sub("", shown(120, "-m", "pagemold", "cluster", crawl, "--json"))
    assert re.search(r"━ \d pages \S+ [\d,]+ pages/s [\d.]+/[\d.]+ \w+", said)
