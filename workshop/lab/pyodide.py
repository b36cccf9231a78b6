"""Python for browsers, fetched once and checked.

It comes from the registry that npm uses on this machine.
"""

import base64
import hashlib
import json
import subprocess
import tarfile
from pathlib import Path
from typing import Final

VERSION: Final = "314.0.7"
INTEGRITY: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of its archive, in base64 as npm writes it."""
WANTED: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


class WrongArchiveError(Exception):
    """What npm brought is not what was meant."""


def fetch(folder: Path, npm: Path) -> Path:
    """Return the archive, fetching it into a folder if it is not there.

    Raise `WrongArchiveError`, or `subprocess.CalledProcessError` if npm cannot bring it.
    """
    path = folder / f"pyodide-{VERSION}.tgz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [
            str(npm),
            "pack",
            f"pyodide@{VERSION}",
            "--pack-destination",
            str(folder),
            "--loglevel",
            "error",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    if not is_right(path.read_bytes()):
        path.unlink()
        raise WrongArchiveError(path.name)
    return path


def is_right(archive: bytes) -> bool:
    """Return whether an archive is the one that was meant."""
    return base64.b64encode(hashlib.sha512(archive).digest()).decode() == INTEGRITY


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
