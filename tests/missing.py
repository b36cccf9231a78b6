"""Things that a machine may lack.

Tests that need them are left out, and the run's last lines say how to get them.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NoReturn

import pytest

CHROMIUM: Final = "Chromium"
COMPILER: Final = "a C compiler"
POSTGRESQL: Final = "PostgreSQL"
PYODIDE: Final = "Pyodide"
SDK: Final = "Discord's SDK"
BROUGHT_BY: Final = {
    CHROMIUM: "apt-get install chromium-headless-shell",
    COMPILER: "apt-get install gcc libc6-dev",
    PYODIDE: "make lab, where npm reaches its registry",
    SDK: "make activity, where npm reaches its registry",
    POSTGRESQL: "apt-get install postgresql, or TEST_POSTGRES_URL names a server",
}
"""What brings each on Debian."""
CHROMIUMS: Final = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
"""The first that is there is taken: without windows, a page takes half of the CPU."""
INITDB: Final = Path("/usr/lib/postgresql")


def here() -> list[str]:
    """What of it is on this machine."""
    found = {
        CHROMIUM: any(path.exists() for path in CHROMIUMS),
        COMPILER: shutil.which("gcc") or shutil.which("cc"),
        PYODIDE: list(Path("var/lab").glob("pyodide-*.tgz")),
        SDK: list(Path("var/activity").glob("*.tgz")),
        POSTGRESQL: os.environ.get("TEST_POSTGRES_URL")
        or shutil.which("initdb")
        or list(INITDB.glob("*/bin/initdb")),
    }
    return [needed for needed, there in found.items() if there]


def leave_out(needed: str) -> NoReturn:
    """Skip the running test because it needs something that is missing.

    In CI that is a failure.
    """
    if os.environ.get("CI"):
        pytest.fail(f"this test needs {needed}: {BROUGHT_BY[needed]}")
    pytest.skip(needed)


def summary_lines(reasons: Iterable[str]) -> list[str]:
    """Return lines that say how many tests were left out.

    They name the reason and how to get the missing thing.
    """
    counts = Counter(reason.removeprefix("Skipped: ") for reason in reasons)
    needing = [
        f"  {counts[needed]:5} need {needed}: {way}" for needed, way in BROUGHT_BY.items() if counts[needed]
    ]
    others = [f"  {count:5} {reason}" for reason, count in counts.items() if reason not in BROUGHT_BY]
    return [f"Left out {counts.total()} tests:", *needing, *others] if counts else []
