"""Count the names and docstrings at which a stranger stumbles.

`python -m workshop.tools.names` prints the figures, and names each culprit below them. The rule is
in docs/style.md; `names.toml` has the exceptions with their reasons, and the one meaning of every
module name that stands in several columns.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from workshop.tools.floor_plan import PRODUCT, ROOT

ROOMS: Final = (*PRODUCT, "workshop")
FIRST_LINE: Final = 80
"""Characters in the first line of a docstring at most."""
VAGUE: Final = re.compile(r"\b(?:somebody|nobody|whoever)\b", re.IGNORECASE)
"""Words for people whom a better word would name."""
WORDS: Final = """
beaten begun bent bitten blown borne bought bound broken brought built caught chosen come dealt done drawn driven
eaten fallen felt flown forbidden forgiven forgotten found frozen given gone gotten grown heard held hidden hung
kept known laid lain led left lent lost made meant met paid proven read ridden risen said sat seen sent shaken shot
shown slept sold sought sown spent spoken spun stolen stood struck stuck sung sunk sworn taken taught thought
thrown told torn understood withdrawn woken won worn wound written
"""
IRREGULAR: Final = frozenset(WORDS.split())
"""Past participles not in -ed.

A verb whose participle is its imperative, such as `put`, is a verb here.
"""
NO_PARTICIPLES: Final = {
    "bed",
    "bleed",
    "breed",
    "embed",
    "exceed",
    "feed",
    "hundred",
    "indeed",
    "need",
    "proceed",
    "red",
    "seed",
    "shed",
    "speed",
    "succeed",
}


def is_participle(name: str) -> bool:
    """Whether a function's name is a single past participle.

    >>> [name for name in ("asked", "_told", "load_match", "embed") if is_participle(name)]
    ['asked', '_told']
    """
    word = name.lstrip("_")
    return "_" not in word and (word in IRREGULAR or (word.endswith("ed") and word not in NO_PARTICIPLES))


@cache
def exceptions() -> dict[str, dict[str, str]]:
    """Kept participles with their reasons, and module names with their meanings."""
    found: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return found


def python_files() -> list[PurePosixPath]:
    """Paths of the project's Python files."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [PurePosixPath(line) for line in listed.stdout.split()]


@cache
def tree(path: PurePosixPath) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def product() -> list[PurePosixPath]:
    """Paths of the Python files that are no tests."""
    return [path for path in python_files() if path.parts[0] in ROOMS]


def participles() -> list[str]:
    """Functions of the product that are named by one participle."""
    found: list[str] = []

    def look(path: PurePosixPath, node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = inside
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{inside}{child.name}."
                if not isinstance(child, ast.ClassDef) and is_participle(child.name):
                    found.append(f"{path}::{name[:-1]}")
            look(path, child, name)

    for path in product():
        look(path, tree(path), "")
    return found


def shared_classes() -> dict[str, list[str]]:
    """Public classes of the product whose name stands in two modules or more."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in product():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path))
    return {name: paths for name, paths in places.items() if len(set(paths)) > 1}


def shared_modules() -> dict[str, list[str]]:
    """Modules of one name in several columns.

    On the storeys of one column they are wanted.
    """
    places: defaultdict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for path in product():
        if not path.name.startswith("__"):
            # A column has its name on every storey: data/play/votes.py, bot/cogs/play/votes.py.
            column = tuple(part for part in path.parts[:-1] if part in COLUMNS) or path.parts[:-1]
            places[path.name].setdefault(column, str(path))
    return {name: [*found.values()] for name, found in places.items() if len(found) > 1}


COLUMNS: Final = {
    "play",
    "competitions",
    "standing",
    "puzzles",
    "learning",
    "members",
    "pages",
    "privacy",
    "clocks",
    "running",
    "database",
    "outbox",
}


def prose(path: PurePosixPath) -> Iterator[tuple[int, str, bool]]:
    """Yield a file's comments and docstrings: line, text, whether a docstring."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            value: Any = node.value.value
            if isinstance(value, str):
                yield node.lineno, value, True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, False


def long_first_lines() -> list[str]:
    """Docstrings, tests included, whose first line is too long."""
    return [
        f"{path}:{line}"
        for path in python_files()
        for line, text, is_docstring in prose(path)
        if is_docstring and len(text.partition("\n")[0]) > FIRST_LINE
    ]


def vague_words() -> list[str]:
    """Vague words in docstrings and comments, tests included."""
    return [
        f"{path}:{line}: {word}"
        for path in python_files()
        for line, text, _ in prose(path)
        for word in VAGUE.findall(text)
    ]


def report() -> dict[str, list[str]]:
    """Return the culprits by what they are counted as."""
    meanings = exceptions()["modules"]
    return {
        "functions named by one participle": participles(),
        "class names in two modules": [f"{name}: {' '.join(at)}" for name, at in shared_classes().items()],
        "module names with two meanings": [
            f"{name}: {' '.join(at)}" for name, at in shared_modules().items() if name not in meanings
        ],
        f"docstring first lines over {FIRST_LINE} characters": long_first_lines(),
        "somebody, nobody, whoever in docstrings and comments": vague_words(),
    }


def main() -> None:
    """Print the figures, then the culprits."""
    found = report()
    for what, culprits in found.items():
        sys.stdout.write(f"{len(culprits):5}  {what}\n")
    for what, culprits in found.items():
        sys.stdout.write("".join(["\n", what, "\n", *(f"  {culprit}\n" for culprit in culprits)]))


if __name__ == "__main__":
    main()
