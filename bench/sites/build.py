"""Sites in the cache: generators are installed there once, and a site takes its name only when it is whole."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from bench import cache
from bench.peers import interpreter
from bench.sites import hexo, manuals, weblogs
from bench.sites.content import Writer
from bench.sites.program import run

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
PACKAGES = Path(__file__).with_name("package.json")

# Each writes the sources of a site into a folder, has them rendered, and gives the folder with the pages.
# Python's are told where their programs are, Hexo where its packages are.
_PYTHON: dict[str, Callable[[Path, Writer, Path], Path]] = {
    "pelican-notmyidea": weblogs.pelican("notmyidea"),
    "pelican-simple": weblogs.pelican("simple"),
    "nikola-bootblog4": weblogs.nikola("bootblog4"),
    "mkdocs-material": manuals.mkdocs,
    "sphinx-furo": manuals.sphinx("furo", blog=False),
    "sphinx-ablog": manuals.sphinx("alabaster", blog=True),
}
_HEXO = {
    f"hexo-{theme}": hexo.site(theme)
    for theme in ("butterfly", "fluid", "icarus", "landscape", "next", "redefine", "stellar")
}
SITES = (*_PYTHON, *_HEXO)


def built(name: str) -> Path:
    """The folder with the pages of a site, made on first use and again when a generator or our code changes."""
    home = cache.folder("sites") / f"{name}-{_version()}"
    if not home.exists():
        with cache.scratch(home.parent) as work:
            sources = work / "sources"
            sources.mkdir()
            if name in _PYTHON:
                made = _PYTHON[name](sources, Writer(name), interpreter(REQUIREMENTS).parent)
            else:
                made = _HEXO[name](sources, Writer(name), _node_modules())
            made.rename(home)
    return home


def _version() -> str:
    writers = (Path(__file__).with_name(name) for name in ("content.py", "hexo.py", "manuals.py", "weblogs.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in (*writers, REQUIREMENTS, PACKAGES))).hexdigest()[:12]


def _node_modules() -> Path:
    home = cache.folder("sites") / f"node-{hashlib.sha256(PACKAGES.read_bytes()).hexdigest()[:12]}"
    if not home.exists():
        with cache.scratch(home.parent) as work:
            shutil.copy(PACKAGES, work / "package.json")
            command = [
                "npm",
                "install",
                "--ignore-scripts",
                "--legacy-peer-deps",
                "--no-audit",
                "--no-fund",
                "--silent",
            ]
            run(command, work)
            work.rename(home)
    return home / "node_modules"
