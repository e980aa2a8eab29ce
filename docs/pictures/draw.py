"""Draws docs/pictures/demo.svg: what `pagemold demo` shows on a terminal. Run by `make picture`."""

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 118
TARGET = Path(__file__).with_name("demo.svg")


def shown() -> str:
    """The command's own words; the port differs from run to run, so it gets a fixed one."""
    environment = os.environ | {"COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    command = "import os, sys; sys.stdout.isatty = lambda: True; from pagemold.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "demo"], env=environment, capture_output=True, text=True, check=True
    )
    crawled, grouped = done.stderr.strip().splitlines()
    said = f"{crawled}\n\n{done.stdout.strip()}\n\n{grouped}"
    port = re.search(r"127\.0\.0\.1:(\d+)", said)
    return said.replace(port[1], "50000") if port else said  # the beginnings of addresses may be cut off


def main() -> None:
    console = Console(record=True, width=WIDTH, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text("$ pagemold demo", style="bold green"))
    console.print(Text.from_ansi(shown()), soft_wrap=True)
    drawing = console.export_svg(title="pagemold demo")
    # The exported drawing loads a font from the network; any monospaced one will do.
    drawing = re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)
    TARGET.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
