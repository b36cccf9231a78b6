"""The code base keeps its order.

Imports run one way, dependencies are used and explained, documents name what exists.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.house import ALLOWED, PRODUCT, ROOT, tracked_files, written_in_python

WINGS: dict[str, dict[str, set[str]]] = {
    "bot": {
        "codes": set(),
        "custom_ids": set(),
        "cards": {"custom_ids"},
        "answers": {"cards", "codes", "custom_ids"},
        "delivery": {"answers", "cards", "codes", "custom_ids"},
        "cogs": {"answers", "cards", "codes", "delivery"},
        "host": {"answers", "cards", "codes", "delivery"},
        "doors": {"answers", "cards", "delivery"},
        "router": {"answers", "cogs", "custom_ids", "doors"},
        "client": {"answers", "codes", "cogs", "delivery", "host", "router"},
        "__main__": {"client", "host"},
    },
    "club": {
        "last_used": set(),
        "refusals": set(),
        "running": set(),
        "clocks": {"refusals"},
        "members": {"clocks", "last_used", "refusals", "running"},
        "play": {"clocks", "last_used", "members", "refusals", "running"},
        "standing": {"clocks", "members", "play", "refusals", "running"},
        "competitions": {"clocks", "members", "play", "refusals", "running"},
        "puzzles": {"clocks", "members", "play", "refusals", "running", "standing"},
        "learning": {"clocks", "members", "play", "puzzles", "refusals", "running"},
        "pages": {
            "competitions",
            "last_used",
            "members",
            "play",
            "puzzles",
            "refusals",
            "running",
            "standing",
        },
        "privacy": {"members", "play", "refusals", "running"},
        "engine_functions": {"learning", "play", "puzzles"},
        "club": {
            "competitions",
            "engine_functions",
            "learning",
            "members",
            "pages",
            "play",
            "privacy",
            "puzzles",
            "running",
            "standing",
        },
        "__main__": {"competitions", "standing"},
    },
    "data": {
        "database": set(),
        "competitions": {"database"},
        "outbox": {"database"},
        "pages": {"database"},
        "members": {"database", "pages"},
        "play": {"database"},
        "learning": {"database", "members", "outbox", "play"},
        "processes": {"database", "outbox", "play"},
        "puzzles": {"database", "members", "outbox", "play"},
        "standing": {"database", "members", "outbox"},
        "figures": {"database", "outbox", "processes"},
        "privacy": {"database", "learning", "outbox", "pages", "play", "puzzles", "standing"},
        "postgres": {"database", "figures", "play", "processes"},
        "sqlite": {"database", "figures", "play"},
        "store_opening": {"database", "postgres", "sqlite"},
        "transfer": {"database", "play", "postgres", "sqlite"},
    },
    "bot/cards": {
        "kit": set(),
        "competitions": {"kit"},
        "members": {"kit"},
        "privacy": {"kit"},
        "probe": {"kit"},
        "play": {"competitions", "kit", "members"},
        "puzzles": {"kit", "members", "play"},
        "standing": {"competitions", "kit", "members", "play"},
        "learning": {"kit", "members", "play", "puzzles"},
        "home": {"kit", "learning", "play"},
    },
    "bot/cogs": {
        "home": set(),
        "naming": set(),
        "privacy": set(),
        "members": {"naming"},
        "play": {"home", "members", "naming"},
        "puzzles": {"members", "naming"},
        "competitions": {"members", "naming", "play"},
        "learning": {"naming", "play", "puzzles"},
        "standing": {"members", "naming"},
    },
    "club/play": {
        "match": set(),
        "course": {"match"},
        "after": {"course", "match"},
        "seek": {"course", "match"},
        "column": {"after", "course", "match", "seek"},
    },
    "workshop": {
        "npm_archive": set(),
        "activity": {"npm_archive"},
        "bench": set(),
        "lab": {"npm_archive"},
        "tools": set(),
    },
}
"""The wings of a room and the files beside them, each with those it may import.

Imports go one way, without circles.
"""

EXCEPTED = {"playground/turned_clock.py": {"bot", "club"}}
"""What a file may import that its room may not: it runs in the bot alone."""
IMPORTED_AS = {"Jinja2": "jinja2", "discord.py": "discord", "Pillow": "PIL"}
NOT_IMPORTED = {
    "editables": "installs the working tree",
    "hatchling": "builds the wheel",
    "pyrefly": "run by make lint",
    "pytest-timeout": "a plugin of pytest",
    "pytest-xdist": "a plugin of pytest",
    "ruff": "run by make lint",
    "types-jsonschema": "types for pyrefly",
    "tzdata": "read by the standard library's zoneinfo",
    "uv": "run by make lock",
    "vulture": "run by make lint",
}

FILES = 32
"""What a folder of the product holds at most, so that a look finds its way."""
LINES = 420
"""A file is one subject, rarely over 400 lines.

Docstrings are not counted: they make a file longer, not fuller.
"""

FUNCTION_LINES = 70

REGISTRIES = re.compile(r"pypi\.org|pythonhosted|npmjs|crates\.io|proxy\.golang")
MACHINE_PATHS = re.compile(r"(?<![\w.~-])/(?:work|root|home/\w+|Users)/")


@dataclass(frozen=True)
class Seen:
    """What these tests ask of a Python file, read once for all of them."""

    imports: frozenset[str]
    """All that it imports, by full name, those for type checking included."""
    long_functions: tuple[str, ...]
    docstring_lines: int


def walk_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node, and none of their many expressions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield child
            yield from walk_statements(child)


@cache
def scan_file(path: Path) -> Seen:
    """Return the facts of a Python file that the tests check."""
    imports: set[str] = set()
    long_functions, docstring_lines = [], 0
    for node in walk_statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            imports |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or 0) - node.body[0].lineno >= FUNCTION_LINES
        ):
            long_functions.append(node.name)
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            docstring_lines += (node.end_lineno or 0) - node.lineno + 1
    return Seen(frozenset(imports), tuple(long_functions), docstring_lines)


def imported_modules(path: Path) -> set[str]:
    """Return the top-level modules that a file imports."""
    return {name.partition(".")[0] for name in scan_file(path).imports}


@pytest.mark.parametrize("room", ALLOWED)
def test_imports_run_one_way(room: str) -> None:
    beyond = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / room).rglob("*.py")
        for name in imported_modules(path)
        if name not in ALLOWED[room] | EXCEPTED.get(path.relative_to(ROOT).as_posix(), set())
        and name not in sys.stdlib_module_names
    }
    assert beyond == set()


def wings_imported(path: Path, room: str) -> set[str]:
    """The wings of its own room that a file imports."""
    start = f"{room.replace('/', '.')}."
    return {
        name.removeprefix(start).partition(".")[0]
        for name in scan_file(path).imports
        if name.startswith(start)
    }


@pytest.mark.parametrize("room", WINGS)
def test_imports_between_wings_run_one_way(room: str) -> None:
    found: dict[str, set[str]] = {wing: set() for wing in WINGS[room]}
    for path in (ROOT / room).rglob("*.py"):
        if path != ROOT / room / "__init__.py":
            wing = path.relative_to(ROOT / room).parts[0].removesuffix(".py")
            found[wing] |= wings_imported(path, room) - {wing}
    assert found == WINGS[room]
    above: set[str] = set()
    for wing, below in WINGS[room].items():
        assert below <= above, f"{wing} stands below what it imports"
        above.add(wing)


@pytest.mark.ci
def test_the_product_knows_nothing_of_the_workshop() -> None:
    """The product neither imports nor starts anything of the workshop or the tests.

    That includes names in strings.
    """
    naming = re.compile(r"""(\b(import|from|-m)["', ]+|["'])(workshop|tests)\b""")
    found = {
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in PRODUCT
        for path in (ROOT / room).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if naming.search(line)
    }
    assert found == set()


def test_no_folder_is_crowded() -> None:
    counted = {
        folder.relative_to(ROOT).as_posix(): len([*folder.glob("*.py")])
        for room in PRODUCT
        for folder in (ROOT / room, *(ROOT / room).rglob("*/"))
    }
    assert {name: files for name, files in counted.items() if files > FILES} == {}


def test_no_file_of_the_bot_names_the_client_but_the_wiring() -> None:
    naming = {
        path.name
        for path in (ROOT / "bot").rglob("*.py")
        if any(name.startswith("bot.client.") for name in scan_file(path).imports)
    }
    assert naming == {"__main__.py"}


def dependencies() -> list[str]:
    """The distributions that the project declares, itself apart."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = [project["dependencies"], *project["optional-dependencies"].values()]
    names = [re.split(r"[\[<>=!~ ]", requirement)[0] for part in declared for requirement in part]
    return [name for name in names if name != project["name"]]


@pytest.mark.ci
def test_every_dependency_is_used() -> None:
    used = {
        name
        for room in (*ALLOWED, "tests")
        for path in (ROOT / room).rglob("*.py")
        for name in imported_modules(path)
    }
    wanted = {name: IMPORTED_AS.get(name, name.replace("-", "_")) for name in dependencies()}
    assert {name for name, module in wanted.items() if module not in used} == set(NOT_IMPORTED)


def test_every_dependency_is_explained() -> None:
    decisions = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    assert [name for name in dependencies() if f"`{name}`" not in decisions] == []


@pytest.mark.ci
def test_no_file_names_a_registry_or_a_place_on_somebody_s_machine() -> None:
    found = []
    for path in tracked_files():
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        for named in (*REGISTRIES.finditer(text), *MACHINE_PATHS.finditer(text)):
            found.append(f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, named.start()) + 1}: {named[0]}")
    assert found == []


@pytest.mark.ci
def test_files_and_functions_are_short() -> None:
    long_files, long_functions = [], []
    for path in written_in_python():
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        if text.count("\n") - scan_file(path).docstring_lines > LINES:
            long_files.append(name)
        long_functions += [f"{name}: {function}" for function in scan_file(path).long_functions]
    assert long_files == []
    assert long_functions == []


SENTENCE = re.compile(r"\b[A-Za-z][a-z'’]+,? (?:[a-z]+ )?[A-Za-z]?[a-z]{2,}\b")
"""Two words with a space between, such as only the catalogue may hold."""
SQL = re.compile(
    r"[\s()]*(?:WITH|SELECT|INSERT|UPDATE|DELETE|WHERE|ORDER|ON|AND|FROM|SET|VALUES|PRAGMA|VACUUM)\b"
)
BROWSERS = re.compile(r"max-age=|-src '|^\s*<")
"""What browsers read: headers and tags."""
PALETTE = re.compile(r"\b[0-9a-f]{6}\b")
FAULTS = (
    "ValueError",
    "TypeError",
    "AssertionError",
    "LookupError",
    "KeyError",
    "RuntimeError",
    "psycopg.OperationalError",
)


def for_programmers(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node whose words only programmers read.

    They are docstrings, asserts, logs, faults, names of tasks, and searches; and what a setting means, which the
    manual alone says.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node
    elif isinstance(node, ast.Assert) and node.msg:
        yield node.msg
    elif isinstance(node, ast.Compare):
        yield node
    elif isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        owner, _, name = called.rpartition(".")
        if name == "startswith" or called in FAULTS or owner in ("log", "super()"):
            yield node
        yield from (
            given
            for given in node.keywords
            if given.arg == "description" or (given.arg == "name" and "create_task" in called)
        )


def walk_for_people(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all below a node but what is for programmers."""
    passed = {id(part) for part in for_programmers(node)}
    if id(node) not in passed:
        yield node
        for child in ast.iter_child_nodes(node):
            if id(child) not in passed:
                yield from walk_for_people(child)


@pytest.mark.ci
@pytest.mark.parametrize("room", ["bot", "club", "rendering", "data", "web"])
def test_no_sentence_is_written_outside_the_catalogue(room: str) -> None:
    found = []
    for path in sorted((ROOT / room).rglob("*.py")):
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
            for node in walk_for_people(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if SENTENCE.search(node.value) and not SQL.match(node.value) and not PALETTE.search(node.value)
            if not BROWSERS.search(node.value)
        ]
    assert found == []
