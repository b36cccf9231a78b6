"""Dependencies of each folder of tests, to the last byte.

`unchanged.py` leaves out the folders of which nothing has changed. A folder depends on its own
files, on the tests' files that it imports, on every room (a wing, in `WINGED`) of which it reaches
a file by imports, and on what all depend on (`SHARED`). Modules that are started (`-m`) or named
in a string ("workshop.bench.busy_bot", code in a string) are followed too. Files that are read in
other ways are in `READS`: a test that opens another file of the project fails while `unchanged.py`
watches.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Final

PRODUCT: Final = ("words", "rules", "engines", "rendering", "data", "club", "web", "bot", "playground")
ROOMS: Final = (*PRODUCT, "workshop", "docs")
WINGED: Final = ("playground", "workshop")
"""Rooms whose wings stand for themselves, and their tests too."""
ROOTS: Final = frozenset((*ROOMS, "tests"))
SHARED: Final = ("tests/*.py", "pyproject.toml", "requirements.lock", "Makefile")
"""What every test depends on."""
HOUSE: Final = (*PRODUCT, "playground/*")
READS: Final = {
    "tests/bot": (
        "docs",
        "tests/data/fixtures",
        "tests/wire",
        "*.lock",
        "*.md",
        "*.yaml",
        "Dockerfile",
        "hatch_build.py",
    ),
    "tests/club": ("tests/data/fixtures",),
    "tests/engines": ("docs/glossary.md",),
    "tests/rendering": ("docs/pictures", "docs/style-sheet.md", "README.md"),
    "tests/web": ("docs",),
    "tests/wire": ("README.md", "docs/pictures", "tests/web/accessible.js"),
    "tests/words": ("README.md", "docs/readme"),
    "tests/workshop": (*HOUSE, "docs"),
    "tests/workshop/lab": ("web/templates", "tests/web"),
    "tests/workshop/tools": (*HOUSE, "docs/listing"),
}
"""Files and folders that a folder's tests read.

They come on top of those of the rooms that the tests import.
"""
NOT_FOLLOWED: Final = "tests/forked.py"
"""A module whose imports are not followed.

It names the modules that its processes have loaded; a test that starts one names it too.
"""
MADE: Final = re.compile(r"(^|/)(\.[^/]*|__pycache__|var|build|dist|[^/]*\.egg-info)(/|$)|\.(pyc|mo)$")
"""Files that are not source, so that no folder depends on them."""
NAMED: Final = re.compile(r"[a-z_]\w*(\.\w+)+")


class Rooms:
    """The folders of tests in a tree, and what each depends on."""

    def __init__(self, root: Path, circumstances: str, known: dict[str, list[str]]) -> None:
        self.root = root
        self.circumstances = circumstances
        """What else tests depend on: the interpreter, what there is on the machine."""
        self.known = known
        """Imports of files, by digest, so that most files need not be read again.

        It grows as files are read.
        """
        self._bytes: dict[str, str] = {}
        self._imported: dict[str, set[str]] = {}

    @cached_property
    def units(self) -> list[str]:
        """The folders of tests that are run or left out as a whole.

        They are those of `tests/`, and in them those of wings.
        """
        tests = self.root / "tests"
        wings = [path for room in WINGED for path in tests.glob(f"{room}/*")]
        inner = [path for path in (*tests.glob("*"), *wings) if path.is_dir()]
        names = [path.relative_to(self.root).as_posix() for path in inner]
        return sorted(name for name in names if any(self._within(name)))

    def unit_of(self, path: str) -> str | None:
        """Return the innermost folder of tests that a file belongs to.

        Return `None` for files directly in `tests/`.
        """
        return max((unit for unit in self.units if path.startswith(f"{unit}/")), default=None, key=len)

    def digest(self, unit: str) -> str:
        """What stands for everything that a folder's tests depend on."""
        lines = [f"{path} {self._digest_of(path)}" for path in sorted(self.depends(unit))]
        return hashlib.sha256("\n".join((self.circumstances, *lines)).encode()).hexdigest()

    def depends(self, unit: str) -> set[str]:
        """The files that a folder's tests depend on."""
        own = {path for path in self._within(unit) if self.unit_of(path) == unit}
        reached = self._reachable_files(path for path in own if path.endswith(".py"))
        rooms = {room for path in reached if (room := room_of(path))}
        read = [found for pattern in (*SHARED, *READS.get(unit, ())) for found in self.root.glob(pattern)]
        whole = [*rooms, *(path.relative_to(self.root).as_posix() for path in read)]
        return {*own, *reached, *(path for name in whole for path in self._within(name))}

    def _reachable_files(self, paths: Iterable[str]) -> set[str]:
        """Return these Python files and all that they import, directly or indirectly."""
        found: set[str] = set()
        left = set(paths)
        while left:
            found |= left
            for path in left - self._imported.keys():
                self._imported[path] = self._imports(path)
            left = {inner for path in left for inner in self._imported[path]} - found
        return found

    def _imports(self, path: str) -> set[str]:
        names = {path.replace("/", ".").removesuffix(".py")}  # for the packages that it is in
        if path != NOT_FOLLOWED:
            digest = self._digest_of(path)
            if digest not in self.known:
                tree = ast.parse((self.root / path).read_bytes())
                self.known[digest] = sorted(
                    {name for name in modules(tree) if name.partition(".")[0] in ROOTS}
                )
            names |= set(self.known[digest])
        return {found for name in names for found in self._files(name)}

    @cache  # noqa: B019 - a tree's rooms live as long as the run
    def _files(self, name: str) -> list[str]:
        """Return the files that run when `a.b.c` is imported or started.

        The `conftest.py` files on its way are among them.
        """
        found: list[str] = []
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            stem = "/".join(parts[:count])
            ends = (
                ".py",
                "/__init__.py",
                "/conftest.py",
                *(("/__main__.py",) if count == len(parts) else ()),
            )
            found += [stem + end for end in ends if (self.root / (stem + end)).is_file()]
        return found

    def _within(self, name: str) -> list[str]:
        """The files in a folder, however deep, or the file of that name itself."""
        if (self.root / name).is_file():
            return [name]
        inner = name not in WINGED  # their wings are rooms of their own
        return [
            path.relative_to(self.root).as_posix()
            for path in ((self.root / name).rglob("*") if inner else (self.root / name).glob("*"))
            if path.is_file() and not MADE.search(path.relative_to(self.root).as_posix())
        ]

    def _digest_of(self, path: str) -> str:
        if path not in self._bytes:
            self._bytes[path] = hashlib.sha256((self.root / path).read_bytes()).hexdigest()
        return self._bytes[path]


def room_of(path: str) -> str | None:
    """The room that a file is in, in some its wing; none for tests."""
    first, *inner = path.split("/")
    if first not in ROOMS:
        return None
    return f"{first}/{inner[0]}" if first in WINGED and len(inner) > 1 else first


def modules(tree: ast.AST) -> Iterator[str]:
    """The modules that code imports, starts or names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call | ast.List | ast.Tuple):
            inner = node.args if isinstance(node, ast.Call) else node.elts
            given = [part.value if isinstance(part, ast.Constant) else None for part in inner]
            yield from (str(given[i + 1]) for i, part in enumerate(given[:-1]) if part == "-m")
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "run_module":
                yield str(given[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _named_modules(node.value)


def _named_modules(text: str) -> Iterator[str]:
    """Yield the modules that a string names: it is a module's name, or a program."""
    if NAMED.fullmatch(text):
        yield text
    elif "import " in text:
        try:
            yield from modules(ast.parse(text))
        except SyntaxError:
            return
