"""The house keeps its shape: imports point one way, and each heavy guest has one door."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Lowest first; a module may import from its own floor and the floors below.
FLOORS = [
    ("errors", "folding", "number", "tags", "translit", "registry", "shipped"),
    ("flow", "duality", "branching", "covering", "buying"),
    ("model",),
    ("comparing", "shelf", "swaps", "ledger", "shopping"),
    ("findings", "source", "archive", "engine"),
    ("grammar",),
    ("query",),
    ("rules", "counting"),
    ("legality",),
    ("game",),
    ("live",),
    ("choices", "tally", "breaches", "unseen"),
    ("judge", "setting", "wording", "wording_ru", "messages", "messages_ru", "games"),
    ("names",),
    ("goldfish",),
    ("codecs",),
    ("reading", "recognising", "settle", "squad", "saved", "picking", "holdings"),
    ("checking",),
    ("store",),
    ("importers",),
    ("report",),
    ("cli", "__main__"),
]
CLOCKS = {"date.today", "datetime.now", "datetime.utcnow", "time.time", "time.strftime"}
FLOOR_OF = {name: number for number, names in enumerate(FLOORS) for name in names}


def modules() -> list[Path]:
    return sorted((*(ROOT / "deckcheck").rglob("*.py"), *(ROOT / "importers").rglob("*.py")))


def room(path: Path) -> str:
    """The top-level name a file belongs to: `codecs`, `model`, `importers`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "importers" if parts[0] == "importers" else parts[1]


def imports(path: Path) -> list[tuple[str, int]]:
    """(module, line) of every import of a file, those within functions too."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found.append((node.module, node.lineno))
    return found


def room_imported(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] == "importers":
        return "importers"
    return parts[1] if parts[0] == "deckcheck" and len(parts) > 1 else None


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    if path == ROOT / "deckcheck" / "__init__.py":
        return  # the public API names rooms of all floors
    own = FLOOR_OF[room(path)]
    for module, line in imports(path):
        below = room_imported(module)
        if below is not None and below != "__init__":
            assert FLOOR_OF[below] <= own, f"{path}:{line} looks up at {module}"


@pytest.mark.parametrize(
    ("guest", "doors"),
    [
        ("sqlmodel", ["deckcheck/store/"]),
        ("sqlalchemy", ["deckcheck/store/"]),
        ("sqlite3", ["deckcheck/store/"]),
        ("requests", ["importers/http.py"]),
        ("typer", ["deckcheck/cli/"]),
        ("rapidfuzz", ["deckcheck/names.py"]),
        ("rich", ["deckcheck/report/charts.py"]),
        ("defusedxml", ["deckcheck/codecs/"]),
    ],
)
def test_each_guest_has_one_door(guest: str, doors: list[str]) -> None:
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if any(name.startswith(door) for door in doors):
            continue
        for module, line in imports(path):
            assert module.split(".")[0] != guest, f"{name}:{line} imports {guest}"


def test_only_the_command_line_prints_and_asks_the_clock() -> None:
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("deckcheck/cli/", "importers/", "deckcheck/store/")):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", f"{name}:{node.lineno} prints"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                clock = ast.unparse(node.func) in CLOCKS
                assert not clock, f"{name}:{node.lineno} asks the clock"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_room_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not text or ast.get_docstring(ast.parse(text)), f"{path} has no docstring"
    assert text.count("\n") <= 450, f"{path} is too long for a room"


def test_versions_agree() -> None:
    import tomllib

    from deckcheck.shipped import VERSION

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
