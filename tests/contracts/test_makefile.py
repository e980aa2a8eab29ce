"""What `make demo` says while it sets everything up: one line before each long step, and no commands."""

import os
import shutil
import subprocess
from pathlib import Path

MAKEFILE = Path(__file__).parents[2] / "Makefile"
# Stands for Python, pip, maturin and the command: the first makes the others, and none of them says anything.
STUB = """#!/bin/sh
case "$*" in
  "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/pip && cp "$0" .venv/bin/pagemold ;;
  install*) cp "$0" .venv/bin/maturin ;;
  demo) echo groups ;;
esac
"""


def test_each_long_step_is_announced_once(tmp_path: Path) -> None:
    shutil.copy(MAKEFILE, tmp_path)
    for name in ("pyproject.toml", "Cargo.toml", "Cargo.lock"):
        (tmp_path / name).touch()
    (tmp_path / "crates").mkdir()
    stub = tmp_path / "stub"
    stub.write_text(STUB)
    stub.chmod(0o755)

    def demo() -> list[str]:
        # What a make around this one asks for is not for this one.
        alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        words = ["make", "--no-print-directory", "demo", f"PYTHON={stub}"]
        ended = subprocess.run(words, cwd=tmp_path, env=alone, capture_output=True, text=True, check=True)
        assert ended.stderr == ""
        return ended.stdout.splitlines()

    tool, core, groups = demo()
    assert tool.startswith("Making .venv")
    assert "takes minutes" in core
    assert groups == "groups"
    assert demo() == ["groups"]
