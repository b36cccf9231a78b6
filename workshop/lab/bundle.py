"""Our own Python as one file for the browser, with all that the table imports.

The Python that runs in the browser compiles it.
"""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("engines", "rules", "words")
"""Rooms that are taken whole, but for what is not in the wheel either."""
LEFT_OUT: Final = ("words/__main__.py", "words/translation_check.py", "words/glossary.py", "words/po.py")
DATA: Final = (
    "engines/binar/tables/*",
    "engines/checkers/weights/*.gz",
    "engines/puzzles/shipped/*.jsonl",
    "rules/checkers/openings/*.txt",
)
"""Data files beside the Python.

There are no tables of endings, which the levels of the lab do not use.
"""
ASKED: Final = """
import sys
sys.modules["PIL"] = None
import workshop.lab.lab_table
print(*(module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)), sep="\\n")
"""
"""Prints what the table imports; that it needs no Pillow is a part of the bargain."""


def sources() -> list[str]:
    """Return the Python files that belong to the lab, by their paths in the project."""
    printed = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    own = {Path(name).relative_to(ROOT).as_posix() for name in printed.splitlines() if is_own(Path(name))}
    whole = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    return sorted((own | whole) - set(LEFT_OUT))


def is_own(path: Path) -> bool:
    """Return whether a file is one of the project's own."""
    return path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / ".venv")


def data() -> list[str]:
    """Return the other files that belong to it."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in DATA for path in ROOT.glob(pattern))


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as one, zipped.

    It holds the bytes of the index, on a line; the index, paths with sizes; and all files.
    """
    files = list(files)
    index = json.dumps([[path, len(content)] for path, content in files], separators=(",", ":")).encode()
    whole = b"%d\n" % len(index) + index + b"".join(content for _, content in files)
    return gzip.compress(whole, 9, mtime=0)


def snapshot(node: Path, site: Path, work: Path) -> bytes:
    """Return the memory changes of the browser's Python after all of a site's imports."""
    made = work / "snapshot"
    script = Path(__file__).parent / "snapshot.mjs"
    subprocess.run([node, script, site.resolve(), made.resolve()], check=True)
    return made.read_bytes()


def compile_files(node: Path, pyodide: Path, names: list[str], work: Path) -> list[tuple[str, bytes]]:
    """Return Python files compiled by the browser's Python.

    That saves the browser the work.
    """
    work.mkdir(parents=True, exist_ok=True)
    taken, made = work / "sources.json", work / "compiled.json"
    taken.write_text(json.dumps({name: (ROOT / name).read_text("utf-8") for name in names}))
    script = Path(__file__).parent / "compile.mjs"
    subprocess.run([node, script, pyodide.resolve(), taken.resolve(), made.resolve()], check=True)
    return [(path, bytes.fromhex(code)) for path, code in json.loads(made.read_text()).items()]
