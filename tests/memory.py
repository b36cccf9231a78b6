"""Folders in memory for the files of tests.

Databases by the thousand would wait for the disk most of the time.
"""

import os
import shutil
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
NEEDED: Final = 1 << 30
"""Bytes that must be free there: a run has some 200 MB at a time."""


def in_memory() -> Path | None:
    """Return a folder in memory with room for a run.

    Return `None` if there is none; the disk must do then.
    """
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < NEEDED:
        return None
    return MEMORY
