"""The list of promises names tests that exist, at least one for each."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FEATURES = ROOT / "docs" / "features.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def promises() -> list[str]:
    """Every line of the list, its further lines joined."""
    return re.findall(r"^- (?:.+\n?)(?:  .+\n?)*", FEATURES.read_text(encoding="utf-8"), re.MULTILINE)


def named_in(path: Path) -> set[str]:
    """The tests in a file."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else ()
    return {node.name for node in nodes if isinstance(node, functions) and node.name.startswith("test_")}


def test_every_promise_names_a_test() -> None:
    assert len(promises()) > 10
    assert [promise for promise in promises() if not NAMED.search(promise)] == []


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(FEATURES.read_text(encoding="utf-8"))
    assert [f"{path}::{test}" for path, test in named if test not in named_in(ROOT / path)] == []
