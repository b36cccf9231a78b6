"""Python for browsers, fetched once and checked."""

import json
import tarfile
from pathlib import Path
from typing import Final

from workshop.npm_archive import NpmArchive

ARCHIVE: Final = NpmArchive(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
WANTED: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def unpack(archive: Path, folder: Path) -> None:
    """Write the archive's files that a browser needs into a folder.

    The list of further packages is empty: none is ever loaded.
    """
    folder.mkdir(parents=True)
    with tarfile.open(archive) as opened:
        for name in WANTED:
            member = opened.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / name).write_bytes(member.read())
    lock = folder / WANTED[-1]
    lock.write_text(json.dumps({**json.loads(lock.read_text()), "packages": {}}))
