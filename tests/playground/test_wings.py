"""The wings of the playground import one way."""

import ast
from itertools import chain
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "playground"

ALLOWED: dict[str, set[str]] = {
    "world": {"world"},
    "checks": {"checks", "world"},
    "api": {"api", "checks", "world"},
    "page": {"page", "world"},
}
"""What each wing may import of the playground; the top level may import all."""


def modules() -> dict[str, Path]:
    """Every module of the playground by its name without the package's ("api.rest")."""
    paths = (path.relative_to(ROOM) for path in ROOM.rglob("*.py") if path.name != "__init__.py")
    return {".".join(path.with_suffix("").parts): ROOM / path for path in paths}


def imports_of(path: Path) -> set[str]:
    """The playground's modules that a file imports, those for type checking included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("playground"):
            base = node.module.removeprefix("playground").removeprefix(".")
            names = {f"{base}.{alias.name}".removeprefix(".") for alias in node.names}
            found |= {base, *names} & modules().keys()
    return found


@pytest.mark.parametrize("wing", ALLOWED)
def test_a_wing_imports_only_the_wings_below_it(wing: str) -> None:
    within = {name: path for name, path in modules().items() if name.startswith(f"{wing}.")}
    assert within
    met = set(chain.from_iterable(imports_of(path) for path in within.values()))
    assert {name for name in met if name.partition(".")[0] not in ALLOWED[wing]} == set()


def test_only_known_files_stay_beside_the_wings() -> None:
    top = {path.name for path in ROOM.iterdir() if path.name != "__pycache__"}
    assert top == {
        *ALLOWED,
        "__init__.py",
        "__main__.py",
        "app.py",
        "bot_process.py",
        "launcher.py",
        "pointing.py",
        "turned_clock.py",
    }
