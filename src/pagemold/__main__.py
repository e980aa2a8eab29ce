"""The `pagemold` command as a process of its own; `python -m pagemold` is the same."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

from pagemold.cli import main


class _WithoutPandas(MetaPathFinder):
    """Lets nobody import pandas. If it is installed, pyarrow would before it looks at its first list, and take half a
    second for it; no command needs it.
    """

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError("commands do without pandas", name=fullname)


def run() -> int:
    """The command, where nothing else is done in this process."""
    sys.meta_path.insert(0, _WithoutPandas())
    return main()


if __name__ == "__main__":
    sys.exit(run())
