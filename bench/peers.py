"""The peers' own Python: a virtual environment in the cache, so that what we compare with never mixes with ours."""

import hashlib
import json
import subprocess
import sys
import venv
from pathlib import Path

from bench import cache

REQUIREMENTS = Path(__file__).with_name("peers.txt")
# Not for speed: what pywb and its many dependencies think of our WARC files.
PYWB = Path(__file__).with_name("pywb.txt")

_ASK_VERSIONS = """
import importlib.metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pass
print(json.dumps(found))
"""


def interpreter(requirements: Path = REQUIREMENTS) -> Path:
    """The peers' interpreter, installed on first use and again whenever their list or our Python changes."""
    wanted = requirements.read_text(encoding="utf-8") + sys.version
    home = cache.folder("peers") / hashlib.sha256(wanted.encode()).hexdigest()[:12]
    python, whole = home / "bin" / "python", home / "whole"
    if not whole.exists():
        venv.create(home, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", requirements], check=True)
        whole.touch()  # last, so that an interrupted installation starts anew
    return python


def versions(python: Path) -> dict[str, str]:
    """Versions of the peers that this interpreter has; peers it has not are absent."""
    names = [line.partition("==")[0] for line in REQUIREMENTS.read_text(encoding="utf-8").split()]
    answer = subprocess.run([python, "-c", _ASK_VERSIONS, *names], check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(answer.stdout)
    return found
