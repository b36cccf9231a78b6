"""Build the lab: `python -m workshop.lab FOLDER`, with what it fetches in var/lab.

With `INVITE_URL` in the environment, the page leads to this address, which adds the bot to a server.
"""

import os
import subprocess
import sys
from pathlib import Path

from words import render_message
from workshop.lab.build import build
from workshop.npm_archive import WrongArchiveError

WORK = Path("var/lab")


def main(arguments: list[str]) -> int:
    """Build into the folder that is named; return the exit status."""
    [folder] = arguments
    try:
        size = build(Path(folder), WORK, WORK / "node" / "bin", os.environ.get("INVITE_URL"))
    except (WrongArchiveError, subprocess.CalledProcessError, OSError, ValueError) as fault:
        print(render_message("lab.build.failed", {"fault": str(fault)}), file=sys.stderr)
        return 1
    print(render_message("lab.build.done", {"path": folder, "megabytes": round(size / 1_000_000, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
