"""Bring Discord's SDK: `python -m workshop.activity FOLDER`.

What is fetched is kept in var/activity.
"""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath
from typing import Final

from words import render_message
from workshop.npm_archive import NpmArchive, WrongArchiveError

ARCHIVE: Final = NpmArchive(
    "@discord/embedded-app-sdk",
    "2.5.0",
    "FNoe5PbSkoKEbqPubaBmq6tlEMOftMjR3gu55YrdrrKmBfKKM4i9P/Z+Zxl0RZdJcKviBwVcTyYMMPM/aGex/w==",
)
WORK: Final = Path("var/activity")
NPM: Final = Path("var/lab/node/bin/npm")
OUTPUT: Final = PurePosixPath("package/output")
LICENCE: Final = "LICENSE.md"


def unpack(archive: Path, folder: Path) -> int:
    """Write the SDK's modules and its licence into a folder anew.

    Return how many modules there are.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    count = 0
    with tarfile.open(archive) as opened:
        for member in opened.getmembers():
            path = PurePosixPath(member.name)
            content = opened.extractfile(member)
            if content is None or ".." in path.parts:
                continue
            if path == PurePosixPath("package", LICENCE):
                (folder / LICENCE).write_bytes(content.read())
            elif path.suffix == ".mjs" and path.is_relative_to(OUTPUT):
                target = folder / path.relative_to(OUTPUT)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
                count += 1
    return count


def main(arguments: list[str]) -> int:
    """Bring the SDK into the folder that is named; return the exit status."""
    [folder] = arguments
    try:
        count = unpack(ARCHIVE.fetch(WORK, NPM), Path(folder))
    except (WrongArchiveError, subprocess.CalledProcessError, OSError, tarfile.TarError) as fault:
        print(render_message("activity.failed", {"fault": str(fault)}), file=sys.stderr)
        return 1
    print(render_message("activity.done", {"path": folder, "count": count}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
