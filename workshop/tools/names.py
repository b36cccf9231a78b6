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
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

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


@cache
def python_files() -> list[PurePosixPath]:
    """Paths of the project's Python files."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [PurePosixPath(line) for line in listed.stdout.split()]


def product() -> list[PurePosixPath]:
    """Paths of the Python files that are no tests."""
    return [path for path in python_files() if path.parts[0] in ROOMS]


@dataclass(frozen=True)
class Facts:
    """What is asked of a file.

    Its syntax tree is not kept: all trees together make every collection of garbage slow.
    """

    functions: tuple[str, ...]
    """Dotted names, with what they stand in."""
    classes: tuple[str, ...]
    docstrings: tuple[tuple[int, str], ...]
    """Lines and texts of all strings that stand alone."""


@cache
def facts(path: PurePosixPath) -> Facts:
    """Parse a file, once for all questions."""
    functions, classes, texts = list[str](), list[str](), list[tuple[int, str]]()

    def look(node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
                continue  # nothing is defined or described within an expression
            name = inside
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{inside}{child.name}."
                (classes if isinstance(child, ast.ClassDef) else functions).append(name[:-1])
            elif isinstance(child, ast.Expr) and isinstance(
                value := getattr(child.value, "value", None), str
            ):
                texts.append((child.lineno, value))
            look(child, name)

    look(ast.parse((ROOT / path).read_text(encoding="utf-8")), "")
    return Facts(tuple(functions), tuple(classes), tuple(texts))


def participles() -> list[str]:
    """Functions of the product that are named by one participle."""
    return [
        f"{path}::{name}"
        for path in product()
        for name in facts(path).functions
        if is_participle(name.rpartition(".")[2])
    ]


def shared_classes() -> dict[str, list[str]]:
    """Public classes of the product whose name stands in two modules or more."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in product():
        for name in {each.rpartition(".")[2] for each in facts(path).classes}:
            if not name.startswith("_"):
                places[name].append(str(path))
    return {name: paths for name, paths in places.items() if len(paths) > 1}


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


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the project's docstrings, tests included, each with its place."""
    for path in python_files():
        for line, text in facts(path).docstrings:
            yield f"{path}:{line}", text


def comments(wanted: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the comments in which something is found, each with its place."""
    likely = re.compile(f"#.*(?:{wanted.pattern})", wanted.flags)
    for path in python_files():
        text = (ROOT / path).read_text(encoding="utf-8")
        if likely.search(text):  # else it need not be taken apart, which is slow
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT and wanted.search(token.string):
                    yield f"{path}:{token.start[0]}", token.string


def prose_with(wanted: re.Pattern[str]) -> list[str]:
    """Return where something is said in docstrings and comments, each time."""
    return [
        f"{place}: {found[0]}"
        for place, text in (*docstrings(), *comments(wanted))
        for found in wanted.finditer(text)
    ]


def long_first_lines() -> list[str]:
    """Docstrings, tests included, whose first line is too long."""
    return [place for place, text in docstrings() if len(text.partition("\n")[0]) > FIRST_LINE]


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
        "somebody, nobody, whoever in docstrings and comments": prose_with(VAGUE),
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
