"""The house is no maze: files that import one another in a circle are at most two."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("words", "rules", "engines", "rendering", "data", "club", "bot", "playground", "tools")
MOST = 2
"""Files of one circle: two may know each other, three are a maze."""


def module_of(path: Path) -> str:
    """Return the name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, known: set[str]) -> Iterator[str]:
    """Yield the files of the house that a file imports, also for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module


def house() -> dict[str, set[str]]:
    """Return every file with those it imports."""
    paths = {module_of(path): path for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    return {
        name: {found for found in imports(path, set(paths)) if found != name} for name, path in paths.items()
    }


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of files that reach one another (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        path.append(name)
        for other in arrows[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in path:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = path.index(name)
            found.append(set(path[at:]))
            del path[at:]

    for name in arrows:
        if name not in index:
            visit(name)
    return found


@pytest.mark.ci
def test_no_circle_of_imports_holds_more_than_two_files() -> None:
    assert [sorted(circle) for circle in circles(house()) if len(circle) > MOST] == []


def test_a_circle_is_seen() -> None:
    assert sorted(map(len, circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}))) == [1, 3]
