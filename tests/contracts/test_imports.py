"""A room imports the nouns, the errors, the Arrow border, the core and itself; `flow`, `cli`, `scrapy` join rooms."""

import ast
from pathlib import Path

import pagemold

HOUSE = Path(pagemold.__file__).parent
SHARED = {"_native", "arrow", "clustering", "data", "errors"}
JOINERS = {
    "__init__",
    "__main__",
    "classifier",
    "cli",
    "flow",
    "keeping",
    "lookup",
    "methods",
    "mold",
    "reasons",
    "scrapy",
}


def room_of(file: Path) -> str:
    """The room a file belongs to; a module directly in the house is a room of its own."""
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


def rooms_imported(source: str) -> set[str]:
    """The rooms of the house that a module imports; relative imports would hide them and are not used here."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "pagemold" else [module]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("pagemold.")}
    return found


def breaches() -> list[str]:
    return [
        f"{file.relative_to(HOUSE)} imports {other}"
        for file in sorted(HOUSE.rglob("*.py"))
        for other in sorted(rooms_imported(file.read_text()) - SHARED - {room_of(file)})
        if room_of(file) not in JOINERS
    ]


def test_rooms_do_not_know_each_other() -> None:
    assert breaches() == []


def test_the_check_sees_every_way_to_import() -> None:
    source = (
        "import pagemold.groups.fingerprint\nfrom pagemold import flow\nfrom pagemold.sources import read\nimport os"
    )
    assert rooms_imported(source) == {"groups", "flow", "sources"}


def test_there_are_rooms_to_check() -> None:
    rooms = {room_of(file) for file in HOUSE.rglob("*.py")}
    assert {"sources", "features", "groups", "demo", *JOINERS, *SHARED - {"_native"}} <= rooms


def test_the_nouns_know_no_room() -> None:
    for name in SHARED - {"_native"}:
        assert rooms_imported((HOUSE / f"{name}.py").read_text()) <= SHARED
